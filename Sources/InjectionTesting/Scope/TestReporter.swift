import Injection

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// Passes the issues of a test scope to its test.
protocol TestReporter: Sendable {
  /// What the test is, for its messages.
  var surroundings: Surroundings { get }

  /// The test's name; `nil` where it is unknown.
  var testName: String? { get }

  /// Called on any thread, even after the scope ended.
  func report(_ issue: InjectionIssue)

  /// Whether there is a test to fail, or a handler that decides.
  var canFail: Bool { get }

  /// Whether the test may have ended early, since it was skipped or has failed, so that unread
  /// overrides mean nothing.
  var mayHaveEndedEarly: Bool { get }

  /// Whether issues can fail the test only until `scopeEnded` is called, while the test still holds
  /// its own objects.
  var endsWithScope: Bool { get }

  /// Called when the scope's operation has ended, in the task or on the thread that opened the
  /// scope.
  func scopeEnded()
}

extension TestReporter {
  var surroundings: Surroundings { .testScope }
  var canFail: Bool { true }
  var mayHaveEndedEarly: Bool { false }
  var endsWithScope: Bool { false }
  func scopeEnded() {}
}

/// Passes issues to a closure.
struct HandlerReporter: TestReporter {
  let surroundings: Surroundings
  let testName: String?
  let handler: @Sendable (InjectionIssue) -> Void

  func report(_ issue: InjectionIssue) { handler(issue) }
}

/// Reports issues if the running test is unknown: in XCTest without this module's helpers, or in
/// Swift Testing in a detached task or on a queue. In a program without tests, it writes them to
/// standard error.
struct UnknownTestReporter: TestReporter {
  /// The scope's name.
  var scope: String?
  var testName: String? { scope }
  var canFail: Bool { LinkedFrameworks.canFailTests }

  var surroundings: Surroundings {
    if !canFail { return .program }
    if LinkedFrameworks.isExitTest { return .exitTest }
    return LinkedFrameworks.isSwiftTesting ? .test : .testScope
  }

  func report(_ issue: InjectionIssue) {
    let note = scope.map { "In the scope \"\($0)\"." }
    let text = note.map { "\(issue)\n\n\($0)" } ?? "\(issue)"
    if !canFail { return Platform.writeToStandardError(text + "\n") }
    #if canImport(Testing)
      if LinkedFrameworks.isSwiftTesting { return issue.record(in: nil, note: note) }
    #endif
    #if canImport(XCTest)
      let (file, line) = issue.sourceInXCTest.inXCTest
      XCTFail(text, file: file, line: line)
    #else
      Platform.writeToStandardError(text + "\n")
    #endif
  }
}
