public import Injection

/// Why a property has the value it has.
///
/// It says what overrides the property, or who built and keeps its default, because of what.
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
/// It names types; it neither holds nor prints values. A member of a struct is explained by the
/// value that it is a member of.
public struct InjectionExplanation: Sendable, Hashable, Codable {
  /// Where a value comes from.
  public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
    /// A scope overrides the key.
    case override

    /// The key's default, which was built.
    case builtDefault

    /// The key is not overridden, and nothing of it was built: another key is scoped by it.
    case unbuiltDefault

    /// A property that reads several keys, which are in ``InjectionExplanation/reads``, or none.
    case computed
  }

  /// The property of `InjectedValues`; `nil` where only the key is known.
  public internal(set) var property: String?

  /// The name of the key's type; `nil` for a computed property.
  public internal(set) var key: String?

  /// The type of the key's values: `any UserService`.
  public let valueType: String

  /// The type of the value itself: `LiveUserService`; `nil` where nobody has the value.
  public internal(set) var value: String?

  /// Where the value comes from.
  public internal(set) var source = Source.computed

  /// The scope that overrides the key, or that keeps the default; `nil` for a transient one.
  public internal(set) var scope: InjectionScope?

  /// The scope that provides the code of the default; `nil` where it is the key's own.
  public internal(set) var provider: InjectionScope?

  /// The key's lifetime, as text: `scoped`, `scoped(by: UserKey)`; `nil` for a computed property.
  ///
  /// It concerns defaults only.
  public internal(set) var lifetime: String?

  /// What the value is for: a key's own default depends on it.
  public let context: InjectionContext

  /// Reasons and hints, one a line.
  public internal(set) var remarks: [String] = []

  /// What the default read while it was built, in the order of the first reads.
  ///
  /// What it reads later is not known here.
  public internal(set) var reads: [InjectionExplanation] = []

  /// Whether ``reads`` is left out here, since the same value is explained further up.
  public internal(set) var isExplainedAbove = false
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

  /// What is in parentheses: `default, singleton, kept by the process`.
  private var summary: String {
    // The context and the lifetime are told where they are not the usual ones.
    let own = context == .live ? "default" : "\(context.rawValue) default"
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
