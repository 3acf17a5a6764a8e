import Injection

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// Takes issues to the test framework that runs.
///
/// `Injection` finds this type by its name: see `TestFrameworks`.
enum LinkedFrameworks: TestFramework {
  static var runningTest: String? {
    #if canImport(Testing)
      if let test = Test.current {
        // A test's cases are told apart by their arguments, which a case says when it is printed.
        return "\(test.id) \(Test.Case.current.map { "\($0)" } ?? "")"
      }
    #endif
    return nil
  }

  static func reporter(
    forScope name: String?,
    fileID: StaticString,
    line: UInt
  ) -> any TestReporter {
    #if canImport(Testing)
      if let test = Test.current { return SwiftTestingReporter(test) }
    #endif
    return UnknownTestReporter(scope: name, fileID: fileID, line: line)
  }

  static func report(_ issue: InjectionIssue) {
    report(issue, fileID: #fileID, line: #line)
  }

  /// - Parameters:
  ///   - fileID: The file that XCTest shows, which takes literals only.
  ///   - line: The line that XCTest shows.
  static func report(_ issue: InjectionIssue, fileID: StaticString, line: UInt) {
    #if canImport(Testing)
      if let test = Test.current { return issue.record(in: test) }
    #endif
    UnknownTestReporter(scope: nil, fileID: fileID, line: line).report(issue)
  }
}

/// Reports issues where it is not known which test runs: in XCTest without the helpers of this module,
/// or in Swift Testing on a detached task or a queue.
struct UnknownTestReporter: TestReporter {
  let scope: String?
  let fileID: StaticString
  let line: UInt

  func report(_ issue: InjectionIssue) {
    let text = scope.map { "\(issue)\n\nIn the scope \"\($0)\"." } ?? "\(issue)"
    #if canImport(Testing)
      // The package manager runs each framework in a process of its own, and says which.
      if CommandLine.arguments.contains("swift-testing") {
        issue.record(in: nil, note: scope.map { "In the scope \"\($0)\"." })
        return
      }
    #endif
    #if canImport(XCTest)
      XCTFail(text, file: fileID, line: line)
    #else
      print(text)
    #endif
  }

  func scopeEnded() {}
}
