import Injection

/// A scope in an explanation or a graph.
public struct InjectionScope: Sendable, Hashable {
  /// The kind of a scope.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
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

  init(_ scope: Scope) {
    kind = scope.depth > 0 ? .nested : scope.container === Container.process ? .process : .test
    // No call opened the process's first root.
    let place = scope.place.isKnown ? scope.place : nil
    (fileID, line) = (place?.fileID, place.map { Int($0.line) })
    name = scope.name
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
