import Injection

#if canImport(Testing)
  import Testing
#endif

/// The test that issues fail.
protocol RunningTest: Sendable {
  /// The name, or `nil` if it is unknown.
  var name: String? { get }

  /// What the test is, for its messages.
  var surroundings: Surroundings { get }

  /// Whether the test's own code runs here, and not code that it has started elsewhere.
  var isCurrent: Bool { get }

  /// Whether this is a suite, or all cases of a test.
  var isOfSeveral: Bool { get }

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
  /// - Parameters:
  ///   - path: The path of the issue's file, if it is known.
  ///   - note: Where the issue is from, if that isn't the test's own code.
  func record(_ issue: InjectionIssue, path: String?, note: String?)
}

extension RunningTest {
  var isCurrent: Bool { true }
  var isOfSeveral: Bool { false }
  var isRunning: Bool { true }
  var canFail: Bool { true }
  var mayHaveEndedEarly: Bool { false }
  var endsWithScope: Bool { false }
}

/// An unknown test: of XCTest without this module's helpers, or of Swift Testing in a detached task
/// or on a queue; or none, as in a program without tests.
struct UnknownTest: RunningTest {
  /// Whether a scope of the test reports.
  let isInScope: Bool
  /// That scope's name.
  var scope: String?
  #if canImport(XCTest)
    /// The test method that ran when this was made.
    var method = XCTestMethods.shared.running

    var name: String? { scope ?? method?.name }
    var isRunning: Bool { method == nil || XCTestMethods.shared.running === method }
  #else
    var name: String? { scope }
  #endif
  var canFail: Bool { LinkedFrameworks.canFailTests }

  var surroundings: Surroundings {
    if !canFail { return .program }
    if LinkedFrameworks.isExitTest { return .exitTest }
    if !isInScope { return .outside }
    return LinkedFrameworks.isInMethod ? .testScope : .test
  }

  func record(_ issue: InjectionIssue, path: String?, note: String?) {
    let note = note ?? scope.map { "In the scope \"\($0)\"." }
    #if canImport(XCTest)
      if let method {
        // At once, on any thread, as assertions do; but not the next method.
        if isRunning { return method.fail(issue, path: path, note: note) }
        return Platform.writeToStandardError(issue.text(with: note) + "\n")
      }
    #endif
    let notes = [note, RunningTests.note].compactMap(\.self)
    let allNotes = notes.isEmpty ? nil : notes.joined(separator: "\n")
    issue.writeWithoutTest(allNotes)
    #if canImport(Testing)
      if canFail { issue.record(in: nil, path: path, note: allNotes) }
    #endif
  }
}

extension InjectionIssue {
  /// Writes an issue of which no test is known to standard error.
  ///
  /// Swift Testing fails the run for such an issue, but drops it while it runs no test, as when it
  /// evaluates the arguments and conditions of tests.
  func writeWithoutTest(_ note: String?) {
    // A warning was written before. The issue of an exit test reaches the test that has it.
    if kind == .waitingRead || LinkedFrameworks.isExitTest { return }
    Platform.writeToStandardError(text(with: note) + "\n")
  }

  func text(with note: String?) -> String { note.map { "\(self)\n\n\($0)" } ?? "\(self)" }
}
