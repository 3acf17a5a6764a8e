import Foundation
import InjectionEssentials
import Testing

@Suite struct TestClockTests {
  let clock = TestClock()
  let log = Log()

  // MARK: Waking

  @Test func `a sleeper wakes at its deadline, not before`() async throws {
    let task = Task { [clock, log] in
      try await clock.sleep(for: .seconds(2))
      log.add("woke at \(clock.now)")
    }
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    #expect(log.lines == [])
    await clock.advance(by: .seconds(1))
    #expect(log.lines == ["woke at 2.0 seconds"])
    try await task.value
  }

  @Test func `a timer that sleeps again within the span is seen each time`() async throws {
    let timer = Task { [clock, log] in
      while true {
        try await clock.sleep(for: .seconds(1))
        log.add("\(clock.now)")
      }
    }
    try await clock.waitForSleepers()
    await clock.advance(by: .milliseconds(5_500))
    #expect(
      log.lines == ["1.0 seconds", "2.0 seconds", "3.0 seconds", "4.0 seconds", "5.0 seconds"]
    )
    #expect(clock.now == TestClock.Instant(offset: .milliseconds(5_500)))
    timer.cancel()
    await #expect(throws: CancellationError.self) { try await timer.value }
    try await clock.checkSuspension()
  }

  @Test(arguments: 1...20)
  func `sleepers wake in the order of their deadlines, then of their arrival`(seed: Int)
    async throws
  {
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
    #expect(log.lines == expected.map { "\($0.element), \($0.offset)" })
  }

  @Test @MainActor func `sleepers on one actor keep the order`() async throws {
    for index in 0..<50 {
      Task { @MainActor [clock, log] in
        try await clock.sleep(for: .seconds(1))
        log.add("\(index)")
      }
      try await clock.waitForSleepers(index + 1)
    }
    await clock.advance(by: .seconds(1))
    #expect(log.lines == (0..<50).map { "\($0)" })
  }

  @Test func `many sleepers`() async throws {
    let total = isLong ? 10_000 : 1_000
    let count = Shared(0)
    try await withThrowingTaskGroup { group in
      for index in 0..<total {
        group.addTask {
          try await clock.sleep(for: .milliseconds(1 + index % 10))
          count.update { $0 += 1 }
        }
      }
      try await clock.waitForSleepers(total)
      await clock.advance(by: .milliseconds(9))
      #expect(count.value == total / 10 * 9)
      await clock.advance(by: .milliseconds(1))
      #expect(count.value == total)
      try await group.waitForAll()
    }
    try await clock.checkSuspension()
  }

  @Test func `the faster of two sleepers wins, and the other is cancelled`() async throws {
    let winner = Task { [clock] in
      try await withThrowingTaskGroup { group in
        for seconds in [3, 2] {
          group.addTask {
            try await clock.sleep(for: .seconds(seconds))
            return seconds
          }
        }
        defer { group.cancelAll() }
        return try await group.next()
      }
    }
    try await clock.waitForSleepers(2)
    await clock.advance(by: .seconds(2))
    #expect(try await winner.value == 2)
    // The loser does not sleep any more.
    try await clock.checkSuspension()
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
    #expect(log.lines == (0..<20).flatMap { ["\($0) wakes", "\($0) sleeps"] })
  }

  // MARK: What runs before time moves

  // In processes of their own: where other tests hold threads, tasks may come too late.

  @Test func `tasks that were just started arrive before time moves`() async {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      let task = Task {
        await Task { await Task { await Task.yield() }.value }.value
        try await clock.sleep(for: .seconds(1))
        return clock.now
      }
      await clock.advance(by: .seconds(1))
      // Or else it would sleep for ever.
      try await clock.checkSuspension()
      #expect(try await task.value == TestClock.Instant(offset: .seconds(1)))
      #expect(clock.now == TestClock.Instant(offset: .seconds(1)))
    }
  }

  @Test func `the last of sixteen tasks that start one another arrives before time moves`() async {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      let log = Log()
      @Sendable func start(_ count: Int) {
        Task {
          if count > 1 { return start(count - 1) }
          compute(for: .milliseconds(1))
          try await clock.sleep(for: .seconds(1))
          log.add("\(clock.now)")
        }
      }
      start(16)
      await clock.advance(by: .seconds(1))
      #expect(log.lines == ["1.0 seconds"])
    }
  }

  @Test func `tasks that wake start others, which sleep in turn`() async {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      let log = Log()
      @Sendable func sleep(levels: Int) {
        Task {
          try await clock.sleep(for: .seconds(1))
          log.add("\(levels) at \(clock.now)")
          if levels > 1 { sleep(levels: levels - 1) }
        }
      }
      sleep(levels: 5)
      await clock.advance(by: .seconds(10))
      #expect(
        log.lines == [
          "5 at 1.0 seconds", "4 at 2.0 seconds", "3 at 3.0 seconds", "2 at 4.0 seconds",
          "1 at 5.0 seconds",
        ]
      )
    }
  }

  @Test func `a signal goes through streams, actors and groups before time moves`() async {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      let log = Log()
      let relay = Relay()
      let (signals, signal) = AsyncStream.makeStream(of: Int.self)
      Task { @MainActor in
        for await number in signals {
          await relay.pass(number)
          try await withThrowingTaskGroup { group in
            group.addTask { try await clock.sleep(for: .milliseconds(100)) }
            try await group.waitForAll()
          }
          log.add("\(number) at \(clock.now)")
        }
      }
      Task {
        for number in 1...3 {
          try await clock.sleep(for: .seconds(1))
          signal.yield(number)
        }
      }
      await clock.advance(by: .seconds(10))
      #expect(log.lines == ["1 at 1.1 seconds", "2 at 2.1 seconds", "3 at 3.1 seconds"])
      #expect(await relay.passed == [1, 2, 3])
    }
  }

  @Test func `what a sleeper starts to compute is done before time moves`() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<(isLong ? 20 : 3) {
        let clock = TestClock()
        let log = Log()
        Task {
          try await clock.sleep(for: .seconds(1))
          Task {
            compute(for: .milliseconds(1))
            try await clock.sleep(for: .seconds(1))
            log.add("\(clock.now)")
          }
        }
        await clock.advance(by: .seconds(3))
        #expect(log.lines == ["2.0 seconds"])
      }
    }
  }

  @Test func `tasks of other priorities that have slept are waited for`() async {
    await #expect(processExitsWith: .success) {
      let clock = TestClock()
      let log = Log()
      let timer = Task(priority: .background) {
        for _ in 1...3 {
          try await clock.sleep(for: .seconds(1))
          await Task { compute(for: .milliseconds(1)) }.value
          log.add("\(clock.now)")
        }
      }
      try await clock.waitForSleepers()
      await clock.advance(by: .seconds(3))
      #expect(log.lines == ["1.0 seconds", "2.0 seconds", "3.0 seconds"])
      try await timer.value
    }
  }

  // MARK: Moving time

  @Test func `calls at the same time come one after the other`() async throws {
    let timer = Task { [clock, log] in
      for _ in 1...20 {
        try await clock.sleep(for: .seconds(1))
        log.add("\(clock.now)")
      }
    }
    try await clock.waitForSleepers()
    await withTaskGroup { group in
      for _ in 0..<20 { group.addTask { await clock.advance(by: .seconds(1)) } }
    }
    #expect(clock.now == TestClock.Instant(offset: .seconds(20)))
    #expect(log.lines == (1...20).map { "\($0).0 seconds" })
    try await timer.value
  }

  @Test func `a sleeper may move the clock itself`() async throws {
    let task = Task { [clock] in
      try await clock.sleep(for: .seconds(1))
      await clock.advance(by: .seconds(5))
    }
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(2))
    try await task.value
    #expect(clock.now == TestClock.Instant(offset: .seconds(7)))
  }

  @Test func `time moves to a point`() async throws {
    await clock.advance(to: TestClock.Instant(offset: .seconds(3)))
    #expect(clock.now.offset == .seconds(3))
    await clock.advance(to: clock.now)
    #expect(clock.now.offset == .seconds(3))
  }
}
