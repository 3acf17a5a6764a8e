public import Injection

extension TestScopeOptions {
  /// The test fails on everything that the options can find.
  ///
  /// It is the same as `[.strict, .failOnUnusedOverrides, .failOnLeakedScopes,
  /// .failOnOutlivedScopes]`: each live default is overridden, each override is read, and neither
  /// scopes nor objects outlive their scope by mistake.
  ///
  /// ```swift
  /// @Suite(.injected(.exhaustive) { $0.repository = MockRepository() })
  /// struct CheckoutTests {
  ///   @Test func total() { … }
  /// }
  /// ```
  ///
  /// A test that uses an object in another scope on purpose lists the other options instead.
  public static let exhaustive: TestScopeOptions = [
    .strict, .failOnUnusedOverrides, .failOnLeakedScopes, .failOnOutlivedScopes,
  ]

  /// Like `exhaustive`, except for the named properties.
  ///
  /// A named property may have a live default, such as the value under test. It may also have unread
  /// overrides, such as a fixture of a suite:
  ///
  /// ```swift
  /// @Suite(.injected(.exhaustive(except: \.checkout, \.repository)) {
  ///   $0.repository = MockRepository()
  /// })
  /// struct CheckoutTests {
  ///   @Test func total() { … }
  /// }
  /// ```
  ///
  /// The named properties are read after the test's body, as by `strict(except:)`. To make an
  /// exception from one check only, combine the options:
  /// `[.exhaustive, .strict(except: \.checkout)]`.
  ///
  /// - Parameter properties: Key path literals: `\.checkout`.
  /// - Returns: The option.
  /// - Complexity: In a test that reads live defaults, the cost of reading the properties.
  public static func exhaustive<each Value>(
    except properties: repeat @escaping @Sendable (InjectedValues) -> each Value
  ) -> TestScopeOptions {
    [.exhaustive, TestScopeOptions([.strict, .unused], except: repeat each properties)]
  }

  /// Like `exhaustive`, except for the named properties, some of them isolated to the main actor.
  ///
  /// They are read on the main actor, so open a synchronous scope there. Otherwise this is the same
  /// as the other form.
  ///
  /// - Parameter properties: Key path literals: `\.checkout`.
  /// - Returns: The option.
  /// - Complexity: In a test that reads live defaults, the cost of reading the properties.
  @_disfavoredOverload
  @MainActor
  public static func exhaustive<each Value>(
    except properties: repeat @escaping (InjectedValues) -> each Value
  ) -> TestScopeOptions {
    [.exhaustive, TestScopeOptions([.strict, .unused], except: repeat each properties)]
  }

  /// The code of the option whose exceptions are those of a check. In an exhaustive test, it's the
  /// one that leaves the other checks on.
  func code(of check: Check) -> String {
    if checks == Self.exhaustive.checks { return ".exhaustive" }
    return check == .strict ? ".strict" : ".failOnUnusedOverrides"
  }
}
