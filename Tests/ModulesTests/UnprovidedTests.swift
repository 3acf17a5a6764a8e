import Foundation
import Injection
import TestSupport
import Testing

private protocol Payments: Sendable {}

private struct NoPayments: Payments {}

private enum PaymentsKey: InjectionKey {
  static var defaultValue: any Payments { unimplemented(NoPayments()) }
}

extension InjectedValues {
  fileprivate var payments: any Payments { self[PaymentsKey.self] }
}

/// A key where nobody provides what is live.
@Suite struct UnprovidedTests {
  @Test func `an app stops at a key that nobody provides`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      // Safe: nothing else runs in this process yet that reads its environment.
      unsafe setenv("INJECTION_CONTEXT", "live", 1)
      _ = Injected(\.payments, line: 1_000)()
    }
    #expect(
      result.message.contains(
        #"""
        A value was read that has no implementation here.

          Property: \.payments
          Key:      PaymentsKey
          Value:    any Payments
          Place:    UnprovidedTests.swift:1000

        To fix this:
        - Provide it at the start of the process: InjectedValues.bootstrap { $0.provide(PaymentsKey.self) \#
        { … } }, or in a scope: withInjected(\.payments, …) { … }.
        - Or give the key a value for this context.
        """#
      )
    )
  }
}
