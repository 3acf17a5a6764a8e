import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

@testable import Injection

/// Where two ways lead to the same, and again from there, each place is looked at once. If not, each
/// of these would cost twice as much for one level more.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ForksTests {
  @Test func `values that are seen beside each other and share what lies outside`() {
    expectNoPowers { count in
      var values = withInjected(\.number, 7) { InjectedValues.current }
      for _ in 0..<count {
        let holder = withInjected(values) { withInjected(\.first, "home") { Holder() } }
        values = withInjected(values) { withInjected(\.first, "beside") { holder.$number } }
      }
      #expect(values.number == 7 && values.double == 14)
      let chain = values.layer().chain
      #expect(Set(chain.map(ObjectIdentifier.init)).count == chain.count)
    }
  }

  /// That of pairs which nothing remembers.
  @Test func `the age of pairs that share a side`() {
    let scope = withInjected(\.number, 7) { InjectedValues.current }
    expectNoPowers { count in
      var layer = scope.layer()
      for _ in 0..<count {
        let sides = (0..<2).map { _ in Layer(.pair, in: layer, beside: layer.root) }
        layer = Layer(.pair, in: sides[0], beside: sides[1])
      }
      #expect(layer.birth == scope.layer().birth)
    }
  }

  /// Built late, when the scope of what they stand on has gone: then it is asked what they may hold.
  @Test func `defaults that two others read, as two others read these`() {
    expectNoPowers { count in
      withTestScope {
        let values = withInjected(\.number, 7) { InjectedValues.current.opened }
        withInjected(values) {
          for keys in pairKeys.prefix(count + 1) { #expect(keys.map { $0.current } == [8, 8]) }
        }
      }
    }
  }

  /// What each shows, and what its code sees, lead to the one around.
  @Test func `builds around the one that another thread reads through`() {
    expectNoPowers { count in
      withTestScope { #expect(nestedKeys[count].current == 1) }
    }
  }

  /// Compares the costs of 2 and 14 levels.
  private func expectNoPowers(_ play: @Sendable @escaping (_ count: Int) -> Void) {
    func cost(of count: Int) -> Duration {
      let costs = (0..<3).map { _ in
        let cost = processorTime { withTestScope { play(count) } }
        return costsOfThreads.removeAll().reduce(cost, +)
      }
      return costs.min()!
    }
    _ = cost(of: 14)
    let (few, many) = (cost(of: 2), cost(of: 14))
    #expect(many < few * 50, "\(many) and \(few)")
  }
}

// MARK: - Fixtures

private let costsOfThreads = Log<Duration>()

private protocol LevelKey: InjectionKey, SendableMetatype where Value == Int {}

extension LevelKey { static var current: Int { InjectedValues.current[Self.self] } }

/// Is built from both keys of the level before.
private enum PairKey<Side: Digit, A: Digit, B: Digit>: LevelKey {
  static var defaultValue: Int {
    let level = A.digit * 10 + B.digit
    if level == 0 { return InjectedValues.current.opened.number + 1 }
    return pairKeys[level - 1].map { $0.current }.max()!
  }
}

/// Is built in a scope that the one after has opened.
private enum NestedKey<A: Digit, B: Digit>: LevelKey {
  static var defaultValue: Int {
    let (level, number) = (A.digit * 10 + B.digit, InjectedValues.current.number)
    if level > 0 { return withInjected(\.number, number + 1) { nestedKeys[level - 1].current } }
    let values = InjectedValues.current
    onThreads { _ in
      let cost = processorTime {
        withInjected(values) { #expect(InjectedValues.current.text == "default") }
      }
      costsOfThreads.add(cost)
    }
    return 1
  }
}

private let pairKeys = (0..<20).map { levelKeys($0).pair }
private let nestedKeys = (0..<20).map { levelKeys($0).nested }

private func levelKeys(_ level: Int) -> (pair: [any LevelKey.Type], nested: any LevelKey.Type) {
  func keys<A: Digit, B: Digit>(_: A.Type, _: B.Type) -> ([any LevelKey.Type], any LevelKey.Type) {
    ([PairKey<D0, A, B>.self, PairKey<D1, A, B>.self], NestedKey<A, B>.self)
  }
  let places = [10, 1].map { digits[level / $0 % 10] }
  return keys(places[0], places[1])
}

extension InjectedValues {
  @Injectable fileprivate var opened: InjectedValues = {
    _ = InjectedValues.current.number
    return withInjected(\.other, 1) { .current }
  }()
}
