import Injection
import Synchronization
import Testing

@Suite struct SharedRefillTests {
  /// R10, R11: what the last build read goes when the next one ends.
  @Test func `a value that goes when a shared one is built again may read that one`() {
    withTestScope {
      readOnce()
      _ = InjectedValues.current.host
      #expect(Farewell.count.load(ordering: .relaxed) == 1)
    }
  }

  private func readOnce() {
    let guest = withInjected(\.farewell, Farewell(isHeard: true)) { Guest() }
    Host.guest.withLock { $0 = guest }
    _ = InjectedValues.current.host
    Host.guest.withLock { $0 = nil }
  }
}

// MARK: - Fixtures

private final class Host: Sendable {
  static let guest = Mutex<Guest?>(nil)
}

private final class Guest: Sendable {
  let farewell = Injected(\.farewell)
}

private final class Farewell: Sendable {
  static let count = Atomic<Int>(0)
  let isHeard: Bool

  init(isHeard: Bool) {
    self.isHeard = isHeard
  }

  deinit {
    if !isHeard { return }
    _ = InjectedValues.current.host
    Farewell.count.add(1, ordering: .relaxed)
  }
}

extension InjectedValues {
  private enum FarewellKey: InjectionKey {
    static var defaultValue: Farewell { Farewell(isHeard: false) }
  }
  fileprivate var farewell: Farewell {
    get { self[FarewellKey.self] }
    set { self[FarewellKey.self] = newValue }
  }

  private enum HostKey: InjectionKey {
    static var lifetime: InjectionLifetime { .shared }
    static var defaultValue: Host {
      let guest = Host.guest.withLock { $0 }
      _ = guest?.farewell()
      return Host()
    }
  }
  fileprivate var host: Host { self[HostKey.self] }
}
