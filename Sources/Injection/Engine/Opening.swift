/// The part of a scope that was opened in a build or in the place of one, or again in a home.
final class Opening: Sendable {
  /// The nearest place of a build on the way outwards.
  let buildPlace: BuildPlace?
  /// The running build that opened the scope. The keeper of its value also keeps what this scope
  /// keeps, since that value may hold this scope.
  let openedBy: BuildPlace?
  let ownAge: UInt?
  let reopening: Reopening?
  private let memory = Lock(WeakMemory())
  private struct WeakMemory: Sendable { weak var memory: Memory? }

  private init(
    in buildPlace: BuildPlace?,
    by openedBy: BuildPlace? = nil,
    age: UInt? = nil,
    reopening: Reopening? = nil
  ) {
    (self.buildPlace, self.openedBy, self.ownAge) = (buildPlace, openedBy, age)
    self.reopening = reopening
  }

  /// The part of a scope in a place; `nil` if it doesn't need one.
  static func inside(
    _ place: Place?,
    by openedBy: BuildPlace?,
    age: UInt? = nil,
    reopening: Reopening? = nil
  ) -> Opening? {
    let buildPlace = place?.buildPlace
    if buildPlace == nil && openedBy == nil && reopening == nil { return nil }
    return Opening(in: buildPlace, by: openedBy, age: age, reopening: reopening)
  }

  var copy: Opening { Opening(in: buildPlace, by: openedBy, age: ownAge, reopening: reopening) }

  var lentMemory: Memory? { openedBy == nil ? nil : memory.withLock { $0 }.memory }

  /// The memory that the keeper of the opening build keeps for a scope; `nil` where there is none.
  func memory(of scope: Scope) -> Memory? {
    guard let openedBy else { return nil }
    if let known = lentMemory { return known }
    let new = Memory()
    let known = memory.withLock { lent in
      if let known = lent.memory { return known }
      lent.memory = new
      return new
    }
    // Not under the lock: a deinit in the keeper may read values.
    if known !== new { return known }
    return openedBy.lend(new, to: scope) ? new : nil
  }
}
