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
  /// A class that has another base class calls `invokeInjected(options:_:test:)` instead.
  open class InjectedTestCase: XCTestCase {
    /// Which reads and overrides fail a test; none where this is not overridden.
    open var injectionOptions: TestScopeOptions { [] }

    /// Replaces values for one test method; nothing where this is not overridden.
    ///
    /// Called before `setUp`, for each test method.
    ///
    /// - Parameter values: The values to change. They see the changes made so far.
    /// - Throws: Any error fails the test, and the test method does not run.
    open func inject(into values: inout InjectedValues) throws {}

    /// Runs the test method in its container.
    open override func invokeTest() {
      invokeInjected(
        options: injectionOptions,
        inject,
        test: { super.invokeTest() },
        at: .unknown
      )
    }
  }
#endif
