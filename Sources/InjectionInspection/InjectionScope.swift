import Injection

/// A scope in an explanation or a graph.
public struct InjectionScope: Sendable, Hashable, Codable {
  /// The kind of a scope.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The process's own scope, which encloses all but the test scopes.
    case process

    /// The outermost scope of a test's container.
    case test

    /// A scope that `withInjected` opened.
    case nested
  }

  /// The scope's kind.
  public let kind: Kind

  /// The name that the scope was given.
  public internal(set) var name: String?

  /// The file in which the scope was opened: `ShopTests/CheckoutTests.swift`.
  ///
  /// For the process, the file that called `bootstrap`, or `nil` if none did.
  public let fileID: String?

  /// The line on which the scope was opened; see ``fileID``.
  public let line: Int?

  /// - Parameter view: A view that the scope is part of.
  init?(_ scope: Level?, in view: ScopeView) {
    guard let scope else { return nil }
    kind = !scope.isBase ? .nested : scope.sharedContainer == nil ? .process : .test
    // No call opened the process's first root.
    let place = kind == .process && !scope.place.isKnown ? nil : scope.place
    (fileID, line) = (place?.fileID, place?.line)
    // If a call's update reads values, the call opens several scopes, and the innermost has the
    // name.
    let inside = view.levels.prefix { $0 !== scope }.reversed()
    name = scope.name ?? inside.prefix { $0.place == scope.place }.lazy.compactMap(\.name).first
  }
}

extension InjectionScope: CustomStringConvertible {
  /// The name and the place: `scope "checkout", Checkout.swift:14`.
  public var description: String {
    if kind == .process { return "the process" }
    return name.map { "scope \($0.debugDescription), \(place)" } ?? "the scope at \(place)"
  }

  /// How the scope affects a key: `overridden at Checkout.swift:14`.
  func what(_ participle: String) -> String {
    name == nil ? "\(participle) at \(place)" : "\(participle) by \(self)"
  }

  /// The file's name and the line: `CheckoutTests.swift:14`.
  private var place: String { "\(lastComponent(of: fileID ?? "unknown")):\(line ?? 0)" }
}
