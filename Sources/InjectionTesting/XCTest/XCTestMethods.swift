#if canImport(XCTest)
  import Dispatch
  import Foundation
  import Injection
  import XCTest

  /// The running test method, and its container, if it has no other.
  final class XCTestMethods: NSObject, XCTestObservation, @unchecked Sendable {
    // Unchecked because the superclass isn't `Sendable`.

    static let shared = XCTestMethods()

    private struct State: Sendable {
      var method: XCTestMethod?
      var isBare = false
      var scope: Scope?
    }

    private let state = Lock(State())

    /// Watches XCTest, which takes observers on the main thread only.
    func register() {
      if Thread.isMainThread { add() } else { DispatchQueue.main.async { self.add() } }
    }

    private func add() {
      assert(Thread.isMainThread, "On Linux, XCTest doesn't check it.")
      XCTestObservationCenter.shared.addTestObserver(self)
    }

    /// The method that runs.
    var running: XCTestMethod? { state.withLock { $0.method } }

    /// Where code is that is in no scope: on the main thread, which runs the method, or in a task,
    /// since the method's own can't be told from others.
    var scope: Scope? {
      let isOfMethod = unsafe Thread.isMainThread || withUnsafeCurrentTask { unsafe $0 != nil }
      if !isOfMethod { return nil }
      return state.withLock { state in
        if state.isBare, state.scope == nil, let method = state.method {
          let test = UnknownTest(isInScope: false, method: method)
          state.scope = .ofTest(TestReporter(test, hasEnd: false))
        }
        return state.scope
      }
    }

    /// The same, if it was made before.
    var knownScope: Scope? { state.withLock { $0.scope } }

    /// Another method runs, or none.
    private func next(_ method: XCTestMethod?, isBare: Bool) {
      let old = state.withLock { state in
        defer { state = State(method: method, isBare: isBare) }
        return state
      }
      // After the lock: what is released may read values.
      old.scope?.didEnd()
    }

    /// The running method has another container.
    func didOpenContainer() {
      next(running, isBare: false)
    }

    func testCaseWillStart(_ test: XCTestCase) {
      next(XCTestMethod(test), isBare: !(test is InjectedTestCase))
    }

    func testCaseDidFinish(_: XCTestCase) { next(nil, isBare: false) }
  }
#endif
