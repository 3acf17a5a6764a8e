/// Two scopes, of which one is current and the other a home.
final class Pair: Sendable {
  /// The current scope, opened once more in the home; `nil` where one of the two lies in the other.
  let scope: Scope?

  init(_ scope: Scope?) { self.scope = scope }

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
  private func pair(withHome home: Layer, isTold: Bool = false) -> (younger: Layer, id: UInt) {
    age < home.age
      ? (home, Pair.id(self, isCurrent: true, isTold: isTold))
      : (self, Pair.id(home, isCurrent: false, isTold: isTold))
  }

  @inline(never)
  func knownPair(withHome home: Layer) -> Pair? {
    let (younger, id) = pair(withHome: home)
    return younger.memory?.pairs.object(of: id)
  }

  /// Keeps a pair, unless there is one. Returns the one that stays.
  @discardableResult
  @inline(never)
  func keep(_ pair: Pair, withHome home: Layer, isTold: Bool = false) -> Pair {
    let (younger, id) = self.pair(withHome: home, isTold: isTold)
    return younger.memory?.pairs.insert(pair, as: id) ?? pair
  }
}

/// Kept scopes that are entered in a scope, each opened once more there.
//
// In the one in which they are entered, since what is built from both goes with that, also if it is
// the older one. The kept scopes may go earlier.
final class EnteredScopes: Sendable {
  private typealias Pairs = [ObjectIdentifier: (kept: Layer, pair: Scope)]
  private let state = Lock<(pairs: Pairs, limit: Int)>(([:], 8))

  func pair(with kept: Layer) -> Scope? {
    state.withLock { $0.pairs[ObjectIdentifier(kept)]?.pair }
  }

  /// Keeps a pair, unless there is one. Returns the one that stays.
  func keep(_ pair: Scope, with kept: Layer) -> Scope {
    let (known, gone) = state.withLock { state in
      if let known = state.pairs[ObjectIdentifier(kept)] { return (known.pair, Pairs()) }
      var gone = Pairs()
      if state.pairs.count == state.limit {
        gone = state.pairs.filter { $0.value.kept.memory == nil }
        for id in gone.keys { state.pairs[id] = nil }
        state.limit = max(8, state.pairs.count * 2)
      }
      state.pairs[ObjectIdentifier(kept)] = (kept, pair)
      return (pair, gone)
    }
    // After the lock: what they keep may read values in a deinit.
    withExtendedLifetime(gone) {}
    return known
  }
}
