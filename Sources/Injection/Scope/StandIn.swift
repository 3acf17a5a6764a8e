/// Takes a scope's place for the values that the scope keeps.
///
/// A kept value often has its home in the scope that keeps it. If it held that scope, the two would
/// hold each other for ever. It holds the stand-in instead, which leads to the scope while that
/// lives. A value that was taken out of its scope and outlives it goes on with the stand-in, which
/// has the same overrides and builds again what has to be built.
final class StandIn: ScopeCopy, @unchecked Sendable {
  // Unchecked like its superclass; it adds nothing that is stored.

  init(for original: Scope) {
    super.init(
      of: original,
      parent: original.parent,
      container: original.sharedContainer,
      isBase: original.isBase
    )
    takeSerial(of: original)
  }

  override var resolved: Scope { leadsToProcess ? .process : original ?? self }
}
