import InjectionEssentials
import Testing

struct ImmediateClockTests {
  @Test func `sleeping takes no time, and moves it`() async throws {
    let clock = ImmediateClock()
    let start = ContinuousClock.now
    try await clock.sleep(for: .seconds(4_000))
    try await clock.sleep(for: .seconds(2_000))
    #expect(clock.now == ImmediateClock.Instant(offset: .seconds(6_000)))
    // However busy the machine is.
    #expect(.now - start < .seconds(4_000))
  }

  @Test func `a deadline in the past moves nothing`() async throws {
    let clock = ImmediateClock(now: ImmediateClock.Instant(offset: .seconds(5)))
    try await clock.sleep(until: ImmediateClock.Instant(offset: .seconds(4)))
    try await clock.sleep(for: .seconds(-1))
    #expect(clock.now.offset == .seconds(5))
    try await clock.sleep(for: Duration(attoseconds: .max))
    try await clock.sleep(for: .seconds(1))
    #expect(clock.now.offset == .seconds(Int64.max))
  }

  @Test func `a task that is cancelled does not go on sleeping`() async throws {
    let clock = ImmediateClock()
    await #expect(throws: CancellationError.self) {
      try await inCancelledTask { try await clock.sleep(for: .seconds(1)) }
    }
    #expect(clock.now == ImmediateClock.Instant())
  }

  // Otherwise a loop keeps all other tasks from running.
  @Test(arguments: [ImmediateClock(), TestClock()] as [any Clock<Duration>])
  func `other tasks have their turn while a loop sleeps`(clock: any Clock<Duration>) async throws {
    let isOver = Shared(false)
    let loops = (0..<100).map { _ in
      Task {
        for _ in 0..<10_000 where !isOver.value { try await clock.sleep(for: .zero) }
        return isOver.value
      }
    }
    await Task { isOver.value = true }.value
    var endedEarly = 0
    for loop in loops where try await !loop.value { endedEarly += 1 }
    #expect(endedEarly == 0)
  }
}

// MARK: - Fixtures
