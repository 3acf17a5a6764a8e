import Foundation
import Injection
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// Threads that read at once build and see what one thread does that reads for all of them.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ModelThreadsTests {
  private static let rounds = isLong ? 1_000 : 20

  @Test func `threads that read at once build no value twice and see no other's`() {
    for round in 0..<Self.rounds {
      let count = 3 + round % 4
      let (together, inTurn) = (Visit(threads: count), Visit(threads: count))
      let meeting = Meeting(of: count)
      let haveEnded = onThreads(count) { thread in
        meeting.come()
        together.read(thread, shift: round)
      }
      #expect(haveEnded && meeting.succeeded)
      if !haveEnded { return }
      for thread in 0..<count { inTurn.read(thread, shift: round) }
      #expect(together.sharing == inTurn.sharing)
      #expect(together.numbers == inTurn.numbers)
      #expect(together.builds == inTurn.builds)
    }
  }

  @Test func `scopes and values go while threads read through them`() {
    let pool = Mutex<[Brick]>([])
    let count = Count()
    let haveEnded = onThreads(4) { thread in
      for round in 0..<Self.rounds {
        Brick.$count.withValue(count) {
          withTestScope {
            let made = withInjected(bricks[1].override(1)) { bricks[round % 9].read() }
            let other = pool.withLock { pool in
              pool.append(made)
              return pool.count < 20 ? pool[0] : pool.remove(at: (round &* 7 + thread) % 20)
            }
            withInjected(bricks[2].override(2)) {
              for brick in [other, made] + other.parts {
                let seen = bricks.map { $0.read(brick.home.projectedValue) }
                #expect(seen[2].number == 2)
              }
            }
          }
        }
      }
    }
    #expect(haveEnded)
    if !haveEnded { return }
    pool.withLock { $0 = [] }
    #expect(count.living.load(ordering: .sequentiallyConsistent) == 0)
  }
}

// MARK: - Fixtures

/// What threads read in a container.
///
/// No override hides from one who shares a value what another one builds it from: then both may
/// build it.
private final class Visit: Sendable {
  private let container = withTestScope { InjectedValues.current }
  private let side: InjectedValues
  private let home: Brick
  private let found: Mutex<[[Brick]]>

  init(threads: Int) {
    (home, side) = withInjected(container) {
      (
        withInjected(bricks[6].override(6)) { Brick(20, []) },
        withInjected(bricks[3].override(3)) { .current }
      )
    }
    found = Mutex(Array(repeating: [], count: threads))
  }

  /// Reads all keys: in the container, in a scope of the thread, through an object beside, and
  /// through one that a default has made in a scope. Each thread does so in another order.
  func read(_ thread: Int, shift: Int) {
    let own = withInjected(container) { bricks[4].override(100 + thread) }
    let all = (0..<36).map { ($0 * (thread % 2 == 0 ? 1 : 35) + thread * 9 + shift) % 36 }
    let reads = all.map { read in
      let key = bricks[read / 4]
      let values = [container, own, side, container][read % 4]
      let brick = withInjected(values) {
        switch read % 4 {
        case 0, 1: key.read()
        case 2: key.read(home.home.projectedValue)
        default: key.read(bricks[8].read().parts[0].home.projectedValue)
        }
      }
      return (read, brick)
    }
    found.withLock { $0[thread] = reads.sorted { $0.0 < $1.0 }.map(\.1) }
  }

  var numbers: [[Int]] { found.withLock { $0.map { $0.map(\.number) } } }

  /// For each read the first one that has found the same instance.
  var sharing: [Int] {
    let all = found.withLock { $0.flatMap(\.self) }
    return all.map { brick in all.firstIndex { $0 === brick }! }
  }

  /// How often each key was built.
  var builds: [Int] {
    let log = withInjected(container) { InjectedValues.current[BrickBuilds.self].all }
    return bricks.indices.map { key in log.count { $0 == key } }
  }
}

private final class Brick: Sendable {
  @TaskLocal static var count = Count()

  let number: Int
  let parts: [Brick]
  let home = Injected({ $0[Brick0.self] })
  private let counted = Living(Brick.count)

  init(_ number: Int, _ parts: [Brick]) { (self.number, self.parts) = (number, parts) }
}

/// The keys of what a container has built.
private enum BrickBuilds: InjectionKey {
  static var defaultValue: Log<Int> { Log() }
  static var lifetime: InjectionLifetime { .singleton }
}

private let bricks: [any BrickKey.Type] = [
  Brick0.self, Brick1.self, Brick2.self, Brick3.self, Brick4.self, Brick5.self, Brick6.self,
  Brick7.self, Brick8.self,
]

private protocol BrickKey: InjectionKey, SendableMetatype where Value == Brick {
  static var index: Int { get }
}

extension BrickKey {
  static var defaultValue: Brick {
    InjectedValues.current[BrickBuilds.self].add(index)
    if index % 3 == 2 { Thread.sleep(forTimeInterval: .random(in: 0...0.000_2)) }
    if index == 8 { return withInjected(bricks[0].override(8)) { Brick(8, [bricks[5].read()]) } }
    let parts = index == 0 ? [] : [bricks[index / 2].read(), bricks[index - 1].read()]
    return Brick(parts.reduce(index) { $0 &* 31 &+ $1.number }, parts)
  }

  fileprivate static func read(_ values: InjectedValues = .current) -> Brick { values[Self.self] }

  /// The current values with another one of this key.
  fileprivate static func override(_ number: Int) -> InjectedValues {
    InjectedValues.current.overriding { $0[Self.self] = Brick(number, []) }
  }
}

private enum Brick0: BrickKey { static var index: Int { 0 } }
private enum Brick1: BrickKey { static var index: Int { 1 } }
private enum Brick2: BrickKey { static var index: Int { 2 } }
private enum Brick3: BrickKey { static var index: Int { 3 } }
private enum Brick4: BrickKey { static var index: Int { 4 } }
private enum Brick5: BrickKey { static var index: Int { 5 } }
private enum Brick6: BrickKey { static var index: Int { 6 } }
private enum Brick7: BrickKey { static var index: Int { 7 } }
private enum Brick8: BrickKey { static var index: Int { 8 } }
