#if canImport(XCTest)
  import Foundation
  import Injection
  import XCTest

  /// The container of the running test method, if the method has no other.
  final class XCTestMethods: NSObject, XCTestObservation, @unchecked Sendable {
    // Unchecked because the superclass isn't `Sendable`.

    /// Registered when it is first needed, maybe in a test method.
    static let shared: XCTestMethods = {
      let methods = XCTestMethods()
      XCTestObservationCenter.shared.addTestObserver(methods)
      return methods
    }()

    private struct State: Sendable {
      var isRunning = LinkedFrameworks.isXCTest
      /// Whether XCTest has said so.
      var isKnown = false
      var scope: Scope?
    }

    private let state = Lock(State())

    /// Where code is that is in no scope: on the main thread, which runs the method, or in a task,
    /// since the method's own can't be told from others.
    var scope: Scope? {
      let isOfMethod = unsafe Thread.isMainThread || withUnsafeCurrentTask { unsafe $0 != nil }
      if !isOfMethod { return nil }
      return state.withLock { state in
        if state.isRunning, state.scope == nil {
          let test = UnknownTest(isInScope: false)
          state.scope = .ofTest(state.isKnown ? TestReporter(test) : nil)
        }
        return state.scope
      }
    }

    /// Another method runs, or none, or one that has another container.
    func next(isRunning: Bool) {
      let old = state.withLock { state in
        defer { state = State(isRunning: isRunning, isKnown: true) }
        return state
      }
      // After the lock: what is released may read values.
      old.scope?.didEnd()
    }

    func testCaseWillStart(_ test: XCTestCase) { next(isRunning: !(test is InjectedTestCase)) }

    func testCaseDidFinish(_: XCTestCase) { next(isRunning: false) }
  }
#endif
