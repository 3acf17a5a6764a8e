import InjectionInspection
import TestSupport
import Testing

@testable import Injection
@testable import InjectionTesting

struct TrackedOverridesTests {
  @Test func `overrides that were read cost nothing when the next one is made`() {
    // 16 times as many take 16 times as long, not 256 times.
    let (few, many) = (time(for: 2_000), time(for: 32_000))
    #expect(many < few * 64)
  }

  // An override of a draft goes when another one takes its place, and a third may get its address.
  @Test func `a read of an override that has gone counts for no other one`() {
    let draft = issues(.failOnUnusedOverrides) {
      $0.config.timeout = 5
      $0.config.retries = 3
      $0.note = "unread"
    } operation: {
    }
    #expect(draft.properties == ["config", "note"])
    let scopes = issues(.failOnUnusedOverrides) {
      withInjected {
        $0.config.timeout = 5
        $0.config.retries = 3
      } operation: {
        _ = InjectedValues.current.config
      }
      for _ in 0..<10 { withInjected(\.label, "unread") {} }
    }
    #expect(scopes.properties == Array(repeating: "label", count: 10))
  }

  /// The processor time of making and reading overrides, all but one.
  private func time(for count: Int) -> Duration {
    var overrides = TrackedOverrides()
    let time = processorTime {
      for number in 0..<count {
        let override = Box(number, NumberKey.self)
        let scope = Scope(in: nil, at: .unknown)
        scope.add(override)
        overrides.add(scope, sources: .init())
        if number == count / 2 { continue }
        overrides.didRead(override)
      }
    }
    #expect(overrides.unread.count == 1)
    return time
  }
}

private enum NumberKey: InjectionKey { static var defaultValue: Int { 0 } }
