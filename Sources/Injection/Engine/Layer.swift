import Synchronization

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

  // Relaxed: a scope that is opened in another one has the greater number.
  static var newNumber: UInt { lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }
  private static let lastNumber = Atomic<UInt>(0)
}

/// What a scope said, for values that the scope keeps: they must not hold its memory.
package final class Layer: @unchecked Sendable {
  // Unchecked: `outerLayer` changes only when nothing holds the layer any more.

  let said: Said
  /// The scope's identity.
  let identity: UInt
  let isPlain: Bool
  let origin: Origin?
  /// What the scope outside said, or an indirect place; neither in the process's root.
  private var outerLayer: Layer?
  private let outerIndirectPlace: IndirectPlace?
  /// What the scope keeps, while an instance of the scope lives.
  //
  // Not the scope: to count a reference to what is also held weakly takes several times as long.
  private weak let memory: Memory?

  init(_ scope: Scope) {
    (said, identity, isPlain) = (scope.said, scope.identity, scope.isPlain)
    (origin, memory) = (scope.origin, scope.memory)
    outerIndirectPlace = scope.outer?.asIndirectPlace
    outerLayer = outerIndirectPlace == nil ? scope.outer?.scope.layer : nil
    if let outer = outerLayer?.memory { scope.memory.hold(outer) }
  }

  deinit {
    // In a loop: a chain may be longer than a stack is deep.
    var next = outerLayer.take()
    while isKnownUniquelyReferenced(&next) { next = next?.outerLayer.take() }
  }

  var leadsToProcess: Bool { said.depth == 0 && said.container == nil }
  var birth: UInt { origin?.openedBy?.birth ?? ownBirth }
  var ownBirth: UInt { origin?.ownBirth ?? said.number }

  /// The scope, as another instance, while something holds it.
  var scope: Scope? { memory.map { Scope(self, memory: $0) } }

  /// The place of the scope outside; `nil` is the process's root.
  var outerPlace: Place? {
    outerIndirectPlace ?? outerLayer.map { IndirectPlace(leadingTo: $0) }
  }
}
