import Injection

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// The test that issues fail.
protocol RunningTest: Sendable {
  /// The name, or `nil` if it is unknown.
  var name: String? { get }

  /// What the test is, for its messages.
  var surroundings: Surroundings { get }

  /// Whether the test's own code runs here, and not code that it has started elsewhere.
  var isCurrent: Bool { get }

  /// Whether the test has begun and hasn't ended. The framework doesn't accept others' issues.
  var isRunning: Bool { get }

  /// Whether there is a test to fail.
  var canFail: Bool { get }

  /// Whether the test may have ended early, since it was skipped or has failed, so that unread
  /// overrides mean nothing.
  var mayHaveEndedEarly: Bool { get }

  /// Whether issues can fail the test only until the scope ends, while the test still holds its own
  /// objects.
  var endsWithScope: Bool { get }

  /// Fails the test, or, if it has ended, tells of the issue.
  ///
  /// - Parameter note: Where the issue is from, if that isn't the test's own code.
  func record(_ issue: InjectionIssue, note: String?)
}

extension RunningTest {
  var isCurrent: Bool { true }
  var isRunning: Bool { true }
  var canFail: Bool { true }
  var mayHaveEndedEarly: Bool { false }
  var endsWithScope: Bool { false }
}

/// An unknown test: of XCTest without this module's helpers, or of Swift Testing in a detached task
/// or on a queue; or a program without tests, which writes issues to standard error.
struct UnknownTest: RunningTest {
  /// Whether a scope of the test reports.
  let isInScope: Bool
  /// That scope's name.
  var name: String?
  var canFail: Bool { LinkedFrameworks.canFailTests }

  var surroundings: Surroundings {
    if !canFail { return .program }
    if LinkedFrameworks.isExitTest { return .exitTest }
    if !isInScope { return .outside }
    return LinkedFrameworks.isSwiftTesting ? .test : .testScope
  }

  func record(_ issue: InjectionIssue, note: String?) {
    let note = note ?? name.map { "In the scope \"\($0)\"." }
    let text = issue.text(with: note)
    #if canImport(Testing)
      if canFail, LinkedFrameworks.isSwiftTesting { return issue.record(in: nil, note: note) }
    #endif
    #if canImport(XCTest)
      let (file, line) = issue.sourceInXCTest.inXCTest
      if canFail { return XCTFail(text, file: file, line: line) }
    #endif
    Platform.writeToStandardError(text + "\n")
  }
}

extension InjectionIssue {
  func text(with note: String?) -> String { note.map { "\(self)\n\n\($0)" } ?? "\(self)" }
}
