import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// Readers that share a default, wait for it, or need it to build itself.
@Suite(.timeLimit(.minutes(3))) struct SharingTests {
  @Test func `a first build does not wait for one that has read another override`() {
    withTestScope {
      let values = InjectedValues.current
      let haveEnded = onThreads(2) { thread in
        withInjected(values) {
          if thread == 1 { Slow.isBuilding.wait() }
          withInjected(\.side, thread + 1) { #expect(InjectedValues.current.slow == thread + 1) }
          if thread == 1 { Slow.mayEnd.signal() }
        }
      }
      #expect(haveEnded)
    }
  }

  @Test(arguments: [true, false])
  func `what is built from one of two scopes side by side is at home there`(isAlive: Bool) {
    withTestScope {
      var scope: InjectedValues? = withInjected(\.side, 1) { .current }
      let client = withInjected(\.number, 99) { Injected(\.number) }
      let third = withInjected({ ($0.other, $0.text) = (1, "") }) { InjectedValues.current }
      #expect(third.text == "")
      let seen = withInjected(scope!) { client.projectedValue }
      if !isAlive { scope = nil }
      // Also where it is seen from a third one, through what is built from both.
      let beside = withInjected(seen) {
        let both = InjectedValues.current.ofBoth
        return withInjected(third) { both.number.projectedValue }
      }
      for values in [beside, seen] {
        let late = withInjected(values) { InjectedValues.current.ofSide }
        #expect(late.side == 1 && late.number() == 1)
      }
      withExtendedLifetime(scope) {}
    }
  }

  @Test func `a default that enters captured values and reads nothing there is shared`() {
    withTestScope {
      withInjected(\.side, -1) {
        let captured = InjectedValues.current
        withInjected {
          $0.provide(InjectedValues.poolKey.self) {
            withInjected(captured) {}
            return Pool()
          }
        } operation: {
          let all = (1...20).map { side in
            withInjected(\.side, side) { InjectedValues.current.pool }
          }
          #expect(all.allSatisfy { $0 === all[0] })
          // It is at home with the scope that keeps it, not with the first one that asked.
          #expect(all[0].side() == -1)
        }
      }
    }
  }

  /// A deep keeper makes the end of the build long enough for the other thread to read meanwhile.
  @Test func `what another thread finds is at home with its keeper, not its first reader`() throws {
    for _ in 0..<20 {
      var values = withTestScope { InjectedValues.current }
      for _ in 0..<300 { values = withInjected(values) { withInjected(\.side, 1) { .current } } }
      let (keeper, meeting) = (values, Meeting(of: 2))
      let haveEnded = onThreads(2) { thread in
        meeting.come()
        withInjected(keeper) {
          if thread == 0 { return withInjected(\.number, 99) { _ = InjectedValues.current.ofSide } }
          while keeper.layer().kept.isEmpty {}
          #expect(InjectedValues.current.ofSide.number() == 1)
        }
      }
      try #require(haveEnded)
    }
  }

  /// A read beside `bootstrap` sees the new value, or stops `bootstrap` with its message.
  @Test(arguments: [0, 50, 90, 100, 110, 150, 200])
  func `no read that runs beside bootstrap returns the old default`(delay: UInt32) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [delay] in
      // After a message, which the test reads.
      for stop in [SIGILL, SIGTRAP] {
        signal(stop) { _ in
          _ = unsafe write(STDERR_FILENO, "stopped", 7)
          _exit(0)
        }
      }
      let seen = Lock<Int?>(nil)
      let isDone = DispatchSemaphore(value: 0)
      Thread {
        usleep(delay)
        let value = InjectedValues.current.ofRacing
        seen.withLock { $0 = value }
        isDone.signal()
      }.start()
      usleep(100)
      InjectedValues.bootstrap { $0.racing = 9 }
      isDone.wait()
      if seen.withLock({ $0 }) != 9 { _exit(1) }
    }
    if !result.message.isEmpty {
      result.expectMessage("must be set before it is read", "Property: \\.racing\n", "stopped")
    }
  }
}

// MARK: - Fixtures

private enum Slow {
  static let isBuilding = DispatchSemaphore(value: 0)
  static let mayEnd = DispatchSemaphore(value: 0)

  static func build() -> Int {
    let side = InjectedValues.current.side
    if side == 1 {
      isBuilding.signal()
      mayEnd.wait()
    }
    return side
  }
}

private final class Late: Sendable {
  let side = InjectedValues.current.side
  let number = Injected(\.number)
}

private final class Pool: Sendable {
  let side = Injected(\.side)
}

extension InjectedValues {
  @Injectable fileprivate var side: Int = 0
  @Injectable fileprivate var slow: Int = Slow.build()
  @Injectable fileprivate var ofSide: Late = Late()
  @Injectable(lifetime: .weak)
  fileprivate var ofBoth: Late = withExtendedLifetime(InjectedValues.current.number) { Late() }
  @Injectable fileprivate var pool: Pool = Pool()
  @Injectable fileprivate var racing: Int = 0
  @Injectable fileprivate var ofRacing: Int = InjectedValues.current.racing
}
