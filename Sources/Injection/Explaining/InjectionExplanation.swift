/// Why a property has the value it has: what overrides it, or who built and keeps it, because of what.
///
/// Printed, it is a tree:
///
/// ```
/// userService: LiveUserService (default, kept by scope "CheckoutTests.total()", CheckoutTests.swift:14)
/// ├─ repository: MockRepository (overridden at CheckoutTests.swift:15)
/// └─ logger: ConsoleLogger (default, kept by the process)
///      because it reads nothing that this scope overrides
/// ```
///
/// It names types; it neither holds nor prints values. A member of a struct is explained by the value
/// that it is a member of.
public struct InjectionExplanation: Sendable, Hashable, Codable {
  /// Where a value comes from.
  public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
    /// A scope overrides the key.
    case override

    /// The key's default, which was built.
    case builtDefault

    /// The key's default, which a read would have to build.
    case unbuiltDefault

    /// A property that reads several keys, which are in ``InjectionExplanation/reads``.
    case computed
  }

  /// The property of `InjectedValues`; `nil` where only the key is known.
  public let property: String?

  /// The name of the key's type; `nil` for a computed property.
  public let key: String?

  /// The type of the key's values: `any UserService`.
  public let valueType: String

  /// The type of the value itself: `LiveUserService`; `nil` where there is none yet.
  public let value: String?

  /// Where the value comes from.
  public let source: Source

  /// The scope that overrides the key, or that keeps the default; what would keep it, as far as that can
  /// be told, where the default is not built.
  public let scope: InjectionScope?

  /// The key's lifetime; `nil` for overrides, which have none.
  public let lifetime: InjectionLifetime?

  /// What the value is for: a default depends on it.
  public let context: InjectionContext

  /// Reasons and hints, one a line.
  public let remarks: [String]

  /// What the default was built from; for one that is not built, what earlier builds read.
  public let reads: [InjectionExplanation]

  /// Whether ``reads`` is left out here, since the same value is explained further up.
  public let isExplainedAbove: Bool
}
