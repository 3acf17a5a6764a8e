import BillingInterface
import Foundation
import Injection
import InjectionTesting
import LiveBilling
import TestSupport
import Testing

/// The app: it imports an interface and what is live, and puts the two together (R21).
@Suite struct ThreeModulesTests {
  @Test func `an app bootstraps with what a live module provides`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { provideBilling(to: &$0) }
      // Lazy.
      #expect(LiveBilling.built == 0)
      let billing = InjectedValues.current.billing
      #expect(billing.charge(5) == "5 in eu")
      #expect(InjectedValues.current.ledger == ["1 in eu"])
      // Shared by all who see the same region.
      withInjected(\.ledger, []) {
        #expect(InjectedValues.current.billing as? LiveBilling === billing as? LiveBilling)
      }
      await Task.detached {
        #expect(InjectedValues.current.billing as? LiveBilling === billing as? LiveBilling)
      }.value
      #expect(LiveBilling.built == 1)

      // A scope that overrides what it reads has one of its own.
      withInjected(\.region, "uk") {
        #expect(InjectedValues.current.billing.charge(5) == "5 in uk")
        #expect(InjectedValues.current.ledger == ["1 in uk"])
        withInjected(\.ledger, []) {
          #expect(InjectedValues.current.billing.charge(5) == "5 in uk")
        }
      }
      #expect(LiveBilling.built == 2)
      #expect(InjectedValues.current.billing as? LiveBilling === billing as? LiveBilling)
      #expect(LiveBilling.built == 2)
    }
  }

  @Test func `what nobody provides is told in an app, once a place`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      // Safe: nothing else runs in this process yet that reads its environment.
      unsafe setenv("INJECTION_CONTEXT", "live", 1)
      for _ in 0..<3 { _ = Injected(\.billing, line: 1_000)() }
    }
    #expect(
      result.message == #"""
        A value was read that has no implementation here.

          Property: \.billing
          Key:      BillingKey
          Value:    any Billing
          Place:    ThreeModulesTests.swift:1000

        To fix this:
        - Provide it at the start of the process: InjectedValues.bootstrap { $0.provide(BillingKey.self) \#
        { … } }, or in a scope: withInjected(\.billing, …) { … }.
        - Or give the key a value for this context.

        """#
    )
  }

  @Test func `a scope provides what is live, which sees what is set beside it`() {
    withInjected {
      provideBilling(to: &$0)
      $0.region = "us"
    } operation: {
      #expect(InjectedValues.current.ledger == ["1 in us"])
    }
  }

  @Test(
    .injected(\.region, "trait"),
    .injected([.strict, .failOnUnusedOverrides]) { provideBilling(to: &$0) }
  )
  func `a trait provides what is live for a strict test, and a value wins over it`() {
    #expect(InjectedValues.current.ledger == ["1 in trait"])
    withInjected(\.billing, NoBilling()) {
      #expect(InjectedValues.current.ledger == ["nobody"])
    }
  }
}
