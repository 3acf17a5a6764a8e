import Testing

@testable import Injection
@testable import InjectionTesting

@Suite struct TrackedOverridesTests {
  @Test(.timeLimit(.minutes(1)))
  func `what was read before costs nothing when the next one is made`() {
    let use = Use(key: .of(NumberKey.self), property: .none, declaration: .unknown)
    var overrides = TrackedOverrides()
    for number in 0..<100_000 {
      let override = Box(number, .of(NumberKey.self))
      let scope = Scope(in: nil, place: .unknown, traits: .root)
      overrides.add(override, use, in: scope, at: .unknown)
      if number == 50_000 { continue }
      overrides.didRead(override)
      overrides.didRead(override)
    }
    #expect(overrides.unread.count == 1)
  }
}

private enum NumberKey: InjectionKey { static var defaultValue: Int { 0 } }
