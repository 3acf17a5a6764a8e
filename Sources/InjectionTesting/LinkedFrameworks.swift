package import Injection

#if canImport(Testing)
  import Testing
#endif

/// Takes issues to the test framework that runs.
///
/// `Injection` finds this type by its name: see `UnobservedIssues`. It is `package` so that no
/// configuration of a build leaves out what only the name leads to.
package enum LinkedFrameworks: TestFramework {
  package static var isInTest: Bool {
    #if canImport(Testing)
      return Test.current != nil
    #else
      return false
    #endif
  }

  /// Whether this process runs tests of Swift Testing alone: the package manager runs each
  /// framework in a process of its own, and says which.
  static var isSwiftTesting: Bool { CommandLine.arguments.contains("swift-testing") }

  /// The reporter of a scope that the running test opens.
  static func reporter(forScope name: String?) -> any TestReporter {
    #if canImport(Testing)
      if let test = Test.current { return SwiftTestingReporter(test) }
    #endif
    return UnknownTestReporter(scope: name)
  }

  /// Reports an issue of no scope, or of one whose test is the running one.
  package static func report(_ issue: InjectionIssue) {
    #if canImport(Testing)
      if let test = Test.current { return issue.record(in: test) }
    #endif
    UnknownTestReporter().report(issue)
  }
}
