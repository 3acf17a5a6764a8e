import Dispatch
import Injection
import InjectionTesting
import Synchronization
import Testing

// Each failure mode fails a test: known issues are failures that would be ones.
@Suite(.injected()) struct TestIssueTests {
  // R14
  @Test func `an unimplemented read fails the test and goes on`() {
    let payment = Injected(\.payment, line: 1_000)
    withKnownIssue {
      #expect(payment() == "none")
    } matching: {
      $0.says("no implementation", "\\.payment", "PaymentKey", at: 1_000)
    }
  }

  @Test func `a place is reported once, not a thousand times`() {
    let first = Injected(\.payment, line: 1_000)
    let second = Injected(\.payment, line: 2_000)
    let issues = Issues()
    withTestScope(options: issues.option) {
      for _ in 0..<1_000 { _ = (first(), second()) }
    }
    #expect(issues.lines == [1_000, 2_000])
  }

  @Test func `each test of a place is told`() {
    let payment = Injected(\.payment, line: 1_000)
    for _ in 0..<2 {
      let issues = Issues()
      withTestScope(options: issues.option) { _ = payment() }
      #expect(issues.lines == [1_000])
    }
  }

  @Test func `changing a member of an unimplemented value is no read of it`() {
    let issues = Issues()
    withTestScope(options: issues.option) {
      $0.payment += "!"
    } operation: {
      #expect(InjectedValues.current.payment == "none!")
    }
    #expect(issues.lines == [])
  }

  @Test func `an issue in a task group reaches its test`() async {
    await withKnownIssue {
      await withTaskGroup { group in
        group.addTask { _ = InjectedValues.current.payment }
      }
    } matching: {
      $0.says("no implementation", "\\.payment")
    }
  }

  // R17
  @Test(.injected(.strict) { $0.label = "mine" })
  func `a strict test fails for a default that nothing overrides`() {
    let counter = Injected(\.counter, line: 1_000)
    #expect(InjectedValues.current.label == "mine")
    withKnownIssue {
      counter().increment()
    } matching: {
      $0.says("strict", "\\.counter", "CounterKey", "Counter", at: 1_000)
    }
  }

  @Test func `a strict test fails for each lifetime`() {
    let issues = Issues()
    withTestScope(options: [.strict, issues.option]) {
      // A singleton, a shared and a transient value. The singleton is built from a label, which has
      // a test value of its own.
      _ = InjectedValues.current.archive
      let shared = InjectedValues.current.sharedCounter
      #expect(InjectedValues.current.sharedCounter === shared)
      #expect(InjectedValues.current.newCounter !== shared)
    }
    #expect(issues.properties == ["archive", "sharedCounter", "newCounter"])
  }

  @Test func `a transient value is told once for each place, too`() {
    let issues = Issues()
    let first = Injected(\.newCounter, line: 1_000)
    let second = Injected(\.newCounter, line: 2_000)
    withTestScope(options: [.strict, issues.option]) {
      for _ in 0..<100 { _ = (first(), second()) }
    }
    #expect(issues.lines == [1_000, 2_000])
  }

  @Test func `what a key declares as its own test value is not live`() {
    let issues = Issues()
    withTestScope(options: [.strict, issues.option]) {
      #expect(InjectedValues.current.label == "test")
      // It calls the key's live code itself: the key says so.
      #expect(InjectedValues.current.declaredCounter.count == 0)
    }
    #expect(issues.properties == [])
  }

  @Test func `provided code is not live, and what it reads is`() {
    let issues = Issues()
    withTestScope(options: [.strict, issues.option]) {
      $0.provide(InjectedValues.CounterKey.self) { Counter() }
      $0.provide(InjectedValues.ReportKey.self) {
        Report(title: "\(InjectedValues.current.sharedCounter.count)")
      }
    } operation: {
      _ = (InjectedValues.current.counter, InjectedValues.current.report)
    }
    #expect(issues.properties == ["sharedCounter"])
  }

  @Test func `an unimplemented value that code is provided for is implemented`() {
    let issues = Issues()
    withTestScope(options: [.strict, .failOnUnusedOverrides, issues.option]) {
      $0.provide(InjectedValues.PaymentKey.self) { "provided" }
    } operation: {
      #expect(InjectedValues.current.payment == "provided")
    }
    #expect(issues.properties == [])
  }

  @Test func `a bare read is told at the place of the test's scope`() {
    let issues = Issues()
    let line = #line + 1
    withTestScope(options: [.strict, issues.option]) {
      _ = (InjectedValues.current.counter, InjectedValues.current.payment)
    }
    #expect(issues.properties == ["counter", "payment"])
    #expect(issues.all.allSatisfy { $0.fileID == #fileID && $0.line == line })
  }

  @Test func `so is a read by a default that is built`() {
    let issues = Issues()
    let line = #line + 1
    withTestScope(options: [.strict, issues.option]) { _ = Injected(\.ledger, line: 1_000)() }
    #expect(issues.properties == ["counter", "ledger"])
    #expect(issues.lines == [line, 1_000])
  }

  @Test func `a read through the subscript is told at its place`() {
    let issues = Issues()
    let line = #line + 2
    withTestScope(options: [.strict, issues.option]) {
      _ = InjectedValues[\.counter]
      _ = InjectedValues[\.config.timeout]
    }
    #expect(issues.properties == ["counter", "config"])
    #expect(issues.lines == [line, line + 1])
    #expect(issues.all.allSatisfy { $0.fileID == #fileID })
  }

  @Test func `an override of each lifetime satisfies strict and is used`() {
    let issues = Issues()
    withTestScope(options: [.strict, .failOnUnusedOverrides, issues.option]) {
      $0.archive = Report(title: "mine")
      $0.sharedCounter = Counter()
      $0.newCounter = Counter()
    } operation: {
      let values = InjectedValues.current
      #expect(values.archive.title == "mine")
      #expect(values.newCounter === values.newCounter)
      #expect(values.sharedCounter !== values.newCounter)
    }
    #expect(issues.properties == [])
  }

  @Test func `strict reports a default that was read before it was a mistake`() {
    let issues = Issues()
    withTestScope(options: [.strict, issues.option]) {
      $0.config.timeout = 1
      $0.counter.increment()
    } operation: {
      #expect(InjectedValues.current.config.timeout == 1)
      #expect(issues.properties == [])
      #expect(InjectedValues.current.counter.count == 1)
    }
    #expect(issues.properties == ["counter"])
  }

  @Test(.injected(.strict), .injected(\.note, nil))
  func `an override with nil satisfies strict`() {
    #expect(InjectedValues.current.note == nil)
  }

  @Test func `an override that is never read fails the test, at its place`() async throws {
    try await withKnownIssue {
      try await provideScope(
        .injected(.failOnUnusedOverrides),
        .injected(\.label, "read", line: 1_000),
        .injected(\.note, "unread", line: 2_000)
      ) {
        _ = InjectedValues.current.label
      }
    } matching: {
      $0.says("never read", "\\.note", "NoteKey", "Optional<String>", at: 2_000)
    }
  }

  @Test(.injected(.failOnUnusedOverrides), .injected(\.label, "mine"))
  func `an override that only a default's build reads is used`() {
    #expect(InjectedValues.current.report.title == "Report on mine")
  }

  @Test func `an override that a default is scoped by is used`() {
    let issues = Issues()
    withTestScope(options: [.failOnUnusedOverrides, issues.option]) {
      $0.readNumber = 1
      $0.unreadNumber = 2
    } operation: {
      _ = InjectedValues.current.scopedByNumber
    }
    #expect(issues.properties == ["unreadNumber"])
  }

  @Test(.injected(.failOnUnusedOverrides) { $0.label = "first" }, .injected(\.label, "second"))
  func `an override that another one replaces need not be read`() {
    #expect(InjectedValues.current.label == "second")
  }

  @Test func `overrides of inner scopes count, in their order`() {
    let issues = Issues()
    withTestScope(options: [.failOnUnusedOverrides, issues.option]) {
      $0.note = nil
      _ = $0.config
      $0.label = "outer"
    } operation: {
      withInjected(\.label, "inner") {}
      withInjected(\.payment, "inner") { _ = InjectedValues.current.payment }
    }
    #expect(issues.properties == ["note", "label", "label"])
  }

  @Test func `an override that went unread with its scope is reported`() {
    let issues = Issues()
    withTestScope(options: [.failOnUnusedOverrides, issues.option]) {
      withInjected(\.label, "unread") {}
      // One of these is likely to have the address that the first one had.
      for index in 0..<100 {
        withInjected(\.label, "\(index)") { _ = InjectedValues.current.label }
      }
    }
    #expect(issues.properties == ["label"])
  }

  @Test func `so is one whose place in memory a default has taken`() {
    let issues = Issues()
    // All at one place, as the parts of one scope are.
    func open(_ update: (inout InjectedValues) -> Void) { withInjected(update, operation: {}) }
    withTestScope(options: [.failOnUnusedOverrides, issues.option]) {
      open { $0.unreadNumber = 1 }
      open {
        // Built, and likely to have the address that the first override had.
        _ = $0.readNumber
        $0.readNumber = 2
        _ = $0.readNumber
      }
    }
    #expect(issues.properties == ["unreadNumber"])
  }

  @Test func `an error that ends the test is not followed by unused overrides`() {
    let issues = Issues()
    #expect(throws: CancellationError.self) {
      try withTestScope(options: [.failOnUnusedOverrides, issues.option]) {
        $0.label = "unread"
      } operation: {
        throw CancellationError()
      }
    }
    #expect(issues.properties == [])
  }

  @Test func `options add up`() {
    let issues = Issues()
    withTestScope(options: [
      [.strict, .failOnUnusedOverrides], .strict(except: \.note), issues.option,
    ]) {
      $0.label = "unread"
    } operation: {
      _ = (InjectedValues.current.counter, InjectedValues.current.note)
    }
    #expect(issues.properties == ["counter", "label"])
  }
}

