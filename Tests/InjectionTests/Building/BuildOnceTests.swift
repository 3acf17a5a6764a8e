import Dispatch
import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

/// R9: exactly one build per owner, and no lock in the way of other keys.
@Suite(.timeLimit(.minutes(10))) struct BuildOnceTests {
  @Test(arguments: [0, 1, 7])
  func `many tasks that read first together build each of 1000 keys once`(stride: Int) async {
    let builds = Counter.all[stride == 0 ? 0 : stride == 1 ? 1 : 2]
    let reads = allThousandKeys[stride == 0 ? 0 : stride == 1 ? 1 : 2]
    await withTestScope {
      let values = await withTaskGroup(of: [Int].self) { group in
        for task in 0..<64 {
          group.addTask {
            var values = [Int](repeating: 0, count: reads.count)
            for step in 0..<reads.count {
              // Together, one after another, or each task in an order of its own.
              let index = stride == 0 ? step : (step * stride + task * 131) % reads.count
              values[index] = reads[index](.current)
            }
            return values
          }
        }
        return await group.reduce(into: [[Int]]()) { $0.append($1) }
      }
      #expect(values.count == 64)
      #expect(Set(values).count == 1)
    }
    #expect(builds.value == 1000)
  }

  // What the first thread builds, the second one may wait for while it builds what both read.
  @Test func `a thread shares what another one builds that has waited for it`() {
    let rounds = 3_000
    withTestScope {
      for round in 0..<rounds {
        withInjected(\.buildOnceNumber, round) {
          let values = InjectedValues.current
          DispatchQueue.concurrentPerform(iterations: 2) { thread in
            withInjected(values) {
              if thread == 0 { _ = InjectedValues.current.waitedFor }
              #expect(InjectedValues.current.waiting == round)
            }
          }
        }
      }
    }
    #expect(Steps.waitingBuilds.value == rounds)
  }

  @Test func `a build may wait for another key that is read on another thread`() {
    withTestScope {
      let values = InjectedValues.current
      let thread = Thread {
        Steps.slowHasBegun.wait()
        withInjected(values) { _ = InjectedValues.current.quick }
      }
      thread.start()
      #expect(InjectedValues.current.slow)
    }
  }

  @Test func `a thread that is blocked does not keep another one from reading first`() {
    blockWhileAnotherThreadReads()
  }

  @MainActor
  @Test func `the main thread may be blocked while another one reads first`() {
    blockWhileAnotherThreadReads()
  }

  private func blockWhileAnotherThreadReads() {
    withTestScope {
      let values = InjectedValues.current
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        withInjected(values) { _ = InjectedValues.current.fromBackground }
        done.signal()
      }
      #expect(done.wait(timeout: .now() + 20) == .success)
    }
  }

  @Test func `threads in two scopes each build for their own`() async {
    let numbers = await withTestScope {
      await withTaskGroup(of: Int.self) { group in
        for task in 0..<32 {
          group.addTask {
            withInjected(\.buildOnceNumber, task) { InjectedValues.current.buildOnceDouble }
          }
        }
        return await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
    }
    #expect(numbers == Set((0..<32).map { $0 * 2 }))
  }
}

private enum Steps {
  static let slowHasBegun = DispatchSemaphore(value: 0)
  static let quickWasRead = DispatchSemaphore(value: 0)
  static let waitingBuilds = Counter()
  static let waitingBegun = Atomic(0)

  /// Takes a while, but does not give up the thread.
  static func work() {
    let end = ContinuousClock.now + .microseconds(50)
    while ContinuousClock.now < end {}
  }
}

extension InjectedValues {
  private enum SlowKey: InjectionKey {
    static var defaultValue: Bool {
      Steps.slowHasBegun.signal()
      return Steps.quickWasRead.wait(timeout: .now() + 20) == .success
    }
  }
  fileprivate var slow: Bool { self[SlowKey.self] }

  private enum QuickKey: InjectionKey {
    static var defaultValue: Bool {
      Steps.quickWasRead.signal()
      return true
    }
  }
  fileprivate var quick: Bool { self[QuickKey.self] }

  private enum WaitedForKey: InjectionKey {
    static var defaultValue: Int {
      let number = InjectedValues.current.buildOnceNumber
      while Steps.waitingBegun.load(ordering: .relaxed) <= number {}
      Steps.work()
      return number
    }
  }
  fileprivate var waitedFor: Int { self[WaitedForKey.self] }

  private enum WaitingKey: InjectionKey {
    static var defaultValue: Int {
      Steps.waitingBegun.store(InjectedValues.current.buildOnceNumber + 1, ordering: .relaxed)
      let number = InjectedValues.current.waitedFor
      _ = Steps.waitingBuilds.next()
      Steps.work()
      return number
    }
  }
  fileprivate var waiting: Int { self[WaitingKey.self] }

  @Injectable fileprivate var fromBackground: Int = InjectedValues.current.buildOnceNumber

  @Injectable fileprivate var buildOnceNumber: Int = 0

  @Injectable fileprivate var buildOnceDouble: Int = InjectedValues.current.buildOnceNumber * 2
}

// MARK: - A thousand keys

private final class Counter: Sendable {
  static let all = [Counter(), Counter(), Counter()]
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .relaxed) }
  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

private protocol Cipher: SendableMetatype {
  static var value: Int { get }
}
private enum C0: Cipher { static var value: Int { 0 } }
private enum C1: Cipher { static var value: Int { 1 } }
private enum C2: Cipher { static var value: Int { 2 } }
private enum C3: Cipher { static var value: Int { 3 } }
private enum C4: Cipher { static var value: Int { 4 } }
private enum C5: Cipher { static var value: Int { 5 } }
private enum C6: Cipher { static var value: Int { 6 } }
private enum C7: Cipher { static var value: Int { 7 } }
private enum C8: Cipher { static var value: Int { 8 } }
private enum C9: Cipher { static var value: Int { 9 } }

private let ciphers: [any Cipher.Type] = [
  C0.self, C1.self, C2.self, C3.self, C4.self, C5.self, C6.self, C7.self, C8.self, C9.self,
]

/// Reads the key of a tenth of its number while it is built.
private enum ThousandKey<Run: Cipher, A: Cipher, B: Cipher, C: Cipher>: InjectionKey {
  static var defaultValue: Int {
    let number = A.value * 100 + B.value * 10 + C.value
    if number > 0 { _ = allThousandKeys[Run.value][number / 10](.current) }
    return Counter.all[Run.value].next()
  }
}

private typealias KeyRead = @Sendable (InjectedValues) -> Int

private let allThousandKeys: [[KeyRead]] = [
  makeKeys(C0.self), makeKeys(C1.self), makeKeys(C2.self),
]

private func makeKeys<Run: Cipher>(_ run: Run.Type) -> [KeyRead] {
  func read<A: Cipher, B: Cipher, C: Cipher>(_ a: A.Type, _ b: B.Type, _ c: C.Type) -> KeyRead {
    { $0[ThousandKey<Run, A, B, C>.self] }
  }
  return ciphers.flatMap { a in ciphers.flatMap { b in ciphers.map { c in read(a, b, c) } } }
}
