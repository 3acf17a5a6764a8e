import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

@testable import Injection

/// What two scopes see together is remembered until one of them goes.
struct PairTests {
  @Test func `one that is revoked twice stays revoked`() {
    let pair = Pair()
    #expect(see(pair))
    for _ in 1...2 {
      pair.seen.revoke()
      #expect(pair.seen.unretained == nil && !see(pair))
    }
  }

  @Test func `a list releases what is revoked as more is added, and at its end revokes the rest`() {
    let list = Pair.List()
    let living = (0..<8).map { _ in Pair() }
    let revoked = Log<WeakPair>()
    for number in 0..<100 {
      if number % 10 == 0, number < 80 { list.add(living[number / 10]) }
      let pair = Pair()
      list.add(pair)
      revoked.add(WeakPair(object: pair))
      pair.seen.revoke()
    }
    #expect(revoked.all.count { $0.object != nil } < 20)
    #expect(living.allSatisfy { see($0) })
    list.end()
    #expect(revoked.all.allSatisfy { $0.object == nil } && !living.contains { see($0) })
  }

  @Test func `a list to which many threads add revokes all`() {
    let (list, added) = (Cache(), Log<Pair>())
    onThreads(8) { thread in
      for number in 0..<1_000 {
        let pair = Pair()
        list.pairsOfLater.add(pair)
        if number % 8 == thread { added.add(pair) } else { pair.seen.revoke() }
      }
    }
    #expect(added.all.count == 1_000 && added.all.allSatisfy { see($0) })
    list.pairsOfLater.end()
    #expect(!added.all.contains { see($0) })
  }

  /// Else what stays would have a longer and longer table of those that come and go.
  @Test func `the one that was made later remembers it, whichever is the home`() {
    withTestScope {
      let earlier = withInjected(\.first, 1) { (values: InjectedValues.current, reader: Reader()) }
      let later = withInjected(\.second, 2) { (values: InjectedValues.current, reader: Reader()) }
      for _ in 1...2 {
        #expect(withInjected(earlier.values) { later.reader.sum() } == 3)
        #expect(withInjected(later.values) { earlier.reader.sum() } == 3)
      }
      let pairs = [earlier, later].map { $0.values.layer().openCache!.pairs.all }
      #expect(pairs.map(\.count) == [0, 2] && pairs[1].allSatisfy { !$0.seen.isRevoked })
    }
  }

  private func see(_ pair: Pair) -> Bool {
    pair.seen.value { Pair.Seen(Scope(telling: nil, in: nil), ProcessRoot.layer) } != nil
  }

  private final class Reader: Sendable {
    private let first = Injected(\.first), second = Injected(\.second)
    func sum() -> Int { first() + second() }
  }

  private struct WeakPair: Sendable {
    weak let object: Pair?
  }
}

extension InjectedValues {
  @Injectable fileprivate var first: Int = 0
  @Injectable fileprivate var second: Int = 0
}
