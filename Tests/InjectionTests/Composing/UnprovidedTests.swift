import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// R14: a key without a value. Where nobody provides one, a read stops the process.
@Suite struct UnprovidedTests {
  @Test func `a read that nobody provides for stops a live process`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      _ = Injected(\.wallet, line: 1_000)()
    }
    #expect(
      result.message.contains(
        #"""
        A value was read that nobody provides.

          Property: \.wallet
          Key:      WalletKey
          Value:    any Wallet
          Place:    UnprovidedTests.swift:1000

        To fix this:
        - Provide it at the start of the process: InjectedValues.bootstrap \#
        { $0.provide(InjectedValues.WalletKey.self) { … } }, or in a scope: withInjected(\.wallet, …) { … }.
        - Or give the key a value for this context.
        """#
      ),
      "\(result.message)"
    )
  }

  @Test func `it stops a test, too, with what to write there`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      withTestScope { _ = InjectedValues.current.purse }
    }
    #expect(result.message.contains("A value was read that nobody provides."))
    #expect(result.message.contains("Key:      purseKey"))
    #expect(result.message.contains("Override it for the test: @Test(.injected(\\.purse, …))"))
  }

  @Test func `it stops where the value is needed by another one`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      withTestScope { _ = InjectedValues.current.till }
    }
    #expect(result.message.contains("Property: \\.purse"))
    #expect(result.message.contains("UnprovidedTests.swift:\(Till.line)"))
  }

  @Test func `what is set or provided is there, and setting it is no read`() {
    withTestScope {
      $0.purse = Coins(sum: 3)
      $0.provide(InjectedValues.WalletKey.self) { Coins(sum: 4) }
    } operation: {
      #expect(InjectedValues.current.purse.sum == 3)
      #expect(InjectedValues.current.wallet.sum == 4)
      #expect(InjectedValues.current.till.sum == 3)
    }
    withInjected(\.purse, Coins(sum: 5)) { #expect(InjectedValues[\.purse].sum == 5) }
  }

  @Test func `a test value of the key's own is used in tests`() {
    withTestScope { #expect(InjectedValues[\.bank].sum == 6) }
  }

  @Test func `elsewhere than in the code of a value, it says so`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let _: Int = unprovided(line: 1_000)
    }
    #expect(result.message.contains("unprovided() must be called in the code of a key's value."))
    #expect(result.message.contains("Place: UnprovidedTests.swift:1000"))
  }
}

/// R14: what is unimplemented, in a process that is neither a test nor a preview.
@Suite struct LiveIssuesTests {
  @Test func `a placeholder stops a live process`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      _ = InjectedValues[\.placeholder]
    }
    let message = result.message
    #expect(message.contains("A value was read that has no implementation here."))
    #expect(message.contains("UnprovidedTests.swift:\(#line - 6)"))
    #expect(message.contains("InjectedValues.bootstrap(onIssue: { issue in … }) { … }"))
  }

  @Test func `a function without an implementation stops a live process when it is called`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      let function = InjectedValues[\.function]
      FileHandle.standardError.write(Data("got\n".utf8))
      _ = function()
    }
    #expect(result.message.contains("got\n"))
    #expect(result.message.contains("A function was called that has no implementation here."))
  }

  @Test func `a handler decides: it is told of each, and the process goes on`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      liveProcess()
      let told = Lock<[String]>([])
      let handler: @Sendable (InjectionIssue) -> Void = { issue in
        told.withLock { $0.append("\(issue.property ?? "-") \(issue.kind) \(issue.line ?? 0)") }
      }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = 2 }
      #expect(Injected(\.placeholder, line: 1)() == 0)
      #expect(Injected(\.placeholder, line: 2)() == 0)
      #expect(InjectedValues[\.function]() == 7)
      #expect(
        told.withLock { $0 } == [
          "placeholder unimplemented 1", "placeholder unimplemented 2",
          "function unimplemented \(InjectedValues.functionLine)",
        ]
      )
    }
    #expect(result.message.isEmpty)
  }
}

// MARK: - Fixtures

private protocol Wallet: Sendable { var sum: Int { get } }
private struct Coins: Wallet { let sum: Int }

private struct Till: Sendable {
  @Injected(\.purse) private var purse
  static let line = #line - 1
  let sum: Int
  init() { sum = _purse().sum }
}

extension InjectedValues {
  fileprivate enum WalletKey: InjectionKey {
    static var defaultValue: any Wallet { unprovided() }
  }
  fileprivate var wallet: any Wallet {
    get { self[WalletKey.self] }
    set { self[WalletKey.self] = newValue }
  }

  @Injectable fileprivate var purse: any Wallet
  @Injectable fileprivate var till: Till = Till()
  @Injectable(test: Coins(sum: 6)) fileprivate var bank: any Wallet
  @Injectable fileprivate var placeholder: Int = unimplemented(0)
  @Injectable fileprivate var function: @Sendable () -> Int =
    unimplemented("Client.get", placeholder: 7)
  fileprivate static let functionLine = #line - 2
}
