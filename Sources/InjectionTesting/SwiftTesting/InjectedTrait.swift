#if canImport(Testing)
  public import Injection
  public import Testing

  /// Gives every test case a container of its own, with values that are replaced in it.
  ///
  /// Without a trait, a test sees the values of the process, whose defaults are its keys' test
  /// values and which all tests share; `withTestScope` in its body opens a container for a part of
  /// it.
  ///
  /// ```swift
  /// @Test func `an empty basket costs nothing`() async {
  ///   await withTestScope { $0.repository = MockRepository() } operation: {
  ///     #expect(await Checkout().total() == 0)
  ///   }
  /// }
  /// ```
  ///
  /// A trait does so for the whole test. Most tests replace one value:
  ///
  /// ```swift
  /// @Test(.injected(\.repository, MockRepository()))
  /// func `an empty basket costs nothing`() async {
  ///   #expect(await Checkout().total() == 0)
  /// }
  /// ```
  ///
  /// A suite's trait is for all tests in it, also those of suites inside, and a test's own wins:
  ///
  /// ```swift
  /// @Suite(.injected { $0.clock = TestClock() })
  /// struct CheckoutTests {
  ///   @Test(.injected(\.repository, MockRepository()))
  ///   func `an empty basket costs nothing`() async { … }
  /// }
  /// ```
  ///
  /// A strict test fails if it reads a default that nothing overrides: nothing live is reached by
  /// accident. Where what is under test is a default itself, it is named as an exception.
  ///
  /// ```swift
  /// @Test(
  ///   .injected([.strict(except: \.checkout), .failOnUnusedOverrides]) {
  ///     $0.repository = MockRepository()
  ///   }
  /// )
  /// func `an empty basket costs nothing`() async { … }
  /// ```
  ///
  /// All traits of a test, the suites' and its own, open one container together, for each case of a
  /// parameterized test a new one. The outermost suite's overrides come first, so that the test's
  /// own win. Closures run once for each test case, before the suite's `init`; `init` and the
  /// test's body see the same values.
  public struct InjectedTrait: TestTrait, SuiteTrait, TestScoping {
    /// Copies of a trait have one identity: a suite's trait is copied to all of its tests.
    final class Identity: Sendable {}

    let identity = Identity()
    let options: TestScopeOptions
    let update: @Sendable (inout InjectedValues) async throws -> Void
    let fileID: StaticString
    let line: UInt

    /// `true`: a suite's trait is there for each of the suite's tests.
    public var isRecursive: Bool { true }
  }

  extension Trait where Self == InjectedTrait {
    /// Replaces one value, in a container of each test case's own.
    ///
    /// ```swift
    /// @Test(.injected(\.repository, MockRepository()))
    /// func total() async {
    ///   #expect(await Checkout().total() == 42)
    /// }
    /// ```
    ///
    /// A property that is isolated to the main actor needs the form with a closure, `{ @MainActor
    /// in … }`.
    ///
    /// - Parameters:
    ///   - keyPath: The property to replace, or a member of one: `\.config.timeout`.
    ///   - value: The value. The expression is evaluated anew for each test case.
    ///   - fileID: The source location; leave the default.
    ///   - line: The source location; leave the default.
    /// - Returns: A trait for a test or a suite.
    public static func injected<Value>(
      _ keyPath: any WritableKeyPath<InjectedValues, Value> & Sendable,
      _ value: @autoclosure @escaping @Sendable () throws -> Value,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) -> InjectedTrait {
      InjectedTrait(
        options: [],
        update: { $0.set(keyPath, to: try value()) },
        fileID: fileID,
        line: line
      )
    }

    /// Replaces values in a container of each test case's own, and says what fails the test.
    ///
    /// ```swift
    /// @Suite(.injected { $0.clock = TestClock() })
    /// struct CheckoutTests {
    ///   @Test(.injected([.strict, .failOnUnusedOverrides]), arguments: currencies)
    ///   func converts(to currency: Currency) { … }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - options: Which reads and overrides fail the test. Those of all its traits count.
    ///   - update: Replaces values. It sees the changes made so far, also those of outer traits,
    ///     and runs once for each test case: what it makes is that case's alone. If it throws, the
    ///     test fails.
    ///   - fileID: The source location; leave the default.
    ///   - line: The source location; leave the default.
    /// - Returns: A trait for a test or a suite.
    // One parameter for all options, and a label for the closure: two arguments without a label
    // would fit here too, and then the compiler does not say which key of the other form is
    // misspelt.
    public static func injected(
      _ options: TestScopeOptions = [],
      update: @escaping @Sendable (inout InjectedValues) async throws -> Void = { _ in },
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) -> InjectedTrait {
      InjectedTrait(options: options, update: update, fileID: fileID, line: line)
    }
  }
#endif
