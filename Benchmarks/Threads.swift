import Foundation
import Synchronization

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

/// Runs `body` on so many threads at once. Returns the nanoseconds of one repetition on the slowest.
func measure(
  threads: Int,
  count: Int,
  _ body: @escaping @Sendable (_ thread: Int, Batch) -> Void
) -> Double {
  // Where others use a core, the threads run after each other and do not get into each other's way.
  // Such a run says nothing: the first one that ran together counts, or the one that did most.
  var best = ThreadRun(threads: threads, count: count, body)
  for _ in 0..<4 where best.overlap < 0.9 {
    let run = ThreadRun(threads: threads, count: count, body)
    if run.overlap > best.overlap { best = run }
  }
  return best.nanosecondsEach
}

private struct ThreadRun {
  let nanosecondsEach: Double
  /// For which part of the time all threads ran.
  let overlap: Double
}

extension ThreadRun {
  init(threads: Int, count: Int, _ body: @escaping @Sendable (_ thread: Int, Batch) -> Void) {
    let batches = Mutex<[Batch.Times]>([])
    let barrier = Barrier(threads: threads)
    let done = DispatchSemaphore(value: 0)
    for number in 0..<threads {
      Thread {
        // The thread's own processor time: waiting for a core does not count, waiting for a cache
        // line that the other thread writes does.
        let batch = Batch(count: count, clock: .thread, barrier: barrier)
        body(number, batch)
        batches.withLock { $0.append(batch.times) }
        done.signal()
      }.start()
    }
    for _ in 0..<threads { done.wait() }

    let times = batches.withLock { $0 }
    let together = times.map(\.end).min()! - times.map(\.start).max()!
    let longest = times.map { $0.end - $0.start }.max()!
    let running = times.map { $0.used / ($0.end - $0.start) }.min()!
    nanosecondsEach = times.map(\.used).max()! / Double(count)
    overlap = min(together / longest, running)
  }
}
