package import Injection

#if canImport(Testing)
  import Testing
#endif

/// Takes issues to the test framework that runs.
///
/// `Injection` finds this type by its name: see `UnobservedIssues`. It is `package` so that no
/// configuration of a build leaves out what only the name leads to.
package enum LinkedFrameworks: TestFramework {
  package static var runningTest: String? {
    #if canImport(Testing)
      if let test = Test.current {
        // A test's cases are told apart by their arguments, which a case says when it is printed.
        return "\(test.id) \(Test.Case.current.map { "\($0)" } ?? "")"
      }
    #endif
    #if canImport(XCTest)
      return "\(TestMethods.shared.ended)"
    #else
      return nil
    #endif
  }

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
