import Foundation
import Injection
import InjectionServer
import Synchronization

// Many threads that build at once, compared with one, by the clock on the wall: on several cores
// they may take less than one thread for the same work, and never more.

extension Row {
  static var crowds: [Row] {
    [
      together("threads-build-1", threads: 1, "a scope and a default built in it, on one thread") {
        buildInScope($0)
      },
      together("threads-build-2", threads: 2, "on two", atMost: 1.2, of: "threads-build-1") {
        buildInScope($0)
      },
      together("threads-build-8", threads: 8, "on eight", atMost: 1.2, of: "threads-build-1") {
        buildInScope($0)
      },
      together("threads-build-32", threads: 32, "on 32", atMost: 1.2, of: "threads-build-1") {
        buildInScope($0)
      },

      together("threads-transient-1", threads: 1, "a transient value, on one thread") { _ in
        readTransient()
      },
      together(
        "threads-transient-8",
        threads: 8,
        "on eight",
        atMost: 1.2,
        of: "threads-transient-1"
      ) { _ in
        readTransient()
      },

      // Nobody holds it: each read builds it, or waits for another one's build.
      together("threads-weak-1", threads: 1, "a weak value, on one thread") { _ in readWeak() },
      together("threads-weak-64", threads: 64, "on 64", atMost: 1.3, of: "threads-weak-1") { _ in
        readWeak()
      },

      together("threads-kept-1", threads: 1, "a kept scope is entered, on one thread") { _ in
        enterKept()
      },
      together("threads-kept-64", threads: 64, "on 64", atMost: 5, of: "threads-kept-1") { _ in
        enterKept()
      },

      sessions(
        "threads-sessions-1",
        threads: 1,
        "ten defaults, the last waits 2 ms, on one thread"
      ),
      sessions(
        "threads-sessions-64",
        threads: 64,
        "64 threads, each its own",
        atMost: 3,
        of: "threads-sessions-1"
      ),

      // A lock costs as much as threads must: on two cores, all 64 are woken one after the other.
      Row("threads-lock-64", "64 threads read what takes 10 ms, behind a lock", isLong: true) {
        batch in
        let lock = NSLock()
        let value = Box()
        batch.measureAtOnce(threads: 64) { _ in
          lock.withLock { sink(value.number) }
        }
      },
      Row(
        "threads-new-default",
        "they read a new default of the process first",
        atMost: 1.2,
        of: "threads-lock-64",
        isLong: true
      ) { batch in
        let key = NewKeys.next()
        let before = NewKeys.builds
        batch.measureAtOnce(threads: 64) { _ in InjectedValues.current.use(key) }
        let builds = NewKeys.builds - before
        if builds != 1 { batch.problem = "built \(builds) times" }
      },
    ]
  }

  private static func together(
    _ name: String,
    threads: Int,
    _ about: String,
    atMost limit: Double? = nil,
    of other: String = "",
    _ body: @escaping @Sendable (Int) -> Void
  ) -> Row {
    Row(name, about, atMost: limit, of: other, isLong: true) { batch in
      batch.measureTogether(threads: threads, body)
    }
  }

  @inline(never)
  private static func buildInScope(_ number: Int) {
    withInjected(\.request, number) { sink(InjectedValues.current.session) }
  }

  @inline(never)
  private static func readTransient() { sink(InjectedValues.current.transient) }

  @inline(never)
  private static func readWeak() { sink(InjectedValues.current.weakRepository) }

  private static let kept = InjectedScopes<Int>(limit: 1) { $0.request = $1 }
  @inline(never)
  private static func enterKept() { kept.withInjected(1) { sink(InjectedValues.current.request) } }

  private static func sessions(
    _ name: String,
    threads: Int,
    _ about: String,
    atMost limit: Double? = nil,
    of other: String = ""
  ) -> Row {
    Row(name, about, atMost: limit, of: other, isLong: true) { batch in
      // The first build of a key may make others wait.
      sink(InjectedValues.current[TenLevels.self])
      let wrong = Mutex(0)
      batch.measureAtOnce(threads: threads) { thread in
        let value = withInjected(\.user, thread) { InjectedValues.current[TenLevels.self] }
        if value != thread + 9 { wrong.withLock { $0 += 1 } }
      }
      if wrong.withLock({ $0 }) > 0 { batch.problem = "a thread has another's values" }
    }
  }
}

// MARK: - Ten levels

private typealias TenLevels = LevelKey<
  Next<Next<Next<Next<Next<Next<Next<Next<Next<Last>>>>>>>>>
>

private protocol Level {
  static var value: Int { get }
}

private enum LevelKey<Value: Level>: InjectionKey {
  static var defaultValue: Int { Value.value }
}

private enum Next<Inner: Level>: Level {
  static var value: Int { InjectedValues.current[LevelKey<Inner>.self] + 1 }
}

private enum Last: Level {
  static var value: Int {
    usleep(2_000)
    return InjectedValues.current.user
  }
}

// MARK: - What takes 10 ms

/// A number that is made when it is first read, under a lock.
private final class Box: @unchecked Sendable {
  private(set) lazy var number: Int = {
    usleep(10_000)
    return 1
  }()
}

// MARK: - New keys

/// Keys that are made while the program runs, since a process builds a default of its own once.
private enum NewKeys {
  private static let last = Mutex<any NewKey.Type>(FirstKey.self)
  private static let count = Atomic(0)

  static func next() -> any NewKey.Type {
    func after<Key: NewKey>(_ key: Key.Type) -> any NewKey.Type { FollowingKey<Key>.self }
    return last.withLock { last in
      last = after(last)
      return last
    }
  }

  // Relaxed: it is read after the threads that build have ended.
  static var builds: Int { count.load(ordering: .relaxed) }

  static func build() -> Int {
    usleep(10_000)
    return count.add(1, ordering: .relaxed).newValue
  }
}

private protocol NewKey: InjectionKey, SendableMetatype where Value == Int {}

extension NewKey {
  static var defaultValue: Int { NewKeys.build() }
}

private enum FirstKey: NewKey {}
private enum FollowingKey<Key: NewKey>: NewKey {}

extension InjectedValues {
  fileprivate func use(_ key: (some NewKey).Type) { sink(self[key]) }
}
