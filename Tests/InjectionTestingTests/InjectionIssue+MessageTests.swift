import Injection
import InjectionTesting
import Synchronization
import Testing

@Suite struct InjectionIssue_MessageTests {
  @Test func `a strict test that reads a live default`() {
    let issues = Issues()
    let line = #line + 1
    withTestScope(options: [.strict, issues.option]) {
      $0.newCounter = Counter()
    } operation: {
      _ = Injected(\.counter, line: 1_000)()
    }
    #expect(
      issues.messages == [
        #"""
        A strict test read a live default that nothing overrides.

          Property:  \.counter
          Key:       CounterKey
          Value:     Counter
          Place:     InjectionIssue+MessageTests.swift:1000
          Near miss: \.newCounter has the same type of value, and is overridden at InjectionIssue+MessageTests.swift:\#(line)

        To fix this:
        - Override it for the test: @Test(.injected(\.counter, …)).
        - Or give the key a testValue of its own.
        - Or, where the default is what the test is about: .strict(except: \.counter).
        """#
      ]
    )
    expect(issues, .notOverridden, "counter", "CounterKey", line: 1_000)
  }

  @Test func `a read of a value without an implementation`() {
    let issues = Issues()
    withTestScope(options: issues.option, operation: { _ = Injected(\.payment, line: 1_000)() })
    #expect(
      issues.messages == [
        #"""
        A value was read that has no implementation here.

          Property: \.payment
          Key:      PaymentKey
          Value:    String
          Place:    InjectionIssue+MessageTests.swift:1000

        To fix this:
        - Override it for the test: @Test(.injected(\.payment, …)), or in a scope of the test: withInjected(\.payment, …) { … }.
        - Or give the key a value for this context.
        """#
      ]
    )
    expect(issues, .unimplemented, "payment", "PaymentKey", line: 1_000)
  }

  @Test func `an override that is never read`() {
    let issues = Issues()
    withTestScope(
      options: [.failOnUnusedOverrides, issues.option],
      { $0.note = nil },
      operation: {},
      line: 1_000
    )
    #expect(
      issues.messages == [
        #"""
        An override was never read.

          Property: \.note
          Key:      NoteKey
          Value:    Optional<String>
          Place:    InjectionIssue+MessageTests.swift:1000

        To fix this:
        - Remove the override.
        - Or find out why the code under test does not read it: it may read another key, or run where the scope is not inherited, in a detached task or on a queue.
        """#
      ]
    )
    expect(issues, .neverRead, "note", "NoteKey", line: 1_000)
  }

  @Test func `code that is provided and never runs`() {
    let issues = Issues()
    withTestScope(
      options: [.failOnUnusedOverrides, issues.option],
      { $0.provide(KeyWithoutProperty.self) { 2 } },
      operation: {},
      line: 1_000
    )
    #expect(
      issues.messages == [
        """
        An override was never read.

          Key:   KeyWithoutProperty
          Value: Int
          Place: InjectionIssue+MessageTests.swift:1000

        To fix this:
        - Remove the override.
        - Or find out why the code under test does not read it: it may read another key, or run where the scope is not inherited, in a detached task or on a queue.
        """
      ]
    )
    expect(issues, .neverRead, nil, "KeyWithoutProperty", line: 1_000)
  }

  @Test func `a key without a property`() {
    let issues = Issues()
    withTestScope(options: [.strict, issues.option]) {
      _ = Injected({ $0[KeyWithoutProperty.self] }, line: 1_000)()
    }
    #expect(
      issues.messages == [
        #"""
        A strict test read a live default that nothing overrides.

          Key:   KeyWithoutProperty
          Value: Int
          Place: InjectionIssue+MessageTests.swift:1000

        To fix this:
        - Override it for the test: @Test(.injected { $0[KeyWithoutProperty.self] = … }).
        - Or give the key a testValue of its own.
        - Or, where the default is what the test is about: .strict(except: { $0[KeyWithoutProperty.self] }).
        """#
      ]
    )
  }

  @Test func `a key without a property or an implementation`() {
    let issues = Issues()
    withTestScope(options: issues.option) {
      _ = Injected({ $0[UnimplementedKey.self] }, line: 1_000)()
    }
    #expect(
      issues.messages == [
        #"""
        A value was read that has no implementation here.

          Key:   UnimplementedKey
          Value: Int
          Place: InjectionIssue+MessageTests.swift:1000

        To fix this:
        - Override it for the test: @Test(.injected { $0[UnimplementedKey.self] = … }), or in a scope of the test: withInjected { $0[UnimplementedKey.self] = … } operation: { … }.
        - Or give the key a value for this context.
        """#
      ]
    )
  }

  @Test func `properties that do not build`() {
    let text = Mutex("")
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
          A value was read that has no implementation here.

            Property: \.payment
            Key:      PaymentKey
            Value:    String
            Declared: Values.swift:\#(InjectedValues.paymentLine)

          To fix this:
          - Override it for the test: @Test(.injected(\.payment, …)), or in a scope of the test: withInjected(\.payment, …) { … }.
          - Or give the key a value for this context.
        """#
    )
  }

  private func expect(
    _ issues: Issues,
    _ kind: InjectionIssue.Kind,
    _ property: String?,
    _ key: String,
    line: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(issues.all.map(\.kind) == [kind], sourceLocation: sourceLocation)
    #expect(issues.all.map(\.property) == [property], sourceLocation: sourceLocation)
    #expect(issues.all.map(\.key) == [key], sourceLocation: sourceLocation)
    #expect(issues.all.map(\.fileID) == [#fileID], sourceLocation: sourceLocation)
    #expect(issues.all.map(\.line) == [line], sourceLocation: sourceLocation)
  }
}

// MARK: - Fixtures

private enum KeyWithoutProperty: InjectionKey { static var defaultValue: Int { 1 } }

private enum UnimplementedKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static var testValue: Int { unimplemented(0) }
}
