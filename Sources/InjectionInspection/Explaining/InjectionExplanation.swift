public import Injection

/// Why a property has its value.
///
/// An explanation names the override, or the scope that keeps the default and what the default was
/// built from.
///
/// Printed, it is a tree:
///
/// ```
/// userService: LiveUserService (default, kept by scope "checkout", Checkout.swift:14)
/// ├─ repository: MockRepository (overridden by scope "checkout", Checkout.swift:14)
/// └─ logger: ConsoleLogger (default, kept by the process)
///      built without what inner scopes override; what it reads later is not known here
/// ```
///
/// It names types, and neither stores nor prints values. For a member, such as `\.config.timeout`,
/// it explains the whole value.
public struct InjectionExplanation: Sendable, Hashable {
  /// Where a value comes from.
  public enum Source: Sendable, Hashable, CaseIterable {
    /// A scope overrides the key.
    case override

    /// The key's default is built.
    case builtDefault

    /// The key isn't overridden, and no default is built: another key is scoped by it.
    case unbuiltDefault

    /// The property reads no key, or several.
    ///
    /// They are in ``InjectionExplanation/reads``.
    case computed
  }

  /// The property of `InjectedValues`, or `nil` if only the key is known.
  public internal(set) var property: String?

  /// The name of the key's type, or `nil` for a computed property.
  public internal(set) var key: String?

  /// The type of the key's values: `any UserService`.
  public let valueType: String

  /// The type of the value itself: `LiveUserService`. `nil` if the value no longer exists.
  public internal(set) var value: String?

  /// Where the value comes from.
  public internal(set) var source = Source.computed

  /// The scope that overrides the key or keeps the default, or `nil` for a transient default.
  public internal(set) var scope: InjectionScope?

  /// The scope that provides the default's code, or `nil` if the code is the key's own.
  public internal(set) var provider: InjectionScope?

  /// The key's lifetime, as text: `scoped`, `scoped(by: UserKey)`. `nil` for a computed property.
  ///
  /// A lifetime applies to defaults only.
  public internal(set) var lifetime: String?

  /// The context, which selects the key's own default.
  public let context: InjectionContext

  /// Reasons and hints.
  public internal(set) var remarks: [String] = []

  /// The values that the default read while it was built, in the order of their first reads.
  ///
  /// Later reads aren't included.
  public internal(set) var reads: [InjectionExplanation] = []

  /// Whether ``reads`` is omitted because the same value is explained further up.
  var isExplainedAbove = false
}

extension InjectionExplanation: CustomStringConvertible {
  /// The explanation as a tree.
  public var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    var lines = ["\(property ?? key ?? "computed"): \(value ?? valueType) (\(summary))"]
    lines += remarks.map { "  " + $0 }
    for (index, read) in reads.enumerated() {
      let isLast = index == reads.count - 1
      let own = read.lines
      lines.append((isLast ? "└─ " : "├─ ") + own[0])
      lines += own.dropFirst().map { (isLast ? "   " : "│  ") + $0 }
    }
    return lines
  }

  /// The text in parentheses: `default, singleton, kept by the process`.
  private var summary: String {
    // The context and the lifetime appear only if they aren't the usual ones.
    let own = context == .live ? "default" : "\(context) default"
    let lifetime = lifetime == "scoped" ? nil : lifetime
    let keeper = scope.map { "kept by \($0)" } ?? "built at every read"
    let above = isExplainedAbove ? "see above" : nil
    let parts: [String?] =
      switch source {
      case .override: [scope?.what("overridden") ?? "overridden"]
      case .computed: [reads.isEmpty ? "computed" : "computed from what follows"]
      case .unbuiltDefault: [provider?.what("provided") ?? "not overridden"]
      case .builtDefault: [provider?.what("provided") ?? own, lifetime, keeper, above]
      }
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
