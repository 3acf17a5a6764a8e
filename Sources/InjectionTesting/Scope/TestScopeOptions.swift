public import Injection

/// Options of a test's scope: which reads and overrides fail the test, and where issues go.
///
/// Begin with ``exhaustive``, which finds the most:
///
/// ```swift
/// withTestScope(options: .exhaustive) {
///   $0.repository = MockRepository()
/// } operation: {
///   checkout()
/// }
/// ```
///
/// Combine other options in an array literal. If the traits of a suite and of a test both have
/// options, all of them apply.
public struct TestScopeOptions: Sendable, ExpressibleByArrayLiteral {
  private(set) var checks: Set<Check> = []
  /// The properties of which a check tells nothing.
  private(set) var exceptions: [Exception] = []
  /// The context, if an option names one.
  private var namedContext: InjectionContext?
  var context: InjectionContext { namedContext ?? .test }
  private(set) var handler: (@Sendable (InjectionIssue) -> Void)?

  /// What fails a test. The first two can have exceptions.
  enum Check { case strict, unused, leaked, outlived }

  struct Exception: Sendable {
    let check: Check
    let read: Read

    /// A closure that reads the property.
    enum Read: Sendable {
      case anywhere(
        @Sendable (InjectedValues) -> Void,
        keyLending: @Sendable (Entry) -> KeyID?
      )
      case onMainActor(
        @MainActor @Sendable (InjectedValues) -> Void,
        keyLending: @MainActor @Sendable (Entry) -> KeyID?
      )

      static func anywhere<Value>(
        _ property: @escaping @Sendable (InjectedValues) -> Value
      ) -> Read {
        .anywhere(
          { _ = property($0) },
          keyLending: { InjectedValues.key(of: property, lending: $0) }
        )
      }

      @MainActor
      static func onMainActor<Value>(_ property: @escaping (InjectedValues) -> Value) -> Read {
        .onMainActor(
          { _ = property($0) },
          keyLending: { InjectedValues.key(of: property, lending: $0) }
        )
      }
    }
  }

  /// The test fails on live defaults: at each read of one that nothing overrides.
  ///
  /// A key's own `testValue` isn't live, and neither is provided code. An override with `nil` is an
  /// override. What a default reads while it is built counts, too. What the update closure reads to
  /// change a member doesn't, and neither does what a detached task, a queue or a thread reads from
  /// the process.
  public static let strict = TestScopeOptions(checks: [.strict])

  /// Like `strict`, except for the named properties.
  ///
  /// If the value under test is a default itself, name its property. The values that it is built
  /// from are still checked.
  ///
  /// ```swift
  /// @Test(.injected(.strict(except: \.checkout)) { $0.repository = MockRepository() })
  /// func total() { … }
  /// ```
  ///
  /// If a test has read live defaults, the named properties are read in its scope, after the body,
  /// until all of these are known. The first key that each of them reads may have a live default. If
  /// the test hasn't read that, it is built then, and one that is `unprovided` stops the process: name
  /// that where the test provides it. So the test fails after its body, and `withKnownIssue` in there
  /// doesn't see it.
  ///
  /// - Parameter properties: Key path literals: `\.checkout`. For a member, such as
  ///   `\.config.timeout`, the whole value may be a live default. It may be built as soon as the test
  ///   reads a live default of the member's type.
  /// - Returns: The option.
  /// - Complexity: In a test that reads live defaults, the cost of reading the properties.
  public static func strict<each Value>(
    except properties: repeat @escaping @Sendable (InjectedValues) -> each Value
  ) -> TestScopeOptions {
    TestScopeOptions([.strict], except: repeat each properties)
  }

  /// Like `strict`, except for the named properties, some of them isolated to the main actor.
  ///
  /// They are read on the main actor, so open a synchronous scope there. Otherwise this is the same
  /// as the other form.
  ///
  /// - Parameter properties: Key path literals: `\.checkout`.
  /// - Returns: The option.
  /// - Complexity: In a test that reads live defaults, the cost of reading the properties.
  @_disfavoredOverload
  @MainActor
  public static func strict<each Value>(
    except properties: repeat @escaping (InjectedValues) -> each Value
  ) -> TestScopeOptions {
    TestScopeOptions([.strict], except: repeat each properties)
  }

  /// The test fails if an override hasn't been read by the end of the scope.
  ///
  /// It also fails if a key path to a property is given a value, as in `withInjected(\.user, ada)`,
  /// and the property's setter sets no key.
  ///
  /// Overrides in scopes inside the test's count, too. A default that reads the key while it is
  /// built, or is `scoped(by:)` it, counts as a read. So does a read of a client of which only
  /// other functions are called. If a key is overridden again, by the test's trait or in a scope
  /// inside, only the innermost override must be read.
  ///
  /// A test that throws has no such issue. Neither has an XCTest test that already failed.
  public static let failOnUnusedOverrides = TestScopeOptions(checks: [.unused])

  /// Like `failOnUnusedOverrides`, except for the named properties.
  ///
  /// Name the fixtures of a suite, which it overrides for all of its tests, and some don't read:
  ///
  /// ```swift
  /// @Suite(
  ///   .injected([.strict(except: \.checkout), .failOnUnusedOverrides(except: \.repository)]) {
  ///     $0.repository = MockRepository()
  ///   }
  /// )
  /// struct CheckoutTests {
  ///   @Test func total() { … }
  /// }
  /// ```
  ///
  /// If overrides are unread, the named properties are read in the test's scope, after the body. The
  /// first key that each of them reads may have unread overrides. A property that is
  /// `unprovided` stops the process then, as with any read: name it where the test provides it.
  ///
  /// - Parameter properties: Key path literals: `\.clock`.
  /// - Returns: The option.
  public static func failOnUnusedOverrides<each Value>(
    except properties: repeat @escaping @Sendable (InjectedValues) -> each Value
  ) -> TestScopeOptions {
    TestScopeOptions([.unused], except: repeat each properties)
  }

