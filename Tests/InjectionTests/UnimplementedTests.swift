import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// A key with no sensible test value. `\.missing` is 1, and in tests the placeholder 0.
struct UnimplementedTests {
  @Test func `a read is reported, and goes on with the placeholder`() {
    let issues = issues { #expect(Payer().missing == 0) }
    #expect(issues.count == 1)
    let issue = issues[0]
    #expect(issue.kind == .unimplemented)
    #expect(issue.property == "missing" && issue.key == "missingKey")
    #expect(issue.fileID == "InjectionTests/UnimplementedTests.swift" && issue.line == Payer.line)
    #expect(
      issue.description == #"""
        A value without an implementation was read.

          Property: \.missing
          Key: missingKey
          Value: Int
          Read at: UnimplementedTests.swift:\#(Payer.line)

        To fix this:
        - Override it for the test: @Test(.injected(\.missing, …)), or in a scope of the test: \#
        withInjected(\.missing, …) { … }. Objects that were created outside of that scope do not see it.
        """#
    )
  }

  @Test func `an override is not missing, nor is provided code that is not unimplemented itself`() {
    let issues = issues {
      withInjected(\.missing, 2) { #expect(Payer().missing == 2) }
      withInjected {
        $0.provide(InjectedValues.missingKey.self) { 3 }
        $0.provide(InjectedValues.numberKey.self) { unimplemented(placeholder: 4) }
      } operation: {
        #expect(Payer().missing == 3 && InjectedValues.current.number == 4)
      }
      #expect(InjectedValues.current.number == 1)
    }
    #expect(issues.map(\.property) == ["number"])
  }

  @Test func `a read is reported for the key that has no value, whatever its lifetime`() {
    let issues = issues {
      withInjected(\.other, 1) {
        let values = InjectedValues.current
        #expect(values.sumOfMissing == 0 && values.transientMissing == 0)
        #expect(values.singleMissing == 0 && values.nestedMissing == 0)
      }
    }
    let expected = ["missing", "transientMissing", "singleMissing", "nestedMissing"]
    #expect(issues.map(\.property) == expected)
  }

  /// Its code runs once in the process.
  @Test func `a stored value that is unimplemented is reported in each container`() {
    for _ in 0..<2 {
      let issues = issues { #expect(InjectedValues.current[StoredKey.self] == 7) }
      #expect(issues.count == 1)
    }
  }

  @Test func `in a preview, what is missing goes to standard error, once`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      withInjected(.preview) { for _ in 0..<3 { _ = InjectedValues.current.singleMissing } }
    }
    let facts = result.message.matches(of: /A value without an implementation was read./)
    #expect(facts.count == 1, "\(result.message)")
    result.expectMessage("Property: \\.singleMissing")
  }

  @Test func `in a preview, each function of a client goes to standard error, once`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      withInjected(.preview) {
        for _ in 0..<2 {
          InjectedValues.current.mail.send()
          InjectedValues.current.mail.delete()
          unimplemented(placeholder: ())
        }
      }
    }
    let functions = result.message.matches(of: /Function: (.*)/).map { String($0.1) }
    #expect(functions == ["Mail.send", "Mail.delete"])
    let facts = result.message.matches(of: /A function without an implementation was called./)
    #expect(facts.count == 3)
  }

  @Test func `to set a member of what is unimplemented is no read, in any context`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      InjectedValues.bootstrap { $0.pair.first = 1 }
      #expect(InjectedValues.current.pair.first == 1)
      for context in InjectionContext.allCases {
        withInjected(
          InjectedValues(Scope(in: nil, rootOf: Container(context), at: .unknown)).finished
        ) {
          withInjected(\.pair.first, 2) { #expect(InjectedValues.current.pair.first == 2) }
          withInjected {
            $0.pair.first = 3
            $0.pair.second = 4
          } operation: {
            #expect(InjectedValues.current.pair.second == 4)
          }
        }
      }
    }
    #expect(result.message.isEmpty)
    // In a test's container, too.
    let issues = issues {
      withInjected(\.pair.first, 2) { #expect(InjectedValues.current.pair.first == 2) }
    }
    #expect(issues.isEmpty)
  }

  /// Setting a member of the closure's values calls the getter, too; code that enters them doesn't.
  @Test func `what code reads in values that are being set is reported`() {
    let issues = Log<InjectionIssue>()
    let object = Log<Payer>()
    withTestScope(options: .onIssue { issues.add($0) }) { values in
      withInjected(values) {
        object.add(Payer())
        #expect(InjectedValues.current.missing == object.all[0].missing)
      }
      // Its home is the draft, which goes on.
      #expect(object.all[0].missing == 0)
      values.number = 2
    } operation: {
      #expect(issues.all.map(\.property) == ["missing", "missing", "missing"])
    }
  }

  @Test func `what a handler reads counts for no default that is being built`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      let texts = Log<String>()
      let handler: @Sendable (InjectionIssue) -> Void = { _ in
        texts.add(InjectedValues.current.text)
      }
      InjectedValues.bootstrap(onIssue: handler) { _ in }
      let values = InjectedValues.current.overriding { $0.number = 2 }
      let all = ["one", "two"].map { text in
        withInjected(values) { withInjected(\.text, text) { InjectedValues.current.needy } }
      }
      #expect(all[0] === all[1] && all[0].number == 2 && texts.all == ["one"])
    }
  }

  /// The issues of a test's container.
  private func issues(_ body: () -> Void) -> [InjectionIssue] {
    let issues = Log<InjectionIssue>()
    withTestScope(options: .onIssue { issues.add($0) }, operation: body)
    return issues.all
  }
}

// MARK: - Fixtures

private struct Payer {
  @Injected(\.missing) var missing
  static let line = #line - 1
}

private final class Needy: Sendable {
  let number = InjectedValues.current.number + InjectedValues.current.singleMissing
}

private enum StoredKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static let testValue = unimplemented(placeholder: 7)
}

private struct Pair {
  var first = 0
  var second = 0
}

@InjectableClient
private struct Mail: Sendable {
  var send: @Sendable () -> Void
  var delete: @Sendable () -> Void
}

extension InjectedValues {
  @Injectable fileprivate var mail: Mail = Mail()
  // Not a test's container, since no test is running.
  fileprivate static var preview: InjectedValues {
    InjectedValues(Scope(in: nil, rootOf: Container(.preview), at: .unknown)).finished
  }

  @Injectable fileprivate var pair: Pair = unimplemented(placeholder: Pair())
  @Injectable fileprivate var needy: Needy = Needy()
  @Injectable fileprivate var sumOfMissing: Int = InjectedValues.current.missing
  @Injectable(lifetime: .transient) fileprivate var transientMissing: Int = unimplemented(
    placeholder: 0
  )
  @Injectable(lifetime: .singleton) fileprivate var singleMissing: Int = unimplemented(
    placeholder: 0
  )
  @Injectable fileprivate var nestedMissing: Int = withInjected(\.other, 1) {
    unimplemented(placeholder: 0)
  }
}
