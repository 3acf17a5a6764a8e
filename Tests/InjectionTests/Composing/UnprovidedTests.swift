import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// A key without a value. If none is provided, a read stops the process.
struct UnprovidedTests {
  @Test func `a read of what isn't provided stops a live process`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      _ = Injected(\.wallet, line: 1_000)()
    }
    result.expectMessage(
      #"""
      A value was read, but none is provided.

        Property: \.wallet
        Key: walletKey
        Value: any Wallet
        Read at: UnprovidedTests.swift:1000

      To fix this:
      - Provide it at the start of the process: InjectedValues.bootstrap { $0.wallet = … }, \#
      or in a scope: withInjected(\.wallet, …) { … }.
      - If a scope provides it, such as a user's, enter that in a detached task or on a queue: \#
      let values = InjectedValues.current there, and withInjected(values) { … } here.
      - Or give the key a default value: @Injectable var wallet: any Wallet = …, \#
      or code: $0.provide(InjectedValues.walletKey.self) { … }.

      """#
    )
  }

  @Test func `it stops a test where another value needs it, with what to write there`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      withTestScope(named: "filling") { _ = InjectedValues.current.till }
    }
    result.expectMessage(
      "A value was read, but none is provided.\n\n  Property: \\.purse\n  Key: purseKey",
      "UnprovidedTests.swift:\(Till.line)\n  Needed by: \\.till\n  Test: filling",
      "Override it in the body of the exit test, which runs in another process without the "
        + "test's values: withTestScope { $0.purse = … } operation: { … }.",
      "Or give the key a test value: @Injectable(test: …), or code: $0.provide(InjectedValues.purseKey",
      "Or let only the test fail, and the run go on: @Injectable(test: unimplemented(placeholder: …))."
    )
  }

  /// It's provided where the singleton is read.
  @Test func `the message says if a singleton needs what a scope provides`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      _ = withInjected(\.purse, Coins(sum: 5)) { InjectedValues.current.vault }
    }
    result.expectMessage(
      "Property: \\.purse\n",
      "Or give \\.vault another lifetime: a singleton doesn't see the scopes that read it."
    )
  }

  @Test func `it doesn't, if the singleton itself has no value`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      _ = InjectedValues.current.safe
    }
    #expect(result.message.contains("Property: \\.safe"))
    #expect(!result.message.contains("another lifetime"))
  }

  @Test func `what is required throws, or is there where provided`() throws {
    let key = InjectedValues.purseKey.self
    let error = withTestScope(named: "filling") {
      #expect(throws: InjectionIssue.self) { try InjectedValues.current.require(key, line: 1_000) }
    }
    let issue = try #require(error)
    #expect(issue.kind == .unprovided && issue.property == "purse" && issue.line == 1_000)
    #expect(issue.description.hasPrefix("A value was read, but none is provided.\n\n  Property: "))
    let (outer, inner, root) = try withInjected(\.purse, Coins(sum: 5)) {
      let values = InjectedValues.current
      return try withInjected({ $0.provide(key) { Coins(sum: 6) } }) {
        let inner = try InjectedValues.current.require(key)
        return (try values.require(key), inner, InjectedValues.root.isProvided(key))
      }
    }
    #expect(outer.sum == 5 && inner.sum == 6 && !root)
    // The key's own value is not provided.
    withTestScope { #expect(!InjectedValues.current.isProvided(InjectedValues.bankKey.self)) }
  }

  @Test func `a default that asks what is provided depends on the answer`() {
    withTestScope {
      #expect(InjectedValues.current.saved == 0)
      withInjected(\.purse, Coins(sum: 5)) { #expect(InjectedValues.current.saved == 5) }
      #expect(InjectedValues.current.saved == 0)
    }
  }

  @Test func `elsewhere than in the code of a value, it says so`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let _: Int = unprovided(line: 1_000)
    }
    result.expectMessage(
      "unprovided() must be called in the code of a key's value.",
      "Called at: UnprovidedTests.swift:1000"
    )
  }
}

/// Unimplemented values in a live process.
struct LiveIssuesTests {
  @Test func `a placeholder stops a live process`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      _ = InjectedValues[\.placeholder]
    }
    result.expectMessage(
      "A value without an implementation was read.",
      "UnprovidedTests.swift:\(#line - 6)",
      "InjectedValues.bootstrap(onIssue: { issue in … }) { … }"
    )
  }

  @Test func `a function without an implementation stops a live process when it is called`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      let function = InjectedValues[\.function]
      FileHandle.standardError.write(Data("got\n".utf8))
      _ = function()
    }
    result.expectMessage(
      "got\n",
      """
      A function without an implementation was called.

        Function: Client.get
        Property: \\.function
        Key: functionKey
        Value: @Sendable () -> Int
        Declared at: UnprovidedTests.swift:\(InjectedValues.functionLine)

      To fix this:
      - Set the function at the start of the process: InjectedValues.bootstrap \
      { $0.function.get = { … } }, or in a scope: withInjected { $0.function.get = { … } } operation: \
      { … }.

      """
    )
  }

  @Test func `a handler decides: it is told of each, and the process goes on`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      liveProcess()
      let told = Log<String>()
      let handler: @Sendable (InjectionIssue) -> Void = { issue in
        told.add("\(issue.property ?? "-") \(issue.kind) \(issue.line ?? 0)")
      }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = 2 }
      for line: UInt in 1...2 { #expect(Injected(\.placeholder, line: line)() == 0) }
      #expect(InjectedValues[\.function]() == 7)
      #expect(
        told.all == [
          "placeholder unimplemented 1", "placeholder unimplemented 2",
          "function unimplemented \(InjectedValues.functionLine)",
        ]
      )
    }
    #expect(result.message.isEmpty)
  }

  @Test(arguments: [false, true])
  func `the handler is told of an object that outlived its request`(isBuilt: Bool) async {
    await #expect(processExitsWith: .success) { [isBuilt] in
      liveProcess()
      let told = Log<InjectionIssue>()
      let handler: @Sendable (InjectionIssue) -> Void = { told.add($0) }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = 1 }
      let session = withInjected(\.number, 2) {
        isBuilt ? InjectedValues.current.numberReader : Injected(\.number)
      }
      for _ in 1...2 {
        withInjected { _ in
        } operation: {
          precondition(session() == 2)
        }
      }
      precondition(told.all.map(\.kind) == [.outlivedScope, .outlivedScope])
    }
  }

  /// As in a test with `.failOnOutlivedScopes`.
  @Test func `the handler is told of an object of a scope inside that has ended`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      let told = Log<InjectionIssue>()
      let handler: @Sendable (InjectionIssue) -> Void = { told.add($0) }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = 1 }
      withInjected(\.text, "outer") {
        let session = withInjected(\.number, 2) {
          let session = Injected(\.number)
          precondition(session() == 2)
          return session
        }
        for _ in 1...2 { precondition(session() == 2) }
      }
      precondition(told.all.map(\.kind) == [.outlivedScope])
    }
  }

  @Test func `an ended home is told of once in a scope, and the other way round`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      let told = Log<InjectionIssue>()
      let handler: @Sendable (InjectionIssue) -> Void = { told.add($0) }
      InjectedValues.bootstrap(onIssue: handler) { $0.text = "process" }
      let (readers, values) = withInjected(\.number, 2) {
        let values = InjectedValues.current
        return ([values.numberReader, values.secondReader, Injected(\.number)], values)
      }
      let text = withInjected(\.text, "scope") {
        precondition(readers.map { $0() } == [2, 2, 2] && told.all.count == 1)
        return Injected(\.text)
      }
      withInjected(values) { precondition(text() == "scope" && told.all.count == 2) }
      let rest = withInjected(\.number, 3) {
        let values = InjectedValues.current
        return [values.numberReader, values.secondReader]
      }
      withInjected(\.text, "late") {
        precondition(rest.map { $0() } == [3, 3] && told.all.count == 3)
      }
    }
  }

  @Test func `values that were put in place of a draft don't end with its operation`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      let told = Log<InjectionIssue>()
      let handler: @Sendable (InjectionIssue) -> Void = { told.add($0) }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = 1 }
      withInjected(\.number, 2) {
        let (values, reader) = (InjectedValues.current, Injected(\.number))
        withInjected {
          $0 = values
        } operation: {
          precondition(reader() == 2)
        }
        withInjected(.root) {
          withInjected { _ in
          } operation: {
            precondition(reader() == 2)
          }
        }
      }
      precondition(told.all.isEmpty)
    }
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
  @Injectable fileprivate var wallet: any Wallet = unprovided()
  @Injectable fileprivate var purse: any Wallet
  @Injectable fileprivate var till: Till = Till()
  @Injectable(lifetime: .singleton) fileprivate var vault: Till = Till()
  @Injectable(lifetime: .singleton) fileprivate var safe: any Wallet = unprovided()
  @Injectable(test: Coins(sum: 6)) fileprivate var bank: any Wallet
  @Injectable fileprivate var saved: Int =
    InjectedValues.current.isProvided(InjectedValues.purseKey.self)
    ? InjectedValues.current.purse.sum : 0
  @Injectable fileprivate var secondReader: Injected<Int> =
    InjectedValues.current.number > 1 ? Injected(\.number) : Injected(\.placeholder)
  @Injectable fileprivate var numberReader: Injected<Int> =
    InjectedValues.current.number > 0 ? Injected(\.number) : Injected(\.placeholder)
  @Injectable fileprivate var placeholder: Int = unimplemented(placeholder: 0)
  @Injectable fileprivate var function: @Sendable () -> Int =
    unimplemented("Client.get", placeholder: 7)
  fileprivate static let functionLine = #line - 2
}
