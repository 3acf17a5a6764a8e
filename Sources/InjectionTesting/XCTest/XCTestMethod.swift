#if canImport(XCTest)
  import Foundation
  import Injection
  import XCTest

  /// A test method of XCTest.
  ///
  /// A test case isn't thread-safe, and XCTest rejects failures of a test that hasn't begun or has
  /// ended. So only the main thread, which runs test cases, records issues.
  final class XCTestMethod: RunningTest, @unchecked Sendable {
    // Unchecked because of the test case and the count, which are used only on the main thread,
    // while the test case runs.
    private weak let testCase: XCTestCase?
    /// How many failures of the test case are issues.
    private var issueCount = 0
    let name: String?

    init(_ testCase: XCTestCase) {
      self.testCase = testCase
      // `CheckoutTests.testTotal` or, with the Objective-C runtime, `-[CheckoutTests testTotal]`.
      let method = testCase.name.split { ". ]".contains($0) }.last ?? ""
      self.name = "\(type(of: testCase)).\(method)"
    }

    var surroundings: Surroundings { .testScope }
    var isCurrent: Bool { Thread.isMainThread }
    var isRunning: Bool {
      testCase?.testRun.map { $0.startDate != nil && $0.stopDate == nil } ?? false
    }
    var endsWithScope: Bool { true }

    /// XCTest keeps a thrown error to itself, and tells only the number of failures.
    var mayHaveEndedEarly: Bool {
      testCase?.testRun.map { $0.hasBeenSkipped || $0.totalFailureCount > issueCount } ?? false
    }

    func record(_ issue: InjectionIssue, path: String?, note: String?) {
      guard isCurrent && isRunning, let testCase else {
        return Platform.writeToStandardError(issue.text(with: note) + "\n")
      }
      let count = testCase.testRun?.totalFailureCount ?? 0
      fail(issue, path: path, note: note)
      // None, if a failure is expected.
      issueCount += (testCase.testRun?.totalFailureCount ?? 0) - count
    }

    /// Fails the method, on any thread, as assertions do.
    func fail(_ issue: InjectionIssue, path: String?, note: String?) {
      testCase?.fail(issue.text(with: note), at: issue.placeInXCTest(path: path))
    }
  }
#endif
