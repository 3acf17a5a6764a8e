import Foundation
import Synchronization

/// Runs `body` on so many threads, and returns when all are done.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
  let done = DispatchSemaphore(value: 0)
  for number in 0..<count {
    Thread {
      body(number)
      done.signal()
    }.start()
  }
  for _ in 0..<count { done.wait() }
}

/// Lets threads go on together.
final class Barrier: Sendable {
  private let missing: Atomic<Int>

  init(threads: Int) { missing = Atomic(threads) }

  func wait() {
    missing.subtract(1, ordering: .relaxed)
    // Spins: a thread that must be woken starts late. Relaxed: nothing else is exchanged.
    while missing.load(ordering: .relaxed) > 0 {}
  }
}

/// The same measured on several threads at once.
struct ThreadRun {
  /// The nanoseconds of one repetition on the slowest thread.
  let nanosecondsEach: Double
  /// For which part of the time all threads ran.
  private let overlap: Double

  /// Where others use a core, the threads run after each other and do not get into each other's
  /// way. That says nothing about threads that run together.
  var isTogether: Bool { overlap > 0.9 }

  /// Runs `body` on so many threads, again if they did not run together, but not for ever.
  static func together(
    threads: Int,
    count: Int,
    _ body: @escaping @Sendable (_ thread: Int, Batch) -> Void
  ) -> ThreadRun {
    var run = ThreadRun(threads: threads, count: count, body)
    for _ in 0..<4 where !run.isTogether {
      run = ThreadRun(threads: threads, count: count, body)
    }
    return run
  }
}

extension ThreadRun {
  private init(threads: Int, count: Int, _ body: @escaping @Sendable (_ thread: Int, Batch) -> Void)
  {
    let batches = Mutex<[Batch.Times]>([])
    let barrier = Barrier(threads: threads)
    onThreads(threads) { number in
      // The thread's own processor time: waiting for a core does not count, waiting for a cache
      // line that the other thread writes does.
      let batch = Batch(count: count, clock: .thread, barrier: barrier)
      body(number, batch)
      batches.withLock { $0.append(batch.times) }
    }

    let times = batches.withLock { $0 }
    let together = times.map(\.end).min()! - times.map(\.start).max()!
    let longest = times.map { $0.end - $0.start }.max()!
    let running = times.map { $0.used / ($0.end - $0.start) }.min()!
    nanosecondsEach = times.map(\.used).max()! / Double(count)
    // One alone has nobody to run beside, and its processor time is right even if it was
    // interrupted.
    overlap = threads == 1 ? 1 : min(together / longest, running)
  }
}

extension Batch {
  /// Measures `body` on so many threads at once.
  func record(
    threads: Int,
    _ body: @escaping @Sendable (_ thread: Int, Batch) -> Void
  ) {
    // Several run longer than other rows do, since threads take a moment to start.
    let count = threads == 1 ? count : count * 4
    let run = ThreadRun.together(threads: threads, count: count, body)
    record(nanosecondsEach: run.nanosecondsEach / Double(threads), isValid: run.isTogether)
  }
}
