import Injection
import InjectionTesting
import Testing

struct InjectionIssue_MessageTests {
  @Test func `the message of a strict test that reads a live default`() {
    let line = #line + 1
    let issues = issues(.strict) {
      $0.newCounter = Counter()
    } operation: {
      _ = Injected(\.counter, line: 1_000)()
    }
    expect(issues, .liveDefault, "counter", "counterKey") {
      #"""
      A strict test read a live default.

        Property: \.counter
        Key: counterKey
        Value: Counter
        Read at: InjectionIssue+MessageTests.swift:1000
        Near miss: \.newCounter has the same type of value, and is overridden at InjectionIssue+MessageTests.swift:\#(line)

      To fix this:
      - Override it for the test: @Test(.injected(\.counter, …)).
      - Or give the key a testValue of its own: @Injectable(test: …).
      - Or, if the test is about the default, allow it: .strict(except: \.counter).
      """#
    }
  }

  @Test func `provided code that never runs is an override that is never read`() {
    let update: (inout InjectedValues) -> Void = { $0.provide(KeyWithoutProperty.self) { 2 } }
    let issues = issues(.failOnUnusedOverrides, update: update, operation: {}, line: 1_000)
    #expect(issues.all.map(\.kind) == [.unusedOverride] && issues.lines == [1_000])
    #expect(issues.messages[0].contains("\n\n  Key: KeyWithoutProperty\n  Value: Int\n"))
  }

  @Test func `the message of an override that is never read`() {
    let update: (inout InjectedValues) -> Void = { $0.note = nil }
    let issues = issues(.failOnUnusedOverrides, update: update, operation: {}, line: 1_000)
    expect(issues, .unusedOverride, "note", "noteKey") {
      #"""
      An override was never read.

        Property: \.note
        Key: noteKey
        Value: Optional<String>
        Overridden at: InjectionIssue+MessageTests.swift:1000

      To fix this:
      - Remove the override.
      - Or allow it, as a fixture of a suite: .failOnUnusedOverrides(except: \.note).
      - Or find out why the code under test does not read it: it may read another key, or run in a detached task or on a queue, which do not inherit the scope, or in a task for which the test does not wait. Or an object reads it that was created outside of the scope, such as one of a default that other scopes share. Or a static keeps the value that another test or scope has read first: write static var x: X { InjectedValues.current.x }.
      """#
    }
  }

  @Test func `the message of properties that do not build`() {
    let text = Lock("")
    withKnownIssue {
      verifyInjection(\.label, \.receipt, \.ledger, line: 1_000)
    } matching: { issue in
      text.withLock { $0 = issue.comments.map(\.rawValue).joined() }
      return issue.sourceLocation?.line == 1_000 && issue.sourceLocation?.fileID == #fileID
    }
    #expect(
      text.withLock { $0 } == #"""
        Not all properties build in a test: 1 of 3 do not.

        \.receipt:
          A value without an implementation was read.

            Property: \.payment
            Key: paymentKey
            Value: String
            Declared at: Values.swift:\#(InjectedValues.paymentLine)
            Needed by: \.receipt

          To fix this:
          - Provide it in the closure of verifyInjection, or in a function that it calls: $0.payment = ….
        """#
    )
  }

  /// Expects one issue, of line 1,000 of this file.
  private func expect(
    _ issues: Issues,
    _ kind: InjectionIssue.Kind,
    _ property: String?,
    _ key: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    message: () -> String
  ) {
    #expect(issues.messages == [message()], sourceLocation: sourceLocation)
    #expect(issues.all.map(\.kind) == [kind], sourceLocation: sourceLocation)
    #expect(issues.lines == [1_000], sourceLocation: sourceLocation)
    let parts = issues.all.map { [$0.property, $0.key, $0.fileID] }
    #expect(parts == [[property, key, #fileID]], sourceLocation: sourceLocation)
  }
}

// MARK: - Fixtures

private enum KeyWithoutProperty: InjectionKey { static var defaultValue: Int { 1 } }
