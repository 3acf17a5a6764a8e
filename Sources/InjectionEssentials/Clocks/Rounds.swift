import Foundation
import Injection

/// Lets the tasks of a priority run that can.
///
/// The pool that runs tasks hands them to its threads in the order in which they became ready, and
/// a thread takes the next one when the one before suspends. So when a probe runs on a thread, all
/// that this thread had taken before is done; and when probes that became ready later than all else
/// have run on every thread, and on the main actor, all else is done. That is a *round*: whatever
/// could run when it began has run to its next suspension.
///
/// To yield a number of times does not say so: a thread that the system has put aside in the middle
/// of a task may come back when all that is over.
final class Rounds: Sendable {
  private static let all = Lock<[TaskPriority.RawValue: Rounds]>([:])

  private let priority: TaskPriority
  private let state = Lock(State(threads: max(1, ProcessInfo.processInfo.activeProcessorCount)))

  private init(_ priority: TaskPriority) {
    self.priority = priority
  }

  /// Returns after a number of rounds that begin after the call.
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

  /// Runs again and again, until nobody waits any more.
  private nonisolated(nonsending) func run(_ probe: Probe, in round: Int) async {
    var round = round
    while let next = note(probe, in: round) {
      round = next
      await Task.yield()
    }
  }

  /// - Returns: The round in which the probe becomes ready again; `nil` if it is to end.
  private func note(_ probe: Probe, in round: Int) -> Int? {
    let thread = probe == .pool ? ObjectIdentifier(Thread.current) : nil
    let (next, givesWay, finished) = state.withLock { $0.note(probe, on: thread, in: round) }
    for waiter in finished { waiter() }
    if givesWay { sched_yield() }
    return next
  }
}
