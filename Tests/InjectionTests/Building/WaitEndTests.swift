import Foundation
import Injection
import InjectionTesting
import TestSupport
import Testing

/// Who waits for a build goes on when that ends, not at the next look.
@Suite(.timeLimit(.minutes(3))) struct WaitEndTests {
  @Test(.enabled(if: !isSanitized), arguments: [1_000, 10_000, 100_000])
  func `a wait ends when the build does`(microseconds: Int) {
    let rounds = microseconds < 100_000 ? 21 : 7
    var medians: [Duration] = []
    // The threads of a busy machine wake late.
    for _ in 0..<20 where !medians.contains(where: { $0 < limit }) {
      // A look each millisecond, or every 50, would mostly be later.
      let delays = (0..<rounds).compactMap { round in
        delay(after: microseconds, from: microseconds * (rounds + round) / (3 * rounds))
      }.sorted()
      // Mostly the reader came in time.
      if delays.count > rounds / 2 { medians.append(delays[delays.count / 2]) }
    }
    #expect(medians.contains { $0 < limit }, "\(medians)")
  }

  private var limit: Duration {
    #if DEBUG
      // Without the optimizer, finding the value takes as long as waking up.
      .microseconds(300)
    #else
      .microseconds(100)
    #endif
  }

  /// How long after the end of a build another thread has the value, if it read it before.
  ///
  /// - Parameters:
  ///   - duration: How long the build takes, in microseconds.
  ///   - start: The time after its begin at which the other thread reads.
  private func delay(after duration: Int, from start: Int) -> Duration? {
    let begun = DispatchSemaphore(value: 0)
    let (read, end, got) = (Log<Instant>(), Log<Instant>(), Log<Instant>())
    withTestScope {
      $0.provide(InjectedValues.numberKey.self) {
        begun.signal()
        usleep(UInt32(duration))
        end.add(.now)
        return 7
      }
    } operation: {
      let values = InjectedValues.current
      let haveEnded = onThreads(2) { thread in
        if thread == 0 { return #expect(values.number == 7) }
        begun.wait()
        usleep(UInt32(start))
        read.add(.now)
        let number = values.number
        got.add(.now)
        #expect(number == 7)
      }
      #expect(haveEnded && end.all.count == 1)
    }
    return read.all[0] < end.all[0] ? got.all[0] - end.all[0] : nil
  }
}

private typealias Instant = ContinuousClock.Instant
