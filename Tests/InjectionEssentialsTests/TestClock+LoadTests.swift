import Foundation
import InjectionEssentials
import TestSupport
import Testing

/// Typical uses of a clock, many at once while other tasks hold threads.
///
/// In processes of their own: if other tests hold threads, tasks may be too late.
struct TestClockLoadTests {
  @Test(arguments: Hold.allCases)
  func `clocks work while threads are held`(hold: Hold) async {
    await #expect(processExitsWith: .success) { [hold] in
      let isOver = Shared(false)
      // One thread is left, or gets its turn.
      for _ in 1..<max(2, ProcessInfo.processInfo.activeProcessorCount) {
        Task.detached { await hold(until: { isOver.value }) }
      }
      let failures = await withTaskGroup { group in
        for _ in 0..<(isLong ? 1_000 : 20) { group.addTask { await startInTurn() } }
        return await group.reduce(0) { $0 + ($1 ? 0 : 1) }
      }
      isOver.value = true
      #expect(failures == 0)
    }
  }
}

// MARK: - Fixtures

/// The ways in which other tasks hold a thread.
enum Hold: String, CaseIterable, Codable {
  case not, always, inTurns

  func callAsFunction(until isOver: () -> Bool) async {
    while self != .not, !isOver() {
      compute(for: .milliseconds(5))
      if self == .inTurns { await Task.yield() }
    }
  }
}

/// Starts tasks that start others, and moves time.
///
/// - Returns: Whether each woke at its time.
private func startInTurn() async -> Bool {
  let clock = TestClock()
  let log = Log<String>()
  @Sendable func start(_ count: Int) {
    Task {
      await Task { await Task { await Task.yield() }.value }.value
      try await clock.sleep(for: .seconds(1))
      log.add("\(clock.now)")
      if count > 1 { start(count - 1) }
    }
  }
  start(5)
  await clock.advance(by: .seconds(10))
  return log.all == (1...5).map { "\($0).0 seconds" }
}
