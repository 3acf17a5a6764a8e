import Dispatch
import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

/// R10: a key that needs itself stops the process with the path, and never hangs.
@Suite(.timeLimit(.minutes(10))) struct CircleTests {
  @Test func `two keys that need each other`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      _ = InjectedValues.current.ping
    }
    expectPath("\\.ping → \\.pong → \\.ping", in: result)
  }

  @Test func `a key that needs itself`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      withTestScope { _ = InjectedValues.current.selfish }
    }
    expectPath("\\.selfish → \\.selfish", in: result)
  }

  @Test func `three keys, entered from outside the circle`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      _ = InjectedValues.current.entrance
    }
    expectPath("\\.first → \\.second → \\.third → \\.first", in: result)
  }

  @Test func `through transient keys`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      _ = InjectedValues.current.transientPing
    }
    expectPath("\\.transientPing → \\.transientPong → \\.transientPing", in: result)
  }

  @Test func `through singletons, read in an inner scope`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      withInjected(\.circleTestsNumber, 1) { _ = InjectedValues.current.singlePing }
    }
    expectPath("\\.singlePing → \\.singlePong → \\.singlePing", in: result)
  }

  @Test func `through shared keys`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      _ = InjectedValues.current.sharedPing
    }
    expectPath("\\.sharedPing → \\.sharedPong → \\.sharedPing", in: result)
  }

  @Test func `through a scope that a default opens`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      _ = InjectedValues.current.nesting
    }
    expectPath("\\.nesting → \\.nested → \\.nesting", in: result)
  }

  @Test func `through a property that is read in an initializer`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      _ = InjectedValues.current.hasty
    }
    expectPath("\\.hasty → \\.hastier → \\.hasty", in: result)
  }

  /// Each thread builds one of the keys before it needs the other.
  @Test func `two threads that need each other's key`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = InjectedValues.current.left
        done.signal()
      }
      Thread.detachNewThread {
        _ = InjectedValues.current.right
        done.signal()
      }
      done.wait()
      done.wait()
    }
    expectPath("\\.left → \\.right → \\.left", or: "\\.right → \\.left → \\.right", in: result)
  }

  /// Each of three threads builds one of the keys before it needs the next one's.
  @Test func `three threads that need each other's keys`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Watchdog.start()
      let done = DispatchSemaphore(value: 0)
      let reads: [@Sendable () -> Int] = [
        { InjectedValues.current.red }, { InjectedValues.current.green },
        { InjectedValues.current.blue },
      ]
      for read in reads {
        Thread.detachNewThread {
          _ = read()
          done.signal()
        }
      }
      for _ in 0..<3 { done.wait() }
    }
    expectPath(
      "\\.red → \\.green → \\.blue → \\.red",
      or: "\\.green → \\.blue → \\.red → \\.green",
      "\\.blue → \\.red → \\.green → \\.blue",
      in: result
    )
  }

  /// In one scope `odd` needs `even`, in the other it is the other way round. Nothing needs itself,
  /// so two threads that do both at once must neither stop nor hang.
  @Test func `keys that need each other in different scopes are no circle`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let done = DispatchSemaphore(value: 0)
      withTestScope {
        let values = InjectedValues.current
        Thread.detachNewThread {
          withInjected(values) {
            withInjected(\.oddNeedsEven, true) { precondition(InjectedValues.current.odd == 2) }
          }
          done.signal()
        }
        Thread.detachNewThread {
          withInjected(values) {
            withInjected(\.oddNeedsEven, false) { precondition(InjectedValues.current.even == 2) }
          }
          done.signal()
        }
        done.wait()
        done.wait()
      }
    }
  }

  private func expectPath(
    _ path: String,
    or others: String...,
    in result: ExitTest.Result?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let message = result?.message ?? ""
    #expect(
      ([path] + others).contains { message.contains("while it is built: \($0)\n") },
      "\(message)",
      sourceLocation: sourceLocation
    )
  }
}

/// Ends a process that hangs, without the message that the test wants to see.
private enum Watchdog {
  static func start() {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 20)
      kill(getpid(), SIGKILL)
    }
  }
}

/// Lets threads that build meet inside their builds: each waits for all others, the first time.
private enum Meeting {
  private static let doors = [0, 1, 2].map { _ in DispatchSemaphore(value: 0) }
  private static let arrived = Mutex<Set<Int>>([])

