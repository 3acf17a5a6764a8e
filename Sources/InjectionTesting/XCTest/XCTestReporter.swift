#if canImport(XCTest)
  import Foundation
  import Injection
  import Synchronization
  import XCTest

  /// Records the issues of a test method in its test case.
  ///
  /// A test case isn't thread-safe, and XCTest rejects failures of a test that has ended. So only
  /// the main thread, which runs test cases, records issues. Those of other threads wait for the
  /// end of the test method.
  final class XCTestReporter: TestReporter, @unchecked Sendable {
    // Unchecked because of the test case and the count, which are used only on the main thread,
    // while the test case runs.
    private weak let testCase: XCTestCase?
    /// How many failures of the test case are issues.
    private var issueCount = 0
    let name: String
    var testName: String? { name }

    /// The issues that wait for the end of the test method, or `nil` after the end.
    private let waiting = Lock<[InjectionIssue]?>([])

    init(_ testCase: XCTestCase) {
      self.testCase = testCase
      // `CheckoutTests.testTotal` or, with the Objective-C runtime, `-[CheckoutTests testTotal]`.
      let method = testCase.name.split { ". ]".contains($0) }.last ?? ""
      self.name = "\(type(of: testCase)).\(method)"
    }

    var endsWithScope: Bool { true }

    /// XCTest keeps a thrown error to itself, and tells only the number of failures.
    var mayHaveEndedEarly: Bool {
      guard let run = testCase?.testRun else { return false }
      return run.hasBeenSkipped || run.totalFailureCount > issueCount
    }

    func report(_ issue: InjectionIssue) {
      let (waits, isOver) = waiting.withLock { waiting in
        if waiting == nil { return (false, true) }
        // XCTest accepts no failures of a test method before the method begins.
        if Thread.isMainThread && testCase?.testRun?.startDate != nil { return (false, false) }
        waiting!.append(issue)
        return (true, false)
      }
      if waits { return }
      if isOver {
        let note = "In code that \(name) started, after it had ended."
        FileHandle.standardError.write(Data("\(issue)\n\n\(note)\n".utf8))
      } else {
        fail(issue)
      }
    }

    private func fail(_ issue: InjectionIssue) {
      guard let testCase else { return }
      let count = testCase.testRun?.totalFailureCount ?? 0
      testCase.fail(issue.description, at: issue.sourceInXCTest)
      // None, if a failure is expected.
      issueCount += (testCase.testRun?.totalFailureCount ?? 0) - count
    }

    func scopeEnded() {
      let issues = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting ?? []
      }
      for issue in issues { fail(issue) }
    }
  }
#endif
