/// A level that uses no memory: its overrides, and what it was opened in. What a scope keeps may hold
/// it.
package final class Layer: Level, @unchecked Sendable {
  // Unchecked like its superclass; what it adds is immutable, a weak reference, or changed at its
  // end only.

  /// The scope that remembers for this level, while that lives. None where the level was opened in
  /// a build.
  private weak let scope: Scope?

  // A variable, since the end of the layer takes it out.
  private var storedOuter: ScopeView?
  package override var outer: ScopeView? { storedOuter }

  private let own: Entry?

  override var ownOverride: Entry? { own }
  override func hasOwn(_ id: KeyID) -> Bool { own?.key.id == id }

  /// The layer of a scope.
  init(of scope: Scope) {
    self.scope = scope
    self.own = scope.ownOverride
    storedOuter = scope.outer?.bare
    super.init(
      container: scope.sharedContainer,
      place: scope.place,
      traits: scope.traits,
      opening: scope.opening,
      observation: scope.observation,
      number: scope.number
    )
    shareList(of: scope)
  }

  /// A level that is opened in a build.
  ///
  /// - Parameter draft: What has its overrides.
  init(of draft: Scope, in outer: ScopeView, _ opening: Opening) {
    self.scope = nil
    self.own = draft.ownOverride
    storedOuter = outer
    super.init(
      container: outer.sharedContainer,
      place: draft.place,
      traits: [],
      opening: opening,
      observation: draft.observation,
      number: draft.number
    )
    shareList(of: draft)
  }

  deinit {
    // In a loop, as with scopes.
    var next = outerLayer
    storedOuter = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let outer = next!.outerLayer
      next!.storedOuter = nil
      next = outer
    }
  }

  override var layer: Layer { self }

  override var level: Level? { scope ?? self }

  /// What it was opened in, if that is a layer and nothing else.
  private var outerLayer: Layer? {
    storedOuter.flatMap { $0.home == nil ? $0.viewpoint as? Layer : nil }
  }

  override var rememberingScope: Scope? { opener == nil ? scope : super.rememberingScope }
}
