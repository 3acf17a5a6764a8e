/// Takes the issues of one test scope to the test that it belongs to.
package protocol TestReporter: Sendable {
  /// Called on any thread, also when the scope has ended.
  func report(_ issue: InjectionIssue)

  /// Whether the test did not run to its end, so that what it did not read says nothing.
  var wasSkipped: Bool { get }

  /// The scope's operation has ended; called in the task or on the thread that opened the scope.
  func scopeEnded()
}

extension TestReporter {
  package var wasSkipped: Bool { false }
}

/// The test frameworks that issues can be recorded in.
///
/// `InjectionTesting` has the one implementation. The core does not import it, nor a test framework:
/// it looks for the type when there is something to report.
package protocol TestFramework: SendableMetatype {
  /// The test that runs here, as people know it; `nil` where that is unknown.
  static var runningTest: String? { get }

  /// The reporter of a scope that the running test opens.
  static func reporter(
    forScope name: String?,
    fileID: StaticString,
    line: UInt
  ) -> any TestReporter

  /// Reports an issue of the process's own container.
  static func report(_ issue: InjectionIssue)
}

enum TestFrameworks {
  /// The implementation, if it is linked. The name is that of `InjectionTesting.LinkedFrameworks`, an
  /// enum, as the runtime knows it. Nothing has to be registered, and nothing runs before it is needed.
  static let linked =
    _typeByName("16InjectionTesting16LinkedFrameworksO") as? any TestFramework.Type
}

/// Passes issues to a closure.
struct HandlerReporter: TestReporter {
  let handler: @Sendable (InjectionIssue) -> Void

  func report(_ issue: InjectionIssue) { handler(issue) }
  func scopeEnded() {}
}

/// Writes issues to standard error, where nobody else takes them.
struct StandardErrorReporter: TestReporter {
  func report(_ issue: InjectionIssue) {
    Platform.writeToStandardError("\(issue)\n")
  }

  func scopeEnded() {}
}
