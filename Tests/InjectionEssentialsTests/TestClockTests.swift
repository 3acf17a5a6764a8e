import InjectionEssentials
import TestSupport
import Testing

struct TestClockTests {
  let clock = TestClock()
  let log = Log<String>()

  @Test(arguments: 1...3)
  func `sleepers wake by deadline, then by arrival`(seed: Int) async throws {
    var generator = SeededRandomNumberGenerator(seed: UInt64(seed))
    let seconds = (0..<100).map { _ in Int.random(in: 1...5, using: &generator) }
    for (index, seconds) in seconds.enumerated() {
      Task { [clock, log] in
        try await clock.sleep(for: .seconds(seconds))
        log.add("\(seconds), \(index)")
      }
      try await clock.waitForSleepers(index + 1)
    }
    await clock.advance(by: .seconds(5))
    let expected = seconds.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
    #expect(log.all == expected.map { "\($0.element), \($0.offset)" })
  }

  @Test func `a sleeper runs to its next suspension before the next one wakes`() async throws {
    for index in 0..<20 {
      Task { [clock, log] in
        try await clock.sleep(for: .seconds(1))
        log.add("\(index) wakes")
        compute(for: .microseconds(200))
        log.add("\(index) sleeps")
        try await clock.sleep(for: .seconds(1))
      }
      try await clock.waitForSleepers(index + 1)
    }
    await clock.advance(by: .seconds(1))
    #expect(log.all == (0..<20).flatMap { ["\($0) wakes", "\($0) sleeps"] })
  }

  // In a process of its own: if other tests hold threads, tasks may be too late.
  @Test func `tasks of other priorities that have slept are waited for`() async {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      let log = Log<String>()
      let timer = Task(priority: .background) {
        for _ in 1...3 {
          try await clock.sleep(for: .seconds(1))
          await Task { compute(for: .milliseconds(1)) }.value
          log.add("\(clock.now)")
        }
      }
      try await clock.waitForSleepers()
      await clock.advance(by: .seconds(3))
      #expect(log.all == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
      try await timer.value
    }
  }

  @Test func `a sleeper may move the clock itself, and time moves to a point`() async throws {
    let point = TestClock.Instant(offset: .seconds(7))
    let task = Task { [clock] in
      try await clock.sleep(for: .seconds(1))
      for _ in 1...2 { await clock.advance(to: point) }
    }
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(2))
    try await task.value
    #expect(clock.now == point)
  }
}
