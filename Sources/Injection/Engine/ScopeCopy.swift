import Synchronization

/// A scope with the overrides of another one: to stand elsewhere, or for those who must not hold
/// the other.
///
/// As a step of a merged view it stands over another scope than the one its original was opened in.
///
/// As a *stand-in* it takes a scope's place for the values that the scope keeps. A kept value often
/// has its home in the scope that keeps it. If it held that scope, the two would hold each other
/// for ever. It holds the stand-in instead, which leads to the scope while that lives. A value that
/// was taken out of its scope and outlives it goes on with the stand-in, which has the same
/// overrides and builds again what has to be built.
final class ScopeCopy: Scope, @unchecked Sendable {
  // Unchecked like its superclass; it adds immutable properties only.

  private weak let original: Scope?

  /// Where the original was opened, if this copy stands elsewhere.
  private var originalOpenedIn: Scope?

  /// - Parameter link: The next scope outwards.
  init(of original: Scope, over link: Scope?, isStandIn: Bool = false) {
    let weakly = isStandIn ? original : original.layer
    weakly.isCopied.store(true, ordering: .relaxed)
    self.original = weakly
    self.originalOpenedIn = isStandIn ? nil : original.openedIn
    var traits = original.traits.subtracting(.redirects)
    traits.insert(isStandIn ? .redirects : .merged)
    super.init(
      in: link,
      container: link == nil ? original.sharedContainer : link!.sharedContainer,
      place: original.place,
      traits: traits,
      observation: original.observation ?? link?.observation
    )
    takeSerial(of: original, ofView: isStandIn ? original.viewSerial : Scope.nextSerial())
    takeOverrides(of: original)
    if let name = original.name { details.name = name }
  }

  override var resolved: Scope {
    guard traits.contains(.redirects), let original else { return self }
    return original.resolved
  }

  override var layer: Scope { original?.layer ?? self }
  override var openedIn: Scope? {
    traits.contains(.redirects) ? outer : originalOpenedIn?.resolved
  }

  deinit {
    if originalOpenedIn != nil { ScopeRelease.release(&originalOpenedIn) }
  }
}

extension Scope {
  /// The home of the defaults that this scope keeps.
  final var standIn: Scope {
    if traits.contains(.process) || isBuild { return self }
    return details.standIn.value
      ?? details.standIn.set(ScopeCopy(of: self, over: link, isStandIn: true))
  }
}
