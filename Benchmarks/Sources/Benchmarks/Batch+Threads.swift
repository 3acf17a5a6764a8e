import Foundation
import Synchronization
import System

// Batches that need several threads.

extension Batch {
  /// Measures `body` on eight threads at once: the time of one repetition on one of them.
  ///
  /// In the thread's processor time, which includes waiting for a cache line of another thread, but
  /// not for a core.
  func measureOnEightThreads(_ body: @escaping @Sendable (Batch) -> Void) {
    let total = Mutex(0.0)
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<8 {
      Thread { [count] in
        use_all_cores()
        let batch = Batch(count: count, clock: .thread)
        body(batch)
        total.withLock { $0 += batch.nanoseconds }
        done.signal()
      }.start()
    }
    for _ in 0..<8 { done.wait() }
    nanoseconds = total.withLock { $0 } / 8
  }

  /// Measures what `body` measures on this thread, while another one works on another core.
  ///
  /// In this thread's processor time, as above.
  func measure(beside neighbor: Neighbor, _ body: (Batch) -> Void) {
    let batch = Batch(count: count, clock: .thread)
    neighbor.work { body(batch) }
    nanoseconds = batch.nanoseconds
  }

  /// Measures what some threads get done together: the time that passes for each repetition of
  /// `body`, which takes a number that is no other repetition's.
  ///
  /// Ten milliseconds of a core for each thread: in less, none is preempted where others wait for
  /// it. The time is given and the repetitions are counted, so that this ends however slow they
  /// are.
  func measureTogether(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let repetitions = Mutex(0)
    let isOver = Flag()
    let crowd = Crowd(threads) { thread in
      var count = 0
      while !isOver.isSet {
        body(thread << 32 + count)
        count += 1
      }
      repetitions.withLock { $0 += count }
    }
    let start = Clock.wall.now
    crowd.start()
    usleep(UInt32(10_000 * threads))
    isOver.set()
    crowd.wait()
    nanoseconds = (Clock.wall.now - start) / Double(repetitions.withLock { $0 })
  }

  /// Measures the time until some threads that start at once have run `body`, which takes the
  /// number of the thread.
  func measureAtOnce(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let crowd = Crowd(threads, body)
    let start = Clock.wall.now
    crowd.start()
    crowd.wait()
    nanoseconds = Clock.wall.now - start
  }
}

/// Threads that wait to run the same code.
private struct Crowd {
  private let count: Int
  private let go = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)

  /// Returns when all threads wait.
  init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    self.count = count
    let ready = DispatchSemaphore(value: 0)
    for index in 0..<count {
      Thread { [go, done] in
        use_all_cores()
        ready.signal()
        go.wait()
        body(index)
        done.signal()
      }.start()
    }
    for _ in 0..<count { ready.wait() }
  }

  func start() {
    for _ in 0..<count { go.signal() }
  }

  func wait() {
    for _ in 0..<count { done.wait() }
  }
}

/// A flag that one thread sets, and others look at.
final class Flag: Sendable {
  private let value = Atomic(false)

  // Relaxed: nothing else is handed over with the flag.
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
