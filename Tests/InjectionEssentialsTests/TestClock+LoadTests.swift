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
        for index in 0..<(isLong ? 1_000 : 20) {
          let trial = Trial.allCases[index % Trial.allCases.count]
          group.addTask { await trial.run() == trial.expectedLines ? nil : trial }
        }
        return await group.compactMap { $0 }.reduce(into: [Trial]()) { $0.append($1) }
      }
      isOver.value = true
      #expect(failures.isEmpty)
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

enum Trial: String, CaseIterable, Codable {
  case starters, chain

  var expectedLines: [String] {
    switch self {
    case .starters: (1...5).map { "\($0).0 seconds" }
    case .chain: ["1.0 seconds"]
    }
  }

  /// Runs the trial.
  ///
  /// - Returns: The lines that tasks wrote.
  func run() async -> [String] {
    let clock = TestClock()
    let log = Log<String>()
    @Sendable func sleep() async throws {
      try await clock.sleep(for: .seconds(1))
      log.add("\(clock.now)")
    }
    switch self {
    case .starters:
      @Sendable func start(_ count: Int) {
        Task {
          await Task { await Task { await Task.yield() }.value }.value
          try await sleep()
          if count > 1 { start(count - 1) }
        }
      }
      start(5)
      await clock.advance(by: .seconds(10))
    case .chain:
      @Sendable func start(_ count: Int) {
        Task {
          if count > 1 { return start(count - 1) }
          try await sleep()
        }
      }
      start(10)
      await clock.advance(by: .seconds(1))
    }
    return log.all
  }
}
