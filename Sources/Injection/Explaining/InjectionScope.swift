import Synchronization

/// A scope, as explanations and graphs name it.
public struct InjectionScope: Sendable, Hashable, Codable {
  /// What a scope is to its container.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The process's own scope, which encloses all but the test scopes.
    case process

    /// The scope that a test container begins with.
    case test

    /// A scope that `withInjected` opened.
    case nested
  }

  /// What the scope is to its container.
  public let kind: Kind

  /// The name that the scope was given.
  public let name: String?

  /// The file in which the scope was opened: `ShopTests/CheckoutTests.swift`.
  ///
  /// For the process it is where values were set at start; `nil` where none were.
  public let fileID: String?

  /// The line on which the scope was opened; see ``fileID``.
  public let line: Int?

  init(_ scope: Scope) {
    // Where a build runs, the scope that asked for it.
    let scope = scope.outwards.first { !($0 is ProvisionalScope) } ?? scope
    self.init(Kind(scope), scope.place, name: scope.name)
  }

  init(_ owner: Recorder.Owner) {
    self.init(owner.kind, owner.place, name: owner.name)
  }

  @inline(never)  // For size: each caller would hold a copy.
  private init(_ kind: Kind, _ place: SourcePlace, name: String?) {
    let place: SourcePlace? = kind == .process ? InjectedValues.bootstrapped.withLock { $0 } : place
    self.kind = kind
    self.name = kind == .process ? nil : name
    self.fileID = place?.fileID
    self.line = place?.line
  }

  /// The file's name and the line: `CheckoutTests.swift:14`.
  var place: String? {
    guard let fileID, let line else { return nil }
    return "\(lastComponent(of: fileID)):\(line)"
  }
}

extension InjectionScope: CustomStringConvertible {
  /// The name and the place: `scope "checkout", Checkout.swift:14`.
  @inline(never)  // For size: each caller would hold a copy.
  public var description: String {
    switch (kind, name, place) {
    case (.process, _, _): "the process"
    case (_, let name?, let place?): "scope \(name.debugDescription), \(place)"
    case (_, let name?, nil): "scope \(name.debugDescription)"
    case (_, nil, let place): "the scope at \(place ?? "an unknown place")"
    }
  }

  /// What to say of a value that the scope overrides.
  @inline(never)  // For size: each caller would hold a copy.
  var asOverriding: String {
    switch (kind, place) {
    case (.process, let place?): "overridden for the process at \(place)"
    case (.process, nil): "overridden for the process"
    case (_, let place?) where name == nil: "overridden at \(place)"
    default: "overridden by \(self)"
    }
  }
}

extension InjectionScope.Kind {
  init(_ scope: Scope) {
    if scope === Scope.process {
      self = .process
    } else if scope.outer != nil {
      self = .nested
    } else {
      self = scope.container.isRehearsal ? .process : .test
    }
  }
}
