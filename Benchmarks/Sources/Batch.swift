/// One measurement: a number of repetitions, and the time they took.
final class Batch {
  let count: Int
  private let clock: Clock
  private let barrier: Barrier?
  private(set) var times = Times()
  private(set) var nanosecondsEach = 0.0
  /// Whether the time says what it should.
  private(set) var isValid = true
  /// What was seen besides.
  private(set) var note: String?

  /// Nanoseconds.
  struct Times {
    var start = 0.0
    var end = 0.0
    /// Processor time.
    var used = 0.0
  }

  init(count: Int, clock: Clock = .process, barrier: Barrier? = nil) {
    self.count = count
    self.clock = clock
    self.barrier = barrier
  }

  /// Repeats what is measured. Inlined, so that the body stands in the loop itself.
  ///
  /// Once before the clock starts: the first read in a scope looks further out, and it is not what
  /// a row repeats.
  @inline(__always)
  func measure(_ body: () -> Void) {
    body()
    barrier?.wait()
    start()
    for _ in 0..<count { body() }
    end()
  }

  @inline(__always)
  func measureAsync(_ body: () async -> Void) async {
    await body()
    start()
    for _ in 0..<count { await body() }
    end()
  }

  private func start() {
    times.start = Clock.wall.now
    times.used = clock.now
  }

  private func end() {
    times.used = clock.now - times.used
    times.end = Clock.wall.now
    nanosecondsEach = times.used / Double(count)
  }

  /// Takes over what was measured elsewhere.
  func record(nanosecondsEach: Double, isValid: Bool = true, note: String? = nil) {
    self.nanosecondsEach = nanosecondsEach
    self.isValid = isValid
    self.note = note
  }
}
