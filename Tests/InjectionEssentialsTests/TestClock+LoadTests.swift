import Foundation
import InjectionEssentials
import Testing

/// Many tests at once, each with a clock of its own, while others hold threads.
@Suite struct TestClockLoadTests {
  // In a process of its own, whose threads are held.
  @Test(arguments: Hold.allCases)
  func `clocks work while threads are held`(hold: Hold) async {
    await #expect(processExitsWith: .success) { [hold] in
      let isOver = Shared(false)
      // One thread is left, or somebody gives way to it.
      for _ in 1..<max(2, ProcessInfo.processInfo.activeProcessorCount) {
        Task.detached { await hold(until: { isOver.value }) }
      }
      let failures = await withTaskGroup { group in
        for index in 0..<(isLong ? 1_000 : 20) {
          let trial = Trial.allCases[index % Trial.allCases.count]
          group.addTask { await trial.passes() ? nil : trial }
        }
        var failures: [Trial] = []
        for await case let trial? in group { failures.append(trial) }
        return failures
      }
      isOver.value = true
      #expect(failures == [])
    }
  }
}

// MARK: - Fixtures

/// How others hold a thread.
enum Hold: String, CaseIterable, Codable {
  case not, always, inTurns

  func callAsFunction(until isOver: () -> Bool) async {
    while self != .not, !isOver() {
      compute(for: .milliseconds(5))
      if self == .inTurns { await Task.yield() }
    }
  }
}

/// What users do with a clock.
private enum Trial: CaseIterable {
  case timer, starter, debounce, chain, stream

  func passes() async -> Bool {
    let clock = TestClock()
    let log = Log()
    switch self {
    case .timer:
      let timer = Task {
        while true {
          try await clock.sleep(for: .seconds(1))
          log.add("tick")
        }
      }
      await clock.advance(by: .seconds(5))
      timer.cancel()
      return log.lines.count == 5
    case .starter:
      Task {
        try await clock.sleep(for: .seconds(1))
        Task {
          await Task {}.value
          try await clock.sleep(for: .seconds(1))
          log.add("done")
        }
      }
      await clock.advance(by: .seconds(1))
      await clock.advance(by: .seconds(1))
      return log.lines == ["done"]
    case .debounce:
      func search(_ text: String) -> Task<Void, any Error> {
        Task { @MainActor in
          try await clock.sleep(for: .seconds(1))
          log.add(text)
        }
      }
      let first = search("a")
      await clock.advance(by: .milliseconds(500))
      first.cancel()
      _ = search("ab")
      await clock.advance(by: .milliseconds(999))
      guard log.lines.isEmpty else { return false }
      await clock.advance(by: .milliseconds(1))
      return log.lines == ["ab"]
    case .chain:
      func start(_ count: Int) {
        Task {
          if count > 1 { return start(count - 1) }
          try await clock.sleep(for: .seconds(1))
          log.add("done")
        }
      }
      start(10)
      await clock.advance(by: .seconds(1))
      return log.lines == ["done"]
    case .stream:
      let relay = Relay()
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      Task {
        for await number in numbers {
          await relay.pass(number)
          try await clock.sleep(for: .milliseconds(100))
          log.add("\(clock.now)")
        }
      }
      Task {
        for number in 1...3 {
          try await clock.sleep(for: .seconds(1))
          source.yield(number)
        }
      }
      await clock.advance(by: .milliseconds(3_100))
      return log.lines == ["1.1 seconds", "2.1 seconds", "3.1 seconds"]
    }
  }
}
