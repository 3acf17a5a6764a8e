import Synchronization

/// What is seen from a layer and one that was made before. The former remembers it, until one of the
/// two goes.
final class Pair: Sendable {
  /// Revoked when one of the two goes.
  let seen = Revocable<Seen>()
  /// The next one in the list of the layer that was made before.
  private let next = AtomicReference<Pair>()

  final class Seen: Sendable {
    /// What leads to the pair, or stands for one side.
    let scope: Scope
    /// Held, so that no other layer gets its address.
    private let earlier: Layer
    init(_ scope: Scope, _ earlier: Layer) { (self.scope, self.earlier) = (scope, earlier) }
  }

  /// The pairs that others remember with a layer.
  //
  // Without a lock, for which the requests of a tenant would wait: each adds one.
  struct List: ~Copyable, Sendable {
    private let first = AtomicReference<Pair>()
    /// How many are added until those that are revoked are taken out.
    private let rest = Atomic(1)

    func add(_ pair: Pair) {
      first.push(pair, before: pair.next)
      // Both: one thread takes some out, and sees what the one before has done. Until it has, all
      // others find less.
      if rest.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { removeRevoked() }
    }

    /// Not the first one: another thread may be adding one before it.
    private func removeRevoked() {
      var (last, count) = (first.value!, 1)
      while let pair = last.next.value {
        if pair.seen.isRevoked {
          // Released here: this thread alone looks further than the first one.
          _ = pair.next.take().map { last.next.exchange(with: $0) } ?? last.next.take()
        } else {
          (last, count) = (pair, count + 1)
        }
      }
      rest.store(count, ordering: .releasing)
    }

    /// The layer's scope goes: what others remember with it does, too.
    func end() {
      // In a loop: a chain may be longer than a stack is deep.
      var next = first.take()
      while let pair = next {
        pair.seen.revoke()
        next = pair.next.take()
      }
    }
  }
}
