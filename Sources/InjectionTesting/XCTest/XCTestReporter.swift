#if canImport(XCTest)
  import Foundation
  import Injection
  import Synchronization
  import XCTest

  /// Records the issues of a test method in its test case.
  ///
  /// A test case is not made for several threads, and XCTest does not take a failure of a test that
  /// is over. So only the main thread, which runs test cases, records: others leave issues behind
  /// for the end of the test method.
  final class XCTestReporter: TestReporter, @unchecked Sendable {
    // Unchecked because of the test case: it is used on the main thread only, while it runs.
    private weak let testCase: XCTestCase?
    let name: String

    /// What waits for the end of the test method; `nil` when it is over.
    private let waiting = Lock<[InjectionIssue]?>([])

    init(_ testCase: XCTestCase) {
      self.testCase = testCase
      // `CheckoutTests.testTotal` or, with the runtime of Objective-C, `-[CheckoutTests
      // testTotal]`.
      let method = testCase.name.split { ". ]".contains($0) }.last ?? ""
      self.name = "\(type(of: testCase)).\(method)"
    }

    var endsWithScope: Bool { true }
    var wasSkipped: Bool { testCase?.testRun?.hasBeenSkipped == true }

    func report(_ issue: InjectionIssue) {
      let (waits, isOver) = waiting.withLock { waiting in
        if waiting == nil { return (false, true) }
        // Before a test method has begun, XCTest takes no failures of it.
        if Thread.isMainThread && testCase?.testRun?.startDate != nil { return (false, false) }
        waiting!.append(issue)
        return (true, false)
      }
      if waits { return }
      if isOver {
        let note = "In what \(name) started, after it had ended."
        FileHandle.standardError.write(Data("\(issue)\n\n\(note)\n".utf8))
      } else {
        testCase?.fail(issue.description, at: issue.placeInXCTest)
      }
    }

    func scopeEnded() {
      let issues = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting ?? []
      }
      for issue in issues {
        testCase?.fail(issue.description, at: issue.placeInXCTest)
      }
    }
  }
#endif
