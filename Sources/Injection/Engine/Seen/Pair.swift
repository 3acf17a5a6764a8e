/// Two scopes, of which one is current and the other a home.
final class Pair: Sendable {
  /// The current scope, opened once more in the home; `nil` where one of the two lies in the other.
  let scope: Scope?
  /// The older of the two, if the pair goes with that.
  let older: Layer?

  init(_ scope: Scope?, withOlder older: Layer? = nil) { (self.scope, self.older) = (scope, older) }

  /// The number of a pair in the table of the younger scope, which keeps it, so that nothing old
  /// holds what is young: the other's address, and two bits.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether the other is the current one.
  ///   - isTold: Whether this only says that an ended home was told of.
  static func id(_ other: Layer, isCurrent: Bool, isTold: Bool = false) -> UInt {
    // A scope that is opened once more holds both layers, so that no other gets the address.
    UInt(bitPattern: ObjectIdentifier(other)) | (isCurrent ? 1 : 0) | (isTold ? 2 : 0)
  }
}

extension Layer {
  /// The table and the number for what is seen from here with a home.
  private func pair(withHome home: Layer, isTold: Bool = false) -> (keeper: Layer, id: UInt) {
    age < home.age
      ? (home, Pair.id(self, isCurrent: true, isTold: isTold))
      : (self, Pair.id(home, isCurrent: false, isTold: isTold))
  }

  func knownPair(withHome home: Layer) -> Pair? {
    let (keeper, id) = pair(withHome: home)
    guard let memory = keeper.memory else { return nil }
    return memory.pairs.object(of: id) ?? memory.watchedPair(id)
  }

  /// Keeps what is seen together with a home, unless there is a pair. Returns the one that stays.
  @discardableResult
  func keepPair(
    _ scope: Scope?,
    withHome home: Layer,
    isTold: Bool = false
  ) -> (pair: Pair, isNew: Bool) {
    let (keeper, id) = self.pair(withHome: home, isTold: isTold)
    let older = keeper === self ? home : self
    // The quick path doesn't use a pair of such a scope. So it can be released with that: the code of
    // a default may open one again and again.
    let pair = Pair(scope, withOlder: older.opening.watch == nil ? nil : older)
    let kept = keeper.memory.map {
      pair.older == nil ? $0.pairs.insert(pair, as: id) : $0.keep(pair, as: id)
    }
    return (kept ?? pair, kept === pair)
  }
}
