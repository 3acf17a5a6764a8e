public import Injection

/// What a test asks of its scope: which reads and overrides fail it, and who is told.
///
/// Options are combined in an array literal; where traits of a suite and of a test name some, all
/// of them count.
///
/// ```swift
/// withTestScope(options: [.strict, .failOnUnusedOverrides]) {
///   $0.repository = MockRepository()
/// } operation: {
///   checkout()
/// }
/// ```
public struct TestScopeOptions: Sendable, ExpressibleByArrayLiteral {
  private(set) var isStrict = false
  /// Reads of the properties that a strict test may read as defaults.
  private(set) var exceptions: [Exception] = []
  private(set) var tracksOverrides = false
  private(set) var tracksScopes = false
  /// The context that was asked for.
  private var namedContext: InjectionContext?
  var context: InjectionContext { namedContext ?? .test }
  private(set) var handler: (@Sendable (InjectionIssue) -> Void)?

  /// A read of a property that a strict test may read as a default.
  enum Exception: Sendable {
    case anywhere(@Sendable (InjectedValues) -> Void)
    case onMainActor(@MainActor @Sendable (InjectedValues) -> Void)
  }

  /// The test fails if it reads a live default that nothing overrides, at each read.
  ///
  /// What a key declares as its own `testValue` is not live, and neither is code that is provided.
  /// An override with `nil` is an override. Reads that a default makes while it is built count like
  /// all others. What the update closure reads directly, to change a member, does not.
  public static let strict = TestScopeOptions(isStrict: true)

  /// Like `strict`, except for the named properties.
  ///
  /// Name what is under test, where that is a default itself; what it is built from is still
  /// checked.
  ///
  /// ```swift
  /// @Test(.injected(.strict(except: \.checkout)) { $0.repository = MockRepository() })
  /// func total() { … }
  /// ```
  ///
  /// Each named property is read once in the test's scope, before the body, and the first key that
  /// it reads may be a default: what the test was going to build is built.
  ///
  /// - Parameter properties: Key path literals: `\.checkout`. Of a member, such as
  ///   `\.config.timeout`, the whole value may be a default.
  /// - Returns: The option.
  /// - Complexity: O(properties) here; what they build in each test.
  public static func strict<each Value>(
    except properties: repeat @escaping @Sendable (InjectedValues) -> each Value
  ) -> TestScopeOptions {
    var exceptions: [Exception] = []
    for property in repeat each properties {
      exceptions.append(.anywhere { _ = property($0) })
    }
    return TestScopeOptions(isStrict: true, exceptions: exceptions)
  }

  /// Like `strict`, except for the named properties, some of them isolated to the main actor.
  ///
  /// They are read on the main actor: a scope that is opened synchronously must be opened there.
  /// See the other form for all else.
  ///
  /// - Parameter properties: Key path literals: `\.checkout`.
  /// - Returns: The option.
  /// - Complexity: O(properties) here; what they build in each test.
  @_disfavoredOverload
  @MainActor
  public static func strict<each Value>(
    except properties: repeat @escaping (InjectedValues) -> each Value
  ) -> TestScopeOptions {
    var exceptions: [Exception] = []
    for property in repeat each properties {
      exceptions.append(.onMainActor { _ = property($0) })
    }
    return TestScopeOptions(isStrict: true, exceptions: exceptions)
  }

  /// The test fails if one of its overrides was never read when its scope ended.
  ///
  /// A read by a default that is built counts, also of what it is `scoped(by:)`, and so do all
  /// scopes inside the test's. What replaced an override in the same scope takes its place: a test
  /// need not read what it replaces of its suite's.
  public static let failOnUnusedOverrides = TestScopeOptions(tracksOverrides: true)

  /// The test fails if a scope that was opened in it is still there when it and its tasks ended.
  ///
  /// That is the test's own scope, and all scopes inside of it that override something.
  ///
  /// A value that a scope keeps, and that makes and stores an object with an injected property
  /// after it was built, holds its scope forever. A server that opens a scope for each request
  /// would run out of memory. The message has the place of the scope, what it overrides and what it
  /// keeps.
  ///
  /// ```swift
  /// @Test(.injected([.failOnLeaks])) func `a request leaves nothing behind`() {
  ///   withInjected(\.user, User(name: "Ada")) { checkout() }
  /// }
  /// ```
  ///
  /// A task that the test started and did not wait for holds its scope. It has a second to end. In
  /// a test of XCTest, what the container was opened with does not count, since the test case has
  /// objects of its own that may hold it.
  public static let failOnLeaks = TestScopeOptions(tracksScopes: true)

  /// Gives the test's scope another context, for a test of what an app or a preview does.
  ///
  /// ```swift
  /// @Test(.injected(.context(.live)) { $0.repository = MockRepository() })
  /// func total() { … }
  /// ```
  ///
  /// The scope is as separate as any test's. A strict test takes every default of a live context
  /// for live.
  ///
  /// - Parameter context: What the scope's values are for. The last one that is named counts.
  /// - Returns: The option.
  /// - Complexity: O(1).
  public static func context(_ context: InjectionContext) -> TestScopeOptions {
    TestScopeOptions(namedContext: context)
  }

  /// Passes issues to `handler` only, for a test runner that the library does not know.
  ///
  /// Without this option, issues fail the running test of Swift Testing or XCTest.
  ///
  /// - Parameter handler: Called on the thread that reads, or where the scope ends.
  public static func onIssue(
    _ handler: @escaping @Sendable (InjectionIssue) -> Void
  ) -> TestScopeOptions {
    TestScopeOptions(handler: handler)
  }
}

extension TestScopeOptions {
  /// The options of all elements.
  ///
  /// Exceptions from ``strict`` add up, and the last ``onIssue(_:)`` is the one that is told.
  ///
  /// - Parameter elements: Options to combine.
  public init(arrayLiteral elements: TestScopeOptions...) { self.init(elements) }

  package init(_ elements: some Sequence<TestScopeOptions>) {
    self.init()
    for element in elements {
      isStrict = isStrict || element.isStrict
      exceptions += element.exceptions
      tracksOverrides = tracksOverrides || element.tracksOverrides
      tracksScopes = tracksScopes || element.tracksScopes
      namedContext = element.namedContext ?? namedContext
      handler = element.handler ?? handler
    }
  }
}
