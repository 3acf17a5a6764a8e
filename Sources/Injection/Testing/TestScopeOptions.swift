/// What a test asks of its scope: which reads and overrides fail it, and who is told.
///
/// Options are combined in an array literal; where traits of a suite and of a test name some, all of
/// them count.
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
  private(set) var exceptions: Set<EntryID> = []
  private(set) var tracksOverrides = false
  private(set) var handler: (@Sendable (InjectionIssue) -> Void)?

  private init() {}

  /// The options of all elements.
  ///
  /// Exceptions from ``strict`` add up, and the last ``onIssue(_:)`` is the one that is told.
  ///
  /// - Parameter elements: Options to combine.
  public init(arrayLiteral elements: TestScopeOptions...) {
    self.init(elements)
  }

  package init(_ elements: some Sequence<TestScopeOptions>) {
    for element in elements {
      isStrict = isStrict || element.isStrict
      exceptions.formUnion(element.exceptions)
      tracksOverrides = tracksOverrides || element.tracksOverrides
      handler = element.handler ?? handler
    }
  }

  /// The test fails if it reads a default that nothing overrides (R17), once for each place.
  ///
  /// An override with `nil` is an override. Reads that a default makes while it is built count like
  /// all others. What the update closure reads directly, to change a member, does not.
  public static let strict: TestScopeOptions = {
    var options = TestScopeOptions()
    options.isStrict = true
    return options
  }()

  /// The test fails if it reads a default that nothing overrides, other than the named ones.
  ///
  /// Name what is under test, where that is a default itself; what it is built from is still checked.
  ///
  /// ```swift
  /// @Test(.injected(.strict(except: \.checkout)) { $0.repository = MockRepository() })
  /// func total() { … }
  /// ```
  ///
  /// - Parameter properties: Properties of `InjectedValues` that may be read as defaults. Of a member,
  ///   such as `\.config.timeout`, the whole value may. Nothing is built to find out their keys.
  /// - Complexity: O(properties), each with a thread that lives for a moment. A trait pays this once,
  ///   not for each test case.
  public static func strict<each Value>(
    except properties: repeat @escaping (InjectedValues) -> each Value
  ) -> TestScopeOptions {
    var options = strict
    for property in repeat each properties {
      if let key = Probe.firstKey(readBy: property) { options.exceptions.insert(key.id) }
    }
    return options
  }

  /// The test fails if one of its overrides was never read when its scope ended (R17).
  ///
  /// A read by a default that is built counts, and so do all scopes inside the test's. What replaced
  /// an override in the same scope takes its place: a test need not read what it replaces of its
  /// suite's.
  public static let failOnUnusedOverrides: TestScopeOptions = {
    var options = TestScopeOptions()
    options.tracksOverrides = true
    return options
  }()

  /// Issues go to `handler`, and nowhere else: for a test runner that the library does not know.
  ///
  /// Without this option, and with the product `InjectionTesting` linked, issues fail the running test
  /// of Swift Testing or XCTest. Otherwise they go to standard error.
  ///
  /// - Parameter handler: Called on the thread that reads, or where the scope ends.
  public static func onIssue(
    _ handler: @escaping @Sendable (InjectionIssue) -> Void
  ) -> TestScopeOptions {
    var options = TestScopeOptions()
    options.handler = handler
    return options
  }
}
