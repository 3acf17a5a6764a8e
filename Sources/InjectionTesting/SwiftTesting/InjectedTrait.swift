#if canImport(Testing)
  public import Injection
  public import Testing

  /// A trait that gives every test case its own container, and replaces values in it.
  ///
  /// Without a trait, a test has the values that are set for the process, and defaults of its own.
  /// `withTestScope` in its body opens an empty container for a part of it:
  ///
  /// ```swift
  /// @Test func `an empty basket costs nothing`() async {
  ///   await withTestScope { $0.repository = MockRepository() } operation: {
  ///     #expect(await Checkout().total() == 0)
  ///   }
  /// }
  /// ```
  ///
  /// A trait opens a container for the whole test. Most tests replace one value:
  ///
  /// ```swift
  /// @Test(.injected(\.repository, MockRepository()))
  /// func `an empty basket costs nothing`() async {
  ///   #expect(await Checkout().total() == 0)
  /// }
  /// ```
  ///
  /// A suite's trait applies to all of its tests and nested suites. A test's own trait wins:
  ///
  /// ```swift
  /// @Suite(.injected { $0.clock = TestClock() })
  /// struct CheckoutTests {
  ///   @Test(.injected(\.repository, MockRepository()))
  ///   func `an empty basket costs nothing`() async { … }
  /// }
  /// ```
  ///
  /// A strict test fails if it reads a live default that nothing overrides. If the value under test
  /// is a live default itself, name its property:
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
  /// All traits of a test, the suites' and its own, share one container, and each case of a
  /// parameterized test has a new one. The overrides of the outermost suite come first, so the
  /// test's own win. Closures run once for each test case, before the suite's `init`; and once more
  /// if a trait of another kind stands before theirs and opens a scope. The `init` and the test's
  /// body see the same values.
  ///
  /// The closures run in the container, outside of the overrides: until they return, only `$0` has
  /// the values that they set. Later, code of the test sees these through the objects that a
  /// closure creates, but not a queue or a detached task. Provide such an object with code, as in
  /// `$0.provide(CheckoutKey.self) { Checkout() }`, or create it in the test.
  ///
  /// A trait of your own may open a scope around the test, with `withInjected`. All that is opened
  /// for one test case is one container, in each order of traits: the test sees what both override,
  /// and the inner one wins.
  ///
  /// ```swift
  /// struct SignedIn: TestTrait, SuiteTrait, TestScoping {
  ///   var isRecursive: Bool { true }
  ///   func provideScope(
  ///     for test: Test, testCase: Test.Case?,
  ///     performing function: @concurrent @Sendable () async throws -> Void
  ///   ) async throws {
  ///     try await withInjected(\.user, User(name: "Ada")) { try await function() }
  ///   }
  /// }
  ///
  /// @Test(SignedIn(), .injected(\.repository, MockRepository()))
  /// func total() { … }
  /// ```
  ///
  /// The container that `withTestScope` opens inside another one is isolated from that.
  ///
  /// The body of an exit test runs in another process, and doesn't see the trait. Open a scope with
  /// `withTestScope` in it.
  ///
  /// Write Swift Testing's `.filterIssues` and `.compactMapIssues` before the outermost `.injected`
  /// of a test. After it, they don't see unused overrides and leaked scopes, which are reported
  /// when the scope ends.
  public struct InjectedTrait: TestTrait, SuiteTrait, TestScoping {
    /// The identity that copies of a trait share: a suite's trait is copied to all of its tests.
    final class Identity: Sendable {}

    let identity = Identity()
    let options: @MainActor @Sendable () -> TestScopeOptions
    let update: @Sendable (inout InjectedValues) async throws -> Void
    let file: SourceFile
    let line: UInt

    /// `true`: a suite's trait applies to each of its tests.
    public var isRecursive: Bool { true }
  }

  extension Trait where Self == InjectedTrait {
    /// Replaces one value in the container of each test case.
    ///
    /// ```swift
    /// @Test(.injected(\.repository, MockRepository()))
    /// func total() async {
    ///   #expect(await Checkout().total() == 42)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The property to replace, or a member of one: `\.config.timeout`.
    ///   - value: The value. The expression is evaluated for each test case.
    /// - Returns: A trait for a test or a suite.
    public static func injected<Value>(
      _ keyPath: any WritableKeyPath<InjectedValues, Value> & Sendable,
      _ value: @autoclosure @escaping @Sendable () throws -> Value,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line
    ) -> InjectedTrait {
      InjectedTrait(
        options: { [] },
        update: { $0.set(keyPath, to: try value(), at: SourceLine(fileID, line)) },
        file: SourceFile(fileID: fileID, path: filePath),
        line: line
      )
    }

    /// Replaces one value in the container of each test case, on the main actor.
    ///
    /// The compiler takes this form for a property that is isolated to the main actor. Otherwise
    /// this is the same as the other form.
    ///
    /// - Parameters:
    ///   - keyPath: The property to replace, or a member of one.
    ///   - value: The value. The expression is evaluated for each test case, on the main actor.
    /// - Returns: A trait for a test or a suite.
    // Not disfavored: for a nonisolated path, the compiler takes the other form, and for an
    // isolated one, it takes no disfavored form.
    public static func injected<Value>(
      _ keyPath:
        @autoclosure @escaping @MainActor @Sendable () -> WritableKeyPath<InjectedValues, Value>,
      _ value: @autoclosure @escaping @MainActor @Sendable () throws -> Value,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line
    ) -> InjectedTrait {
      InjectedTrait(
        options: { [] },
        update: { @MainActor in
          $0.set(keyPath(), to: try value(), at: SourceLine(fileID, line))
        },
        file: SourceFile(fileID: fileID, path: filePath),
        line: line
      )
    }

    /// Replaces values in the container of each test case, and sets options.
    ///
    /// ```swift
    /// @Suite(.injected { $0.clock = TestClock() })
    /// struct CheckoutTests {
    ///   @Test(.injected([.strict, .failOnUnusedOverrides]), arguments: currencies)
    ///   func converts(to currency: Currency) { … }
    /// }
    /// ```
    ///
    /// For properties that are isolated to the main actor, write `.injected { @MainActor in … }`.
    ///
    /// - Parameters:
    ///   - options: Which reads and overrides fail the test. The options of all traits apply. They
    ///     may name properties that are isolated to the main actor.
    ///   - update: A closure that replaces values. It sees earlier changes, including those of
    ///     outer traits. It runs once for each test case, so test cases share no value that it
    ///     creates. If it throws, the test fails.
    /// - Returns: A trait for a test or a suite.
    // One parameter for all options, and a label for the closure. Otherwise two arguments without
    // labels would match this form, too, and the compiler would no longer name a misspelled key in
    // the other form.
    public static func injected(
      _ options: @autoclosure @escaping @MainActor @Sendable () -> TestScopeOptions = [],
      update: @escaping @Sendable (inout InjectedValues) async throws -> Void = { _ in },
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line
    ) -> InjectedTrait {
      let file = SourceFile(fileID: fileID, path: filePath)
      return InjectedTrait(options: options, update: update, file: file, line: line)
    }
  }

  extension InjectedValues {
    /// Sets a property in a test's root, and tells the test if its setter sets no key.
    fileprivate mutating func set<Value>(
      _ keyPath: WritableKeyPath<InjectedValues, Value>,
      to value: Value,
      at source: SourceLine
    ) {
      let before = overrides.all
      assign(value, to: keyPath)
      guard let scope, scope.layer.isRoot, overrides.all.elementsEqual(before, by: ===) else {
        return
      }
      (scope.ownContainer?.observer as? TestObserver)?.reportNothingSet(at: source)
    }
  }
#endif
