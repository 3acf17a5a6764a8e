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

  /// What is told of one value.
  struct Part: Sendable, Hashable {
    var property: String?
    var key: String?
    let valueType: String
    var value: String?
    var source = Source.computed
    var scope: InjectionScope?
    var provider: InjectionScope?
    var lifetime: String?
    let context: InjectionContext
    var remarks: [String] = []
    /// Whether the reads are omitted because the same value is explained further up.
    var isExplainedAbove = false
    /// The number of parts that tell of this value: this one, and those of what was read.
    var count = 1
  }

  /// The own part, and those of what was read, each followed by those of what it read.
  //
  // Flat: a tree of arrays would need a stack as deep as itself to be released and compared.
  private let parts: ArraySlice<Part>

  init(_ parts: ArraySlice<Part>) { self.parts = parts }

  private var part: Part { parts[parts.startIndex] }

  /// The property of `InjectedValues`, or `nil` if only the key is known.
  public var property: String? { part.property }

  /// The name of the key's type, or `nil` for a computed property.
  public var key: String? { part.key }

  /// The type of the key's values: `any UserService`.
  public var valueType: String { part.valueType }

  /// The type of the value itself: `LiveUserService`. `nil` if there is no value to look at: of a
  /// computed property, of a default that wasn't built, or if it no longer exists.
  public var value: String? { part.value }

  /// Where the value comes from.
  public var source: Source { part.source }

  /// The scope that overrides the key or keeps the default, or `nil` for a transient default.
  public var scope: InjectionScope? { part.scope }

  /// The scope that provides the default's code, or `nil` if the code is the key's own.
  public var provider: InjectionScope? { part.provider }

  /// The key's lifetime, as text: `scoped`, `scoped(by: UserKey)`. `nil` for a computed property.
  ///
  /// A lifetime applies to defaults only.
  public var lifetime: String? { part.lifetime }

  /// The context, which selects the key's own default.
  public var context: InjectionContext { part.context }

  /// Reasons and hints.
  public var remarks: [String] { part.remarks }

  /// The values that the default read while it was built, in the order of their first reads.
  ///
  /// Later reads aren't included.
  ///
  /// - Complexity: O(the number of reads).
  public var reads: [InjectionExplanation] {
    var reads: [InjectionExplanation] = []
    var rest = parts.dropFirst()
    while let next = rest.first {
      reads.append(InjectionExplanation(rest.prefix(next.count)))
      rest = rest.dropFirst(next.count)
    }
    return reads
  }
}

extension InjectionExplanation: CustomStringConvertible {
  /// The explanation as a tree.
  ///
  /// - Complexity: O(the number of reads).
  public var description: String {
    var (lines, indent) = ([part.headline] + part.remarks.map { "  " + $0 }, "")
    // Where the parts of the values end whose reads are being printed.
    var ends = [parts.endIndex]
    for (index, part) in zip(parts.indices, parts).dropFirst() {
      while index == ends.last {
        ends.removeLast()
        indent.removeLast(3)
      }
      let end = index + part.count
      let isLast = end == ends.last
      lines.append(indent + (isLast ? "└─ " : "├─ ") + part.headline)
      indent += isLast ? "   " : "│  "
      lines += part.remarks.map { indent + "  " + $0 }
      ends.append(end)
    }
    return lines.joined(separator: "\n")
  }
}

extension InjectionExplanation.Part {
  /// The first line: `userService: LiveUserService (default, kept by the process)`.
  fileprivate var headline: String {
    "\(property ?? key ?? "computed"): \(value ?? valueType) (\(summary))"
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
      case .computed: [count == 1 ? "computed" : "computed from what follows"]
      case .unbuiltDefault: [provider?.what("provided") ?? "not overridden"]
      case .builtDefault: [provider?.what("provided") ?? own, lifetime, keeper, above]
      }
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
