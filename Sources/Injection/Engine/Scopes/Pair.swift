/// What is seen from a layer and one that was made before. The former remembers it, until one of the
/// two goes.
final class Pair: @unchecked Sendable {
  // Unchecked: the list's lock guards the index.

  /// Revoked when the earlier one goes.
  let seen = Revocable<Seen>()
  /// That of the earlier one.
  private let list: PairList
  /// Where this is in the list.
  fileprivate var index = 0

  init(in list: PairList) { self.list = list }

  deinit { list.remove(self) }

  final class Seen: Sendable {
    /// What leads to the pair, or stands for one side.
    let scope: Scope
    /// Held, so that no other layer gets its address.
    private let earlier: Layer
    init(_ scope: Scope, _ earlier: Layer) { (self.scope, self.earlier) = (scope, earlier) }
  }
}

/// The pairs that others remember with a layer.
final class PairList: Sendable {
  // Not counted: each takes itself out before it goes.
  private let pairs = Lock<[Unretained<Pair>]>([])

  func add(_ pair: Pair) -> Pair {
    pairs.withLock { pairs in
      pair.index = pairs.count
      // Safe: it takes itself out before it goes.
      pairs.append(unsafe Unretained(pair))
    }
    return pair
  }

  fileprivate func remove(_ pair: Pair) {
    pairs.withLock { pairs in
      // The layer of this has gone if there is none.
      guard let last = pairs.popLast() else { return }
      last.use { if $0 !== pair { $0.index = pair.index } }
      if pair.index < pairs.count { pairs[pair.index] = last }
    }
  }

  /// The layer's scope goes: what others remember with it does, too.
  func end() {
    // Released after the lock.
    _ = pairs.withLock { pairs in
      defer { pairs = [] }
      return pairs.map { $0.use { $0.seen.revoke() } }
    }
  }
}
