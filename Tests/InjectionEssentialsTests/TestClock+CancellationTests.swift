import Foundation
import TestSupport
import Testing

@testable import InjectionEssentials

struct TestClockCancellationTests {
  let clock = TestClock()

  @Test func `a task that was canceled before does not sleep`() async throws {
    for deadline in [1, 0, -1] {
      await #expect(throws: CancellationError.self) {
        try await inCancelledTask { try await clock.sleep(for: .seconds(deadline)) }
      }
    }
    try await clock.checkSuspension()
  }

  @Test(arguments: [true, false])
  func `nothing is left of a sleeper that is canceled, or wakes`(isCanceled: Bool) async throws {
    weak var held: Log<String>?
    weak var released: TestClock?
    do {
      let (log, clock) = (Log<String>(), TestClock())
      (held, released) = (log, clock)
      let task = Task {
        defer { log.add("left") }
        try await clock.sleep(for: .seconds(1))
      }
      try await clock.waitForSleepers()
      if isCanceled { task.cancel() } else { await clock.advance(by: .seconds(1)) }
      _ = await task.result
      try await clock.checkSuspension()
    }
    // The thread on which the task went to sleep may be about to release the clock.
    #expect(await eventually { held == nil && released == nil })
  }

  // Not on the caller's thread, which may hold a lock that the task needs next.
  @Test func `a sleeper that is canceled goes on at once, in the pool`() async throws {
    let cancelingThread = Shared<ObjectIdentifier?>(nil)
    let task = Task { [clock] in
      await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
      return currentThread() != cancelingThread.value
    }
    try await clock.waitForSleepers()
    cancelingThread.value = currentThread()
    task.cancel()
    cancelingThread.value = nil
    #expect(await task.value)
    #expect(clock.now == TestClock.Instant())
  }

  // Cancels itself between the check for cancellation and the sleep, which no other task can time.
  @Test func `a task that is canceled while it goes to sleep does not sleep`() async throws {
    let task = Task { [clock] in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await Sleeper(until: TestClock.Instant(offset: .seconds(1)), number: 1, on: clock).sleep()
    }
    try await clock.checkSuspension()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a task may be canceled while it wakes`() async throws {
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

// MARK: - Fixtures

private func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
