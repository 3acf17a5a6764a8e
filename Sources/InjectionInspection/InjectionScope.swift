import Injection

/// A scope, as explanations and graphs name it.
public struct InjectionScope: Sendable, Hashable, Codable {
  /// What a scope is to its container.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The process's own scope, which encloses all but the test scopes.
    case process

    /// The scope that a container of its own begins with: that of a test.
    case test

    /// A scope that `withInjected` opened.
    case nested
  }

  /// What the scope is to its container.
  public let kind: Kind

  /// The name that the scope was given.
  public internal(set) var name: String?

  /// The file in which the scope was opened: `ShopTests/CheckoutTests.swift`.
  ///
  /// For the process it is where values were set at start; `nil` where none were.
  public let fileID: String?

  /// The line on which the scope was opened; see ``fileID``.
  public let line: Int?

  /// - Parameter view: A view that the scope is part of.
  init?(_ scope: Level?, in view: ScopeView) {
    guard let scope else { return nil }
    kind = !scope.isBase ? .nested : scope.sharedContainer == nil ? .process : .test
    // The process's first root was not opened by anybody.
    let place = kind == .process && !scope.place.isKnown ? nil : scope.place
    (fileID, line) = (place?.fileID, place?.line)
    // One call opens several scopes where its update reads values: then the innermost has the name.
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

  /// What the scope did with a key: `overridden at Checkout.swift:14`.
  func what(_ participle: String) -> String {
    name == nil ? "\(participle) at \(place)" : "\(participle) by \(self)"
  }

  /// The file's name and the line: `CheckoutTests.swift:14`.
  private var place: String { "\(lastComponent(of: fileID ?? "unknown")):\(line ?? 0)" }
}
