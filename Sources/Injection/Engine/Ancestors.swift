/// A scope and all outside it, from the inside out.
package struct Ancestors: Sequence, IteratorProtocol {
  private var upcoming: Scope?

  init(from scope: Scope) {
    self.upcoming = scope
  }

  package mutating func next() -> Scope? {
    guard let scope = upcoming else { return nil }
    upcoming = scope.outer
    return scope
  }
}