  /// Like `failOnUnusedOverrides`, except for the named properties, some of them isolated to the
  /// main actor.
  ///
  /// They are read on the main actor, so open a synchronous scope there. Otherwise this is the same
  /// as the other form.
  ///
  /// - Parameter properties: Key path literals: `\.clock`.
  /// - Returns: The option.
  @_disfavoredOverload
  @MainActor
  public static func failOnUnusedOverrides<each Value>(
    except properties: repeat @escaping (InjectedValues) -> each Value
  ) -> TestScopeOptions {
    TestScopeOptions([.unused], except: repeat each properties)
  }

  /// The test fails if one of its scopes still exists after the test and its tasks have ended.
  ///
  /// These are the test's own scope and all scopes inside it that override values.
  ///
  /// If a default stores an object with an injected property that it creates after it was built,
  /// its scope is never released. A server that opens a scope for each request would run out of
  /// memory. The message names the line that opens the scope, what it overrides and what it keeps.
  ///
  /// ```swift
  /// @Test(.injected([.failOnLeakedScopes])) func `a request leaves nothing behind`() {
  ///   withInjected(\.user, User(name: "Ada")) { checkout() }
  /// }
  /// ```
  ///
  /// A task that the test starts and doesn't await retains its scope, and has a second to end; one
  /// that a synchronous scope starts on the main actor can't end in that time, so open the scope with
  /// `await`. In XCTest the test's own scope doesn't count, because objects of the test case may
  /// retain it. A scope that throws has no such issue.
  public static let failOnLeakedScopes = TestScopeOptions(checks: [.leaked])

  /// The test fails if an object is used in another scope after the scope it was created in has
  /// ended.
  ///
  /// Such an object sees the overrides of the ended scope wherever the other scope doesn't override
  /// the same keys. Usually, the first request created it, and a static variable retains it. A test
  /// that creates an object in one scope and uses it in another one does the same on purpose.
  ///
  /// ```swift
  /// @Test(.injected([.failOnOutlivedScopes])) func `a request sees its own user`() {
  ///   withInjected(\.user, User(name: "Ada")) { checkout() }
  ///   withInjected(\.user, User(name: "Alan")) { checkout() }
  /// }
  /// ```
  ///
  /// There is one issue for each pair of scopes. A live process passes it to the handler of
  /// `InjectedValues.bootstrap(onIssue:)`.
  public static let failOnOutlivedScopes = TestScopeOptions(checks: [.outlived])

  /// Gives the test's scope another context, for a test of what an app or a preview does.
  ///
  /// ```swift
  /// @Test(.injected(.context(.live)) { $0.repository = MockRepository() })
  /// func total() { … }
  /// ```
  ///
  /// The scope is isolated like that of any other test. In a live context, every default counts as
  /// live.
  ///
  /// - Parameter context: The context. The last one applies.
  /// - Returns: The option.
  public static func context(_ context: InjectionContext) -> TestScopeOptions {
    TestScopeOptions(namedContext: context)
  }

  /// Passes issues to `handler` only, for a test runner that the library doesn't support.
  ///
  /// Without this option, issues fail the running test of Swift Testing or XCTest. Where no test is
  /// known, they are written to standard error. After ten issues of the same text, the text of each
  /// further one is one line with their number.
  ///
  /// - Parameter handler: A closure that is called on the thread of the read, or where the scope
  ///   ends.
  public static func onIssue(
    _ handler: @escaping @Sendable (InjectionIssue) -> Void
  ) -> TestScopeOptions {
    TestScopeOptions(handler: handler)
  }
}

extension TestScopeOptions {
  init<each Value>(
    _ checks: [Check],
    except properties: repeat @escaping @Sendable (InjectedValues) -> each Value
  ) {
    var reads: [Exception.Read] = []
    for property in repeat each properties { reads.append(.anywhere(property)) }
    self.init(checks, except: reads)
  }

  @_disfavoredOverload
  @MainActor
  init<each Value>(
    _ checks: [Check],
    except properties: repeat @escaping (InjectedValues) -> each Value
  ) {
    var reads: [Exception.Read] = []
    for property in repeat each properties { reads.append(.onMainActor(property)) }
    self.init(checks, except: reads)
  }

  private init(_ checks: [Check], except reads: [Exception.Read]) {
    self.init(checks: Set(checks))
    exceptions = checks.flatMap { check in reads.map { Exception(check: check, read: $0) } }
  }

  /// Combines options.
  ///
  /// Exceptions add up, and the last ``onIssue(_:)`` applies.
  ///
  /// - Parameter elements: Options to combine.
  public init(arrayLiteral elements: TestScopeOptions...) { self.init(elements) }

  package init(_ elements: some Sequence<TestScopeOptions>) {
    self.init()
    for element in elements {
      checks.formUnion(element.checks)
      exceptions += element.exceptions
      namedContext = element.namedContext ?? namedContext
      handler = element.handler ?? handler
    }
  }
}
