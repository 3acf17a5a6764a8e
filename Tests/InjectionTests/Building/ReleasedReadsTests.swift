import Foundation
import Injection
import InjectionTesting
import Synchronization
import Testing

/// What a build read may go when the build ends, and may then read others (R9, R10).
@Suite(.serialized) struct ReleasedReadsTests {
  @Test func `a value that goes when a build ends may read what was built`() {
    withTestScope {
      #expect(InjectedValues.current.early == 1)
      #expect(Parting.heard.withLock { $0 } == 1)
    }
  }

  @Test func `it may wait for a thread that waits for the build`() {
    withTestScope {
      readOnTwoThreads({ $0.awaited }, { $0.awaiting })
    }
  }

  // R11: what the last build read goes when the next one ends.
  @Test func `a value that goes when a shared one is built again may read that one`() {
    withTestScope {
      let count = Mutex(0)
      buildOnce(\.host) {
        _ = InjectedValues.current.host
        count.withLock { $0 += 1 }
      }
      _ = InjectedValues.current.host
      #expect(count.withLock { $0 } == 1)
    }
  }

  @Test func `it may wait for a thread that waits for the build, too`() {
    withTestScope {
      buildOnce(\.awaitedShared) { InjectedValues.current.awaitingShared }
      readOnTwoThreads({ _ = $0.awaitedShared }, { $0.awaitingShared })
    }
  }

  /// Builds a shared value from one that then is held by what is known of that build alone.
  private func buildOnce(
    _ property: KeyPath<InjectedValues, Shared>,
    last: @escaping @Sendable () -> Void
  ) {
    withInjected(\.parting, Parting(last)) { Guest.current.withLock { $0 = Guest() } }
    _ = InjectedValues.current[keyPath: property]
    Guest.current.withLock { $0 = nil }
  }

  private func readOnTwoThreads(_ reads: @Sendable (InjectedValues) -> Void...) {
    let values = InjectedValues.current
    let done = DispatchSemaphore(value: 0)
    for read in reads {
      Thread.detachNewThread {
        withInjected(values) { read(.current) }
        done.signal()
      }
    }
    for _ in reads { #expect(done.wait(timeout: .now() + 20) == .success) }
  }
}

// MARK: - Fixtures

/// Does something when it goes.
private final class Parting: Sendable {
  static let heard = Mutex(0)
  let last: @Sendable () -> Void

  init(_ last: @escaping @Sendable () -> Void) {
    self.last = last
  }

  deinit { last() }

  /// Reads a new one in a way that the running build notes and so holds.
  static func read(_ last: @escaping @Sendable () -> Void) {
    withInjected(\.parting, Parting(last)) {
      withInjected(\.partingNumber, 1) { _ = InjectedValues.current.parting }
    }
  }
}

/// An object with a home elsewhere.
private final class Guest: Sendable {
  static let current = Mutex<Guest?>(nil)
  let parting = Injected(\.parting)
}

/// Two threads that meet: one runs a build, and the other one waits for that build in a build of its own.
private struct Meeting {
  let waiting = DispatchSemaphore(value: 0)
  let running = DispatchSemaphore(value: 0)

  func run() {
    waiting.wait()
    running.signal()
  }

  func waitForRunning() {
    waiting.signal()
    running.wait()
  }

  static let first = Meeting()
  static let second = Meeting()
}

private final class Shared: Sendable {}

extension InjectedValues {
  private enum PartingKey: InjectionKey { static var defaultValue: Parting? { nil } }
  fileprivate var parting: Parting? {
    get { self[PartingKey.self] }
    set { self[PartingKey.self] = newValue }
  }

  private enum NumberKey: InjectionKey { static var defaultValue: Int { 0 } }
  fileprivate var partingNumber: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  private enum EarlyKey: InjectionKey {
    static var defaultValue: Int {
      Parting.read {
        let early = InjectedValues.current.early
        Parting.heard.withLock { $0 += early }
      }
      return 1
    }
  }
  fileprivate var early: Int { self[EarlyKey.self] }

  private enum AwaitedKey: InjectionKey {
    static var defaultValue: Void {
      Parting.read { InjectedValues.current.awaiting }
      Meeting.first.run()
    }
  }
  fileprivate var awaited: Void { self[AwaitedKey.self] }

  private enum AwaitingKey: InjectionKey {
    static var defaultValue: Void {
      Meeting.first.waitForRunning()
      InjectedValues.current.awaited
    }
  }
  fileprivate var awaiting: Void { self[AwaitingKey.self] }

  private enum HostKey: InjectionKey {
    static var lifetime: InjectionLifetime { .shared }
    static var defaultValue: Shared {
      _ = Guest.current.withLock { $0 }?.parting()
      return Shared()
    }
  }
  fileprivate var host: Shared { self[HostKey.self] }

  private enum AwaitedSharedKey: InjectionKey {
    static var lifetime: InjectionLifetime { .shared }
    static var defaultValue: Shared {
      if let guest = Guest.current.withLock({ $0 }) {
        _ = guest.parting()
      } else {
        Meeting.second.run()
      }
      return Shared()
    }
  }
  fileprivate var awaitedShared: Shared { self[AwaitedSharedKey.self] }

  private enum AwaitingSharedKey: InjectionKey {
    static var defaultValue: Void {
      Meeting.second.waitForRunning()
      _ = InjectedValues.current.awaitedShared
    }
  }
  fileprivate var awaitingShared: Void { self[AwaitingSharedKey.self] }
}
