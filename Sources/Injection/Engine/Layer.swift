/// What one `withInjected` said.
struct Said: Sendable {
  /// `nil` is the process's, so that no shared reference is counted.
  let container: Container?
  /// How many scopes lie outside.
  let depth: Int
  let source: SourceLine
  let name: String?
  var overrides = Overrides()
  /// Tells apart what was said, and which of two was said first.
  var number: UInt

  init(
    _ container: Container?,
    depth: Int,
    _ source: SourceLine,
    _ name: String?,
    number: UInt
  ) {
    (self.container, self.depth, self.source, self.name) = (container, depth, source, name)
    self.number = number
  }
}

/// What a scope said, without its memory, for values that the scope keeps: they must not hold it.
package final class Layer: @unchecked Sendable {
  // Unchecked: `outer` changes only when nothing holds the layer any more.

  /// The scope, while something holds it.
  weak let scope: Scope?
  let said: Said
  let ownAge: UInt
  /// The scope's.
  let identity: UInt
  let isPlain: Bool
  private var outer: Outer

  private enum Outer {
    case none, process
    case layer(Layer)
    case place(IndirectPlace)
  }

  init(_ scope: Scope) {
    self.scope = scope
    (said, ownAge) = (scope.said, scope.ownAge)
    (identity, isPlain) = (scope.identity, scope.isPlain)
    if let place = scope.outer {
      outer = place.asIndirectPlace.map { .place($0) } ?? .layer(place.scope.layer)
    } else {
      outer = scope.depth == 0 ? .none : .process
    }
  }

  deinit {
    // In a loop: a chain may be longer than a stack is deep.
    while case .layer(var next) = outer {
      outer = .none
      if isKnownUniquelyReferenced(&next) { swap(&outer, &next.outer) }
    }
  }

  var leadsToProcess: Bool { said.depth == 0 && said.container == nil }
  var age: UInt { scope?.age ?? ownAge }

  /// A scope that says the same, for a kept value that has outlived the original scope.
  func scopeAgain() -> Scope {
    // In a loop: a chain may be longer than a stack is deep.
    var layers = [self]
    var place: Place?
    while place == nil, case .layer(let next) = layers.last!.outer {
      place = next.scope
      if place == nil { layers.append(next) }
    }
    if case .place(let outer) = layers.last!.outer { place = outer }
    for layer in layers.reversed() { place = Scope(layer, in: place) }
    return place as! Scope
  }
}
