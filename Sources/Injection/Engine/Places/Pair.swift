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
