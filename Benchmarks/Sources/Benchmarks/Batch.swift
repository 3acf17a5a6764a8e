import System

/// A measurement: a number of repetitions, and their time.
final class Batch {
  let count: Int
  private let clock: Clock
  /// The time of one repetition.
  var nanoseconds = 0.0
  /// The bytes that all repetitions have allocated and not freed, or `nil` if they can't be
  /// counted.
  private(set) var bytes: Int?
  /// What went wrong, apart from time.
  var problem: String?

  init(count: Int, clock: Clock = .process) {
    self.count = count
    self.clock = clock
  }

  /// Repeats `body`. Inlined, so that the body is in the loop itself.
  ///
  /// It also runs once before the clock starts, since the first read in a scope looks further out.
  @inline(__always)
  func measure(_ body: () -> Void) {
    body()
    let start = Start(clock)
    for _ in 0..<count { body() }
    end(start)
  }

  @inline(__always)
  func measureAsync(_ body: () async -> Void) async {
    await body()
    let start = Start(clock)
    for _ in 0..<count { await body() }
    end(start)
  }

  private struct Start {
    let bytes = allocated_bytes()
    let time: Double

    // The time is taken last.
    init(_ clock: Clock) { time = clock.now }
  }

  private func end(_ start: Start) {
    nanoseconds = (clock.now - start.time) / Double(count)
    if start.bytes >= 0 { bytes = max(0, allocated_bytes() - start.bytes) }
  }
}
