#if canImport(XCTest)
  import Foundation
  import Synchronization
  import XCTest

  /// Tells one test method of XCTest from the next: nobody else says which one runs.
  final class TestMethods: NSObject, XCTestObservation, Sendable {
    /// Made when there is something to report. XCTest is told on the main thread, where it runs
    /// tests.
    static let shared: TestMethods = {
      let methods = TestMethods()
      if Thread.isMainThread {
        XCTestObservationCenter.shared.addTestObserver(methods)
      } else {
        DispatchQueue.main.async { XCTestObservationCenter.shared.addTestObserver(methods) }
      }
      return methods
    }()

    private let count = Atomic(0)

    /// How many test methods have ended since there was something to report.
    var ended: Int { count.load(ordering: .relaxed) }

    func testCaseDidFinish(_: XCTestCase) {
      // Relaxed: only the number counts.
      count.add(1, ordering: .relaxed)
    }
  }
#endif
