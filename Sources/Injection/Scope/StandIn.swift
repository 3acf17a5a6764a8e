/// Takes a scope's place for the values that the scope keeps.
///
/// A kept value often has its home in the scope that keeps it. If it held that scope, the two would
/// hold each other for ever. It holds the stand-in instead, which leads to the scope while that
/// lives. A value that was taken out of its scope and outlives it goes on with the stand-in, which
/// has the same overrides and builds again what has to be built.
final class StandIn: Scope, @unchecked Sendable {
  // Unchecked like its superclass. A weak reference may be read on any thread; this one is never
  // written after `init`.
  private weak var original: Scope?
  private let originalSite: UInt

  init(for original: Scope) {
    self.original = original
    self.originalSite = original.site
    super.init(
      parent: original.parent,
      container: original.sharedContainer,
      place: original.place,
      name: original.name,
      isBase: original.isBase
    )
    takeSerial(of: original)
    takeOverrides(of: original)
  }

  override var site: UInt { originalSite }

  override var resolved: Scope { leadsToProcess ? .process : original ?? self }
}
