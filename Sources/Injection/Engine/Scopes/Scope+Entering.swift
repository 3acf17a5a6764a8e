// A kept scope is entered: it and the current one are seen together.

extension Scope {
  /// The scope for code that enters a kept one here: both are seen together.
  func entering(_ kept: Scope) -> Scope {
    let (left, layer) = (leaving(kept, 8) ?? self, kept.usedLayer())
    let (listener, here) = (listener?.live, left.usedLayer())
    let seen = layer.beside(here)
    if seen === here { return left }
    return seen === layer
      ? Scope(telling: listener, in: kept, enteredIn: left)
      : Scope(leadingTo: seen, of: kept, in: left, listener)
  }

  /// If a kept scope was among the last that were entered: this without that, with what was entered
  /// since. To enter it there says the same; else each task that starts the next one would hold all
  /// before.
  private func leaving(_ kept: Scope, _ steps: Int) -> Scope? {
    guard steps > 0, let outer, let alsoHeld else { return nil }
    // The kept scope that this was made to enter, and where.
    let (other, here) = isAlias ? (outer, alsoHeld) : (alsoHeld, outer)
    if here.listener?.live !== listener?.live { return nil }
    return other === kept ? here : here.leaving(kept, steps - 1)?.entering(other)
  }
}
