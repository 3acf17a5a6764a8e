import Foundation
import Injection

/// Gives all tasks of a priority that can run their turn.
///
/// The pool hands tasks to its threads in the order in which they become ready, and a thread takes
/// the next one when the one before suspends. So when a probe runs on a thread, all tasks that this
/// thread has taken before are suspended. When probes have run on every thread and on the main
/// actor, the *round* is over: every task that could run at its beginning has reached its next
/// suspension.
///
/// Yielding a number of times proves less: the system may have paused a thread in the middle of a
/// task, which then continues after all of these.
final class Rounds: Sendable {
  private static let all = Lock<[TaskPriority.RawValue: Rounds]>([:])

  private let priority: TaskPriority
  private let state = Lock(State(threads: max(1, ProcessInfo.processInfo.activeProcessorCount)))

  private init(_ priority: TaskPriority) {
    self.priority = priority
  }

  /// Returns at the end of a number of rounds that begin after the call.
  static func wait(for count: Int, _ priority: TaskPriority) async {
    let rounds = all.withLock { all in
      let rounds = all[priority.rawValue] ?? Rounds(priority)
      all[priority.rawValue] = rounds
      return rounds
    }
    await withCheckedContinuation { continuation in
      let (probes, round) = rounds.state.withLock { $0.add({ continuation.resume() }, for: count) }
      for probe in probes { rounds.start(probe, in: round) }
    }
  }

  private func start(_ probe: Probe, in round: Int) {
    Task.detached(priority: priority) {
      switch probe {
      case .pool: await self.run(probe, in: round)
      case .mainActor: await self.runOnMainActor(in: round)
      }
    }
  }

  @MainActor
  private func runOnMainActor(in round: Int) async { await run(.mainActor, in: round) }

  /// Runs again and again, as long as a caller is waiting.
  private nonisolated(nonsending) func run(_ probe: Probe, in round: Int) async {
    var round = round
    while let next = note(probe, in: round) {
      round = next
      await Task.yield()
    }
  }

  /// - Returns: The round in which the probe becomes ready again, or `nil` if it ends.
  private func note(_ probe: Probe, in round: Int) -> Int? {
    let thread = probe == .pool ? ObjectIdentifier(Thread.current) : nil
    let (next, givesWay, finished) = state.withLock { $0.note(probe, on: thread, in: round) }
    for waiter in finished { waiter() }
    if givesWay { sched_yield() }
    return next
  }
}
