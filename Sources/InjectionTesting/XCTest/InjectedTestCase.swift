#if canImport(XCTest)
  public import Injection
  public import XCTest

  /// An XCTest test case that gives every test method its own container.
  ///
  /// Override ``inject(into:)`` to replace values. `setUp`, the test, teardown blocks and
  /// `tearDown` are in the same container, also if they are asynchronous. The next method has a new
  /// one.
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
  /// XCTest creates a test case before the container exists. So a stored property, such as
  /// `let model = Model()`, is created outside of the container, and what it reads fails no test.
  /// Create the model in `setUp` or in the test.
  ///
  /// In a module whose default isolation is the main actor, write `nonisolated final class`. A test
  /// method on the main actor must be `async` on Linux.
  ///
  /// A class can override ``invokeTest()`` and call `super` in a scope. The overrides of that scope
  /// win.
  ///
  /// A class with another base class calls `invokeInjected(options:_:test:)` instead.
  open class InjectedTestCase: XCTestCase {
    /// Which reads and overrides fail a test. By default, there are no options.
    open var injectionOptions: TestScopeOptions { [] }

    /// Replaces values for one test method. By default, it replaces none.
    ///
    /// It is called before `setUp`, for each test method, in the container and outside of the
    /// overrides: until it returns, only `values` has them. Later, the test sees them through the
    /// objects that are created here, but not a queue or a detached task. Create such an object in
    /// `setUp`, or provide it with code.
    ///
    /// To fail the test, throw an error: an assertion has no effect before XCTest begins the
    /// method.
    ///
    /// - Parameter values: The values to change. They include earlier changes.
    /// - Throws: Any error fails the test, and the test method doesn't run.
    open func inject(into values: inout InjectedValues) throws {}

    private var scope: TestScope?
    private var updateResult = Result<Void, any Error>.success(())

    /// Opens the test method's container, and runs the test in it.
    ///
    /// The container encloses ``invokeTest()``: if a class overrides that and calls `super` in a
    /// scope, the scope is in the container.
    open override func perform(_ run: XCTestRun) {
      var scope = TestScope(of: self, options: injectionOptions, at: .unknown)
      updateResult = Result { try scope.update(at: .unknown, inject) }
      self.scope = scope
      defer { self.scope = nil }
      scope.enter { super.perform(run) }
    }

    /// Runs the test method in its container.
    open override func invokeTest() {
      switch updateResult {
      // Safe to unwrap: XCTest calls this in `perform`.
      case .success: scope!.runBody { super.invokeTest() }
      case .failure(let error):
        scope!.didFailToUpdate()
        failToSetValues(error, at: nil)
      }
    }
  }
#endif
