/// A scope and all outside it, from the inside out.
struct Outwards: Sequence, IteratorProtocol {
  private var scope: Scope
  private var isAtStart = true

  init(from scope: Scope) {
    self.scope = scope
  }

  // Not inlined, for the size of the code: many loops use it.
  @inline(never)
  mutating func next() -> Scope? {
    if isAtStart {
      isAtStart = false
      return scope
    }
    guard let outer = scope.outer else { return nil }
    scope = outer
    return outer
  }
}
