import Dispatch
import Injection
import InjectionEssentials
import TestSupport
import Testing

struct TestClockMovingTests {
  let clock = TestClock()
  let log = Log<String>()

  // MARK: run

  @Test func `time runs until no task is sleeping`() async throws {
    Task { [clock, log] in
      for seconds in [1, 10, 100] {
        try await clock.sleep(for: .seconds(seconds))
        log.add("\(clock.now)")
      }
    }
    try await clock.waitForSleepers()
    try await clock.run()
    #expect(log.all == ["1.0 seconds", "11.0 seconds", "111.0 seconds"])
    #expect(clock.now.offset == .seconds(111))
    try await clock.run()
    #expect(clock.now.offset == .seconds(111))
  }

  @Test func `a timer that never ends reaches the limit`() async throws {
    let timer = Task { [clock, log] in
      while true {
        try await clock.sleep(for: .seconds(300))
        log.add("tick")
      }
    }
    try await clock.waitForSleepers()
    let error = await #expect(throws: TestClock.SleepersError.self) {
      try await clock.run(limit: .seconds(600))
    }
    #expect(log.all.count == 2 && error?.now.offset == .seconds(600))
    #expect(error?.deadlines.map(\.offset) == [.seconds(900)] && error?.limit == .seconds(600))
    #expect(
      error?.description == """
        A task is still sleeping on the clock after the limit of 600.0 seconds.

          Now: 600.0 seconds
          Sleepers: 1
          Until: 900.0 seconds

        To fix this:
        - Cancel the sleeping tasks, or wait until they have ended.
        - Or move time on: advance(by:), or run(limit:) with a higher limit.
        """
    )
    timer.cancel()
    try await clock.run()
  }

  // MARK: checkSuspension

  // In a process of its own: if other tests hold threads, tasks may be too late.
  @Test func `a sleeping task is found, also if it was just started`() async {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      let tasks = (1...7).map { seconds in
        Task { try await clock.sleep(for: .seconds(seconds)) }
      }
      let error = await #expect(throws: TestClock.SleepersError.self) {
        try await clock.checkSuspension()
      }
      #expect(error?.deadlines.map(\.offset) == (1...7).map { .seconds($0) } && error?.limit == nil)
      let lines = """
        A task is still sleeping on the clock.

          Now: 0.0 seconds
          Sleepers: 7
          Until: 1.0 seconds, 2.0 seconds, 3.0 seconds, 4.0 seconds, 5.0 seconds, …
        """
      #expect(error?.description.hasPrefix(lines) == true)
      for task in tasks { task.cancel() }
      try await clock.checkSuspension()
    }
  }

  // MARK: waitForSleepers

  @Test func `waiting for sleepers ends when it is canceled`() async throws {
    let task = Task { [clock] in try await clock.waitForSleepers() }
    await clock.advance(by: .zero)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Bad input

  @Test(arguments: mistakes.keys.sorted())
  func `time must not move back, nor limits and numbers be negative`(message: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [message] in
      try await mistakes[message]!()
    }
    result.expectMessage(message)
  }

  @Test func `a deadline in the past is over`() async throws {
    await clock.advance(by: .seconds(5))
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(4)))
    try await clock.sleep(until: clock.now)
    try await clock.sleep(for: .zero)
    try await clock.sleep(for: .seconds(-10))
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `time can be moved as far as there is time`() async throws {
    let forever = Task { [clock] in try await clock.sleep(for: .seconds(Int64.max)) }
    let longer = Task { [clock] in try await clock.sleep(for: Duration(attoseconds: .max)) }
    try await clock.waitForSleepers(2)
    await clock.advance(by: .seconds(1_000))
    try await clock.waitForSleepers(2)
    await clock.advance(by: Duration(attoseconds: .max))
    try await forever.value
    try await longer.value
    await clock.advance(by: .seconds(1))
    #expect(clock.now.offset == .seconds(Int64.max))
  }

  @Test func `time moves although a task never comes to rest`() async throws {
    let gate = Gate()
    let restless = Task { [clock] in
      while !Task.isCancelled {
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        try await clock.waitForSleepers()
        gate.open()
        sleeper.cancel()
        _ = await sleeper.result
      }
    }
    await gate.wait()
    Task { [clock] in await clock.advance(by: .milliseconds(500)) }
    #expect(await eventually { clock.now.offset == .milliseconds(500) })
    restless.cancel()
    _ = await restless.result
  }

  // In a process of its own, whose main actor it blocks.
  @Test func `threads and a main actor that are blocked are not waited for`() async throws {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      let log = Log<String>()
      let gate = DispatchSemaphore(value: 0)
      Task.detached { wait(for: gate) }
      Task.detached { @MainActor in wait(for: gate) }
      for _ in 1...3 {
        Task.detached {
          try await clock.sleep(for: .seconds(1))
          log.add("\(clock.now)")
        }
        await clock.advance(by: .seconds(1))
      }
      for _ in 1...100 { await clock.advance(by: .seconds(1)) }
      precondition(log.all.count == 3)
      for _ in 1...2 { gate.signal() }
      await clock.advance(by: .seconds(1))
    }
  }
}

struct TestClockInstantTests {
  @Test func `points in time are ordered, and apart by durations`() {
    let start = TestClock.Instant()
    let later = start.advanced(by: .milliseconds(1_500))
    #expect(start < later && TestClock(now: later).now == later)
    #expect(start.duration(to: later) == .milliseconds(1_500))
    #expect(later.duration(to: start) == .milliseconds(-1_500))
    #expect(later.description == "1.5 seconds")
    let resolutions = [TestClock().minimumResolution, ImmediateClock().minimumResolution]
    #expect(resolutions == [.zero, .zero])
  }

  @Test func `there is a first and a last point in time`() {
    let last = TestClock.Instant(offset: .seconds(Int64.max))
    let first = TestClock.Instant(offset: .zero - .seconds(Int64.max))
    for step in [.seconds(1), Duration(attoseconds: .max)] {
      #expect(last.advanced(by: step) == last)
    }
    #expect(first.advanced(by: Duration(attoseconds: .min)) == first)
    #expect(first.advanced(by: .seconds(1)) > first)
    #expect(TestClock.Instant(offset: Duration(attoseconds: .max)) == last)
    #expect(first.duration(to: last) == .seconds(Int64.max))
    #expect(last.duration(to: first) == .zero - .seconds(Int64.max))
    #expect("\(last)" != "\(first)")
  }
}

// MARK: - Fixtures

/// Blocks its thread.
private func wait(for gate: DispatchSemaphore) { gate.wait() }

/// Calls that must stop, by their messages.
private let mistakes: [String: @Sendable () async throws -> Void] = [
  "Time must not move back (was by -1.0 seconds).": { await TestClock().advance(by: .seconds(-1)) },
  "Time must not move back (was from 3.0 seconds to 2.0 seconds).": {
    let clock = TestClock(now: TestClock.Instant(offset: .seconds(3)))
    await clock.advance(to: TestClock.Instant(offset: .seconds(2)))
  },
  "The limit must not be negative (was -1.0 seconds).": {
    try await TestClock().run(limit: .seconds(-1))
  },
  "The number of sleepers must not be negative (was -1).": {
    try await TestClock().waitForSleepers(-1)
  },
]
