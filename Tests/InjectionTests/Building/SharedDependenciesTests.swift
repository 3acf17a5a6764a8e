import Injection
import InjectionTesting
import TestSupport
import Testing

/// Defaults of which two read two others each, and so on: 22 levels of two, which four million ways
/// lead through.
struct SharedDependenciesTests {
  @Test func `whether a default is shared is found out once for all who depend on it`() {
    withTestScope {
      var value = 0
      let building = processorTime { value = levelKeys[44].read(.current) }
      #expect(value == 1 << 22)
      // Keys are told apart by few bits here, so that each default may seem to depend on these.
      withInjected({ for key in levelKeys[46...] { key.override(&$0) } }) {
        let sharing = processorTime { value = levelKeys[44].read(.current) }
        #expect(value == 1 << 22 && sharing < building * 100)
      }
    }
  }

  @Test func `all that depends on an override is built again, each once`() {
    withTestScope {
      _ = levelKeys[44].read(.current)
      let count = InjectedValues.current.builds.count
      withInjected(\.number, 2) { #expect(levelKeys[44].read(.current) == 2 << 22) }
      #expect(InjectedValues.current.builds.count == count + 45)
      // In a scope that another default opens.
      withInjected {
        $0.provide(InjectedValues.otherKey.self) {
          withInjected(\.number, 3) { levelKeys[44].read(.current) }
        }
      } operation: {
        #expect(InjectedValues.current.other == 3 << 22)
      }
    }
  }
}

// MARK: - Fixtures

/// Two keys for each level, of which each reads both of the level below.
private enum LevelKey<A: Digit, B: Digit>: InjectionKey {
  static var defaultValue: Int {
    _ = InjectedValues.current.builds.next()
    let level = (A.digit * 10 + B.digit) / 2
    if level == 0 { return InjectedValues.current.number }
    return levelKeys[level * 2 - 2].read(.current) + levelKeys[level * 2 - 1].read(.current)
  }
}

private struct AnyLevelKey: Sendable {
  let read: @Sendable (InjectedValues) -> Int
  let override: @Sendable (inout InjectedValues) -> Void

  init<A: Digit, B: Digit>(_: A.Type, _: B.Type) {
    read = { $0[LevelKey<A, B>.self] }
    override = { $0[LevelKey<A, B>.self] = 0 }
  }
}

private let levelKeys = digits.flatMap { a in
  func key<A: Digit>(_: A.Type) -> [AnyLevelKey] { digits.map { AnyLevelKey(A.self, $0) } }
  return key(a)
}