// Without a trait.
@Suite struct TestIssueWithoutTraitTests {
  @Test func `a scope in the body fails the running test`() {
    withKnownIssue {
      withTestScope(options: [.strict, .failOnUnusedOverrides]) {
        $0.note = nil
      } operation: {
        _ = (InjectedValues.current.payment, InjectedValues.current.counter)
      }
    } matching: {
      $0.says("\\.payment") || $0.says("\\.counter") || $0.says("\\.note")
    }
  }

  @Test func `a scope's issues wait where the test is not known`() async {
    await withKnownIssue {
      await withTestScope {
        let values = InjectedValues.current
        await Task.detached { withInjected(values) { _ = InjectedValues.current.payment } }.value
        await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            withInjected(values) { _ = InjectedValues.current.receipt }
            continuation.resume()
          }
        }
      }
    } matching: {
      $0.says("\\.payment", "TestIssueWithoutTraitTests.`a scope's issues wait")
    }
  }

  @Test(arguments: [1, 2]) func `each case of a place is told`(number: Int) {
    withKnownIssue { _ = InjectedValues.current.payment }
  }

  // The process's container is shared by all tests that have none of their own.
  @Test func `a read in the process's container fails the test`() {
    withKnownIssue {
      _ = InjectedValues.current.payment
    } matching: {
      $0.says("no implementation", "\\.payment")
    }
  }

  @Test func `a read in the process's container fails the next test too`() {
    withKnownIssue {
      for _ in 0..<1_000 { _ = InjectedValues.current.payment }
    } matching: {
      $0.says("no implementation", "\\.payment")
    }
  }
}

