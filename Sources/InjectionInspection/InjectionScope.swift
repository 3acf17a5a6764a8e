import Injection

/// A scope in an explanation or a graph.
public struct InjectionScope: Sendable, Hashable {
  /// The kind of a scope.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The process's own scope, which encloses all scopes but those of tests and previews.
    case process

    /// The outermost scope of a test's or a preview's container.
    case test

    /// Any other scope, such as one that `withInjected` opened.
    case nested
  }

  /// The scope's kind.
  public let kind: Kind

  /// The name that the scope was given.
  public internal(set) var name: String?

  /// The file in which the scope was opened: `ShopTests/CheckoutTests.swift`.
  ///
  /// For the process, the file that called `bootstrap`. `nil` if none did, and for values that an
  /// assignment changed.
  public let fileID: String?

  /// The line on which the scope was opened, or `nil` if there is none.
  public let line: Int?

  init(_ scope: Layer) {
    kind = !scope.isRoot ? .nested : scope.isOfProcess ? .process : .test
    // No call opened the process's first root.
    let source = scope.source.isKnown ? scope.source : nil
    (fileID, line) = (source?.fileID, source.map { Int($0.line) })
    name = scope.name
  }
}

extension InjectionScope: CustomStringConvertible {
  /// The name and the line: `scope "checkout", Checkout.swift:14`.
  public var description: String {
    if kind == .process { return "the process" }
    guard let name else { return source.map { "the scope at \($0)" } ?? "changed values" }
    return ["scope \(name.debugDescription)", source].compactMap(\.self).joined(separator: ", ")
  }

  /// How the scope affects a key: `overridden at Checkout.swift:14`.
  func what(_ participle: String) -> String {
    if let source, name == nil { return "\(participle) at \(source)" }
    return name == nil ? "\(participle) in \(self)" : "\(participle) by \(self)"
  }

  /// The file's name and the line: `CheckoutTests.swift:14`.
  private var source: String? { fileID.map { "\(lastComponent(of: $0)):\(line!)" } }
}