  static func meet(_ number: Int, of count: Int) {
    guard arrived.withLock({ $0.insert(number).inserted }) else { return }
    for _ in 1..<count { doors[number].signal() }
    for other in 0..<count where other != number {
      _ = doors[other].wait(timeout: .now() + 10)
    }
  }
}

extension InjectedValues {
  @Injectable fileprivate var ping: Int = InjectedValues.current.pong

  @Injectable fileprivate var pong: Int = InjectedValues.current.ping

  @Injectable fileprivate var selfish: Int = InjectedValues.current.selfish

  @Injectable fileprivate var entrance: Int = InjectedValues.current.first

  @Injectable fileprivate var first: Int = InjectedValues.current.second

  @Injectable fileprivate var second: Int = InjectedValues.current.third

  @Injectable fileprivate var third: Int = InjectedValues.current.first

  @Injectable(lifetime: .transient)
  fileprivate var transientPing: Int = InjectedValues.current.transientPong

  @Injectable(lifetime: .transient)
  fileprivate var transientPong: Int = InjectedValues.current.transientPing

  @Injectable(lifetime: .singleton)
  fileprivate var singlePing: Int = InjectedValues.current.singlePong

  @Injectable(lifetime: .singleton)
  fileprivate var singlePong: Int = InjectedValues.current.singlePing

  @Injectable(lifetime: .shared)
  fileprivate var sharedPing: Hasty = InjectedValues.current.sharedPong

  @Injectable(lifetime: .shared)
  fileprivate var sharedPong: Hasty = InjectedValues.current.sharedPing

  private enum NestingKey: InjectionKey {
    static var defaultValue: Int {
      withInjected(\.circleTestsNumber, 1) { InjectedValues.current.nested }
    }
  }
  fileprivate var nesting: Int { self[NestingKey.self] }

  private enum NestedKey: InjectionKey {
    static var defaultValue: Int {
      withInjected(\.circleTestsNumber, 2) { InjectedValues.current.nesting }
    }
  }
  fileprivate var nested: Int { self[NestedKey.self] }

  @Injectable fileprivate var circleTestsNumber: Int = 0

  @Injectable fileprivate var hasty: Hasty = Hasty()

  @Injectable fileprivate var hastier: Hasty = InjectedValues.current.hasty

  private enum LeftKey: InjectionKey {
    static var defaultValue: Int {
      Meeting.meet(0, of: 2)
      return InjectedValues.current.right
    }
  }
  fileprivate var left: Int { self[LeftKey.self] }

  private enum RightKey: InjectionKey {
    static var defaultValue: Int {
      Meeting.meet(1, of: 2)
      return InjectedValues.current.left
    }
  }
  fileprivate var right: Int { self[RightKey.self] }

  private enum RedKey: InjectionKey {
    static var defaultValue: Int {
      Meeting.meet(0, of: 3)
      return InjectedValues.current.green
    }
  }
  fileprivate var red: Int { self[RedKey.self] }

  private enum GreenKey: InjectionKey {
    static var defaultValue: Int {
      Meeting.meet(1, of: 3)
      return InjectedValues.current.blue
    }
  }
  fileprivate var green: Int { self[GreenKey.self] }

  private enum BlueKey: InjectionKey {
    static var defaultValue: Int {
      Meeting.meet(2, of: 3)
      return InjectedValues.current.red
    }
  }
  fileprivate var blue: Int { self[BlueKey.self] }

  @Injectable fileprivate var oddNeedsEven: Bool = true

  private enum OddKey: InjectionKey {
    static var defaultValue: Int {
      guard InjectedValues.current.oddNeedsEven else { return 1 }
      Meeting.meet(0, of: 2)
      return InjectedValues.current.even + 1
    }
  }
  fileprivate var odd: Int { self[OddKey.self] }

  private enum EvenKey: InjectionKey {
    static var defaultValue: Int {
      if InjectedValues.current.oddNeedsEven { return 1 }
      Meeting.meet(1, of: 2)
      return InjectedValues.current.odd + 1
    }
  }
  fileprivate var even: Int { self[EvenKey.self] }
}

private final class Hasty: Sendable {
  let hastier = Injected(\.hastier)
  init() { _ = hastier() }
}