extension Issue {
  /// Whether the message has these texts, and the place is this line of any file.
  fileprivate func says(_ texts: String..., at line: Int? = nil) -> Bool {
    let message = comments.map(\.rawValue).joined()
    return texts.allSatisfy { message.contains($0) }
      && (line == nil || sourceLocation?.line == line)
  }
}

/// Runs `body` as a case of the running test that has these traits, too.
private func provideScope(
  _ traits: InjectedTrait...,
  performing body: @escaping @Sendable () async throws -> Void
) async throws {
  var test = Test.current!
  test.traits = traits
  try await traits[0].provideScope(for: test, testCase: .current) { try await body() }
}

extension InjectedValues {
  private enum UnreadKey: InjectionKey { static var defaultValue: Int { 0 } }
  fileprivate var unreadNumber: Int {
    get { self[UnreadKey.self] }
    set { self[UnreadKey.self] = newValue }
  }

  private enum ReadKey: InjectionKey { static var defaultValue: Int { 0 } }
  fileprivate var readNumber: Int {
    get { self[ReadKey.self] }
    set { self[ReadKey.self] = newValue }
  }

  private enum ScopedByNumberKey: InjectionKey {
    static var defaultValue: Int { 0 }
    static var lifetime: InjectionLifetime { .scoped(by: ReadKey.self) }
  }
  fileprivate var scopedByNumber: Int { self[ScopedByNumberKey.self] }
}
