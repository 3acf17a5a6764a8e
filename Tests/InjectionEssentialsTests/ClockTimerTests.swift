import Injection
import InjectionEssentials
import TestSupport
import Testing

struct ClockTimerTests {
  let clock = TestClock()
  let log = Log<String>()

  @Test func `a loop that awaits other work misses no tick`() async {
    let counters = (1...5).map { _ in Counter(clock) }
    let tasks = counters.map { counter in Task { await counter.count() } }
    await clock.advance(by: .seconds(10))
    for counter in counters { #expect(await counter.ticks == (1...10).map { .seconds($0) }) }
    await clock.advance(by: .milliseconds(999))
    #expect(await counters[0].ticks.count == 10)
    await clock.advance(by: .milliseconds(1))
    #expect(await counters[0].ticks.count == 11)
    for task in tasks { task.cancel() }
    // Each loop has ended.
    for task in tasks { await task.value }
  }

  @Test func `the ticks that a slow loop misses are left out`() async throws {
    let task = Task { [clock, log] in
      for await tick in clock.timer(interval: .seconds(2)) {
        log.add("\(tick)")
        // The second loop ends when the next tick is due.
        try await clock.sleep(for: .seconds(log.all.count == 2 ? 4 : 3))
      }
    }
    await clock.advance(by: .seconds(20))
    #expect(log.all == [2, 6, 10, 14, 18].map { "\($0).0 seconds" })
    task.cancel()
  }

  @Test func `a timer begins with its loop, and each loop has its own`() async {
    let timer = clock.timer(interval: .seconds(3))
    await clock.advance(by: .seconds(2))
    let tasks = (1...2).map { number in
      Task { [log] in
        for await tick in timer.prefix(1) { log.add("\(number): \(tick)") }
      }
    }
    await clock.advance(by: .seconds(3))
    #expect(Set(log.all) == ["1: 5.0 seconds", "2: 5.0 seconds"])
    for task in tasks { await task.value }
  }

  @Test func `a timer of any clock ticks`() async {
    for clock: any Clock<Duration> in [ContinuousClock(), SuspendingClock(), ImmediateClock()] {
      var ticks = 0
      for await _ in clock.timer(interval: .milliseconds(2), tolerance: .zero).prefix(3) {
        ticks += 1
      }
      #expect(ticks == 3)
    }
  }

  @Test func `a timer of a canceled task has no tick`() async throws {
    try await inCancelledTask {
      for await _ in TestClock().timer(interval: .seconds(1)) { Issue.record() }
    }
  }

  @Test func `an interval must be positive`() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TestClock().timer(interval: .zero)
    }
    .expectMessage("The interval of a timer must be positive (was 0.0 seconds).")
  }
}

// MARK: - Fixtures

private actor Counter {
  let clock: any Clock<Duration>
  private(set) var ticks: [Duration] = []

  init(_ clock: any Clock<Duration>) { self.clock = clock }

  func count() async {
    for await tick in clock.timer(interval: .seconds(1)) {
      await Task.yield()
      await Task { await Task.yield() }.value
      if let tick = tick as? TestClock.Instant { ticks.append(tick.offset) }
      await Task { @MainActor in await Task.yield() }.value
    }
  }
}
