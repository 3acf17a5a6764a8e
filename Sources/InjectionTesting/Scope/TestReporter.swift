import Injection

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// Takes the issues of one test scope to the test that it belongs to.
protocol TestReporter: Sendable {
  /// Called on any thread, also when the scope has ended.
  func report(_ issue: InjectionIssue)

  /// Whether the test did not run to its end, so that what it did not read says nothing.
  var wasSkipped: Bool { get }

  /// Whether issues fail the test only until `scopeEnded` is called, when the test still has
  /// objects of its own.
  var endsWithScope: Bool { get }

  /// The scope's operation has ended; called in the task or on the thread that opened the scope.
  func scopeEnded()
}

extension TestReporter {
  var wasSkipped: Bool { false }
  var endsWithScope: Bool { false }
  func scopeEnded() {}
}

/// Passes issues to a closure.
struct HandlerReporter: TestReporter {
  let handler: @Sendable (InjectionIssue) -> Void

  func report(_ issue: InjectionIssue) { handler(issue) }
}

/// Reports issues where it is not known which test runs: in XCTest without the helpers of this
/// module, or in Swift Testing on a detached task or a queue.
struct UnknownTestReporter: TestReporter {
  /// What the scope is called.
  var scope: String?

  func report(_ issue: InjectionIssue) {
    let note = scope.map { "In the scope \"\($0)\"." }
    #if canImport(Testing)
      if LinkedFrameworks.isSwiftTesting { return issue.record(in: nil, note: note) }
    #endif
    let text = note.map { "\(issue)\n\n\($0)" } ?? "\(issue)"
    #if canImport(XCTest)
      let (file, line) = issue.placeInXCTest.inXCTest
      XCTFail(text, file: file, line: line)
    #else
      print(text)
    #endif
  }
}
