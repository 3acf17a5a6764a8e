#if canImport(XCTest)
  public import Injection
  public import XCTest

  /// A test case of XCTest that gives every test method a container of its own.
  ///
  /// Override ``inject(into:)`` to replace values. They hold in `setUp`, in the test, synchronous
  /// or not, in teardown blocks and in `tearDown`: all see the same container, and the next method
  /// has a fresh one.
  ///
  /// ```swift
  /// final class CheckoutTests: InjectedTestCase {
  ///   override var injectionOptions: TestScopeOptions { .strict }
  ///
  ///   override func inject(into values: inout InjectedValues) {
  ///     values.repository = MockRepository()
  ///   }
  ///
  ///   func testTotal() async {
  ///     let total = await Checkout().total()
  ///     XCTAssertEqual(total, 42)
  ///   }
  /// }
  /// ```
  ///
  /// A class may override ``invokeTest()`` and call `super` in a scope of its own: what that
  /// overrides is seen in the test, and wins.
  ///
  /// A class that has another base class calls `invokeInjected(options:_:test:)` instead.
  open class InjectedTestCase: XCTestCase {
    /// Which reads and overrides fail a test; none where this is not overridden.
    open var injectionOptions: TestScopeOptions { [] }

    /// Replaces values for one test method; nothing where this is not overridden.
    ///
    /// Called before `setUp`, for each test method, and before XCTest has begun it: where something
    /// is wrong, throw an error. An assertion would fail nothing.
    ///
    /// - Parameter values: The values to change. They see the changes made so far.
    /// - Throws: Any error fails the test, and the test method does not run.
    open func inject(into values: inout InjectedValues) throws {}

    private var scope: TestScope?
    private var updateResult = Result<Void, any Error>.success(())

    /// Opens the test method's container, and runs the test in it.
    ///
    /// That is around ``invokeTest()``. A class that overrides that one, and calls `super` in a
    /// scope, has the scope in the container.
    open override func perform(_ run: XCTestRun) {
      var scope = TestScope(of: self, options: injectionOptions, at: .unknown)
      updateResult = Result { try scope.update(at: .unknown, inject) }
      self.scope = scope
      defer { self.scope = nil }
      scope.enter { super.perform(run) }
    }

    /// Runs the test method, in its container.
    open override func invokeTest() {
      switch updateResult {
      // There is one: XCTest calls this in `perform`.
      case .success: scope!.runBody { super.invokeTest() }
      case .failure(let error): failToSetValues(error, at: .unknown)
      }
    }
  }
#endif
