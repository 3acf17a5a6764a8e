import Dispatch
import TestSupport
import Testing

@testable import InjectionEssentials

struct TestClockCancellationTests {
  let clock = TestClock()

  @Test func `a sleeper that is cancelled goes on at once`() async throws {
    let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await clock.checkSuspension()
    #expect(clock.now == TestClock.Instant())
  }

  @Test func `a task that was cancelled before does not sleep`() async throws {
    for deadline in [1, 0, -1] {
      await #expect(throws: CancellationError.self) {
        try await inCancelledTask { try await clock.sleep(for: .seconds(deadline)) }
      }
    }
    try await clock.checkSuspension()
  }

  @Test(arguments: [true, false])
  func `nothing is left of a sleeper that is cancelled, or wakes`(isCancelled: Bool) async throws {
    weak var held: Log<String>?
    do {
      let log = Log<String>()
      held = log
      let task = Task { [clock] in
        defer { log.add("left") }
        try await clock.sleep(for: .seconds(1))
      }
      try await clock.waitForSleepers()
      if isCancelled { task.cancel() } else { await clock.advance(by: .seconds(1)) }
      _ = await task.result
    }
    #expect(held == nil)
    try await clock.checkSuspension()
  }

  @Test func `a clock that is no longer used is released`() async throws {
    weak var released: TestClock?
    do {
      let clock = TestClock()
      released = clock
      let tasks = (1...3).map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
      try await clock.waitForSleepers(3)
      await clock.advance(by: .seconds(2))
      tasks[2].cancel()
      for task in tasks { _ = await task.result }
    }
    // The thread on which a task went to sleep may be about to release it.
    #expect(await eventually { released == nil })
  }

  // The caller of `cancel` may hold a lock that the task needs next.
  @Test func `canceling does not run the sleeper`() async throws {
    let lock = Shared("")
    let task = Task { [clock] in
      do {
        try await clock.sleep(for: .seconds(1))
      } catch {
        lock.value += "cancelled"
      }
    }
    try await clock.waitForSleepers()
    lock.update { text in
      task.cancel()
      text = "was "
    }
    await task.value
    #expect(lock.value == "was cancelled")
  }

  // Between the check for cancellation and the sleep, when no call from outside is sure to come.
  @Test func `a task that is canceled while it goes to sleep does not sleep`() async throws {
    let task = Task { [clock] in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await Sleeper(until: TestClock.Instant(offset: .seconds(1)), number: 1, on: clock).sleep()
    }
    try await clock.checkSuspension()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a task that is canceled on another thread while it wakes does one or the other`()
    async throws
  {
    let tasks = (0..<1_000).map { index in
      Task { [clock] in try await clock.sleep(for: .milliseconds(1 + index % 20)) }
    }
    // While some go to sleep and others wake.
    async let moved: Void = clock.advance(by: .milliseconds(10))
    try await clock.waitForSleepers(100)
    DispatchQueue.concurrentPerform(iterations: 1_000) { tasks[$0].cancel() }
    await moved
    for task in tasks {
      if case .failure(let error) = await task.result { #expect(error is CancellationError) }
    }
    try await clock.checkSuspension()
  }
}
