import Foundation
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

@testable import Injection

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

  /// Two keys of one bit, so that what they are noted by is the same.
  @Test func `a default of two sides that has read another key than before is built once`() {
    withTestScope {
      let root = InjectedValues.current
      _ = root.ofTwin
      let client = withInjected {
        $0.side = 1
        twins[1].set(3, in: &$0)
      } operation: {
        Injected(\.ofTwin)
      }
      // On a thread: if it isn't found, it is built again and again.
      let hasEnded = onThreads { _ in
        withInjected(root) {
          withInjected(\.number, 2) { #expect(client() === client()) }
        }
      }
      #expect(hasEnded)
    }
  }

  /// All tasks share that.
  @Test func `what is built from two sides is noted in these, and not in the root`() {
    withTestScope {
      let client = withInjected(\.side, 1) { Injected(\.ofBothSides) }
      withInjected(\.number, 2) {
        #expect(client() == 3)
        #expect(InjectedValues.current.layer().kept.map { $0.sides?.count } == [2])
      }
    }
  }
}

// MARK: - Fixtures

private protocol TwinKey: InjectionKey, SendableMetatype where Value == Int {}

extension TwinKey {
  static var defaultValue: Int { 0 }
  static var current: Int { InjectedValues.current[Self.self] }
  static func set(_ value: Int, in values: inout InjectedValues) { values[Self.self] = value }
}

private enum Twin<A: Digit, B: Digit, C: Digit>: TwinKey {}

private let twins: [any TwinKey.Type] = {
  func key<A: Digit, B: Digit>(_: A.Type, _: B.Type) -> any TwinKey.Type { Twin<A, B, A>.self }
  var all: [any TwinKey.Type] = []
  for one in digits { for other in digits { all.append(key(one, other)) } }
  // Of 100 keys, many have the same one of 64 bits.
  return Dictionary(grouping: all) { KeyID($0).bit }.values.first { $0.count > 1 }!
}()

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
  @Injectable fileprivate var ofTwin: Late = {
    let values = InjectedValues.current
    _ = (values.number, twins[values.side].current)
    return Late()
  }()
  @Injectable
  fileprivate var ofBothSides: Int = InjectedValues.current.side + InjectedValues.current.number
  @Injectable fileprivate var racing: Int = 0
  @Injectable fileprivate var ofRacing: Int = InjectedValues.current.racing
}
