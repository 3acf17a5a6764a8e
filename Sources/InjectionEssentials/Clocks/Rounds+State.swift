extension Rounds {
  /// Runs in the pool, one for each of its threads, or on the main actor.
  enum Probe {
    case pool, mainActor
  }

  /// Says when a round is over, and who has waited long enough.
  ///
  /// A thread that is kept busy runs no probe, and nobody can tell whether it is by a task that
  /// the clock should wait for. So a round ends without it when the others have run probes often
  /// enough, and later rounds do not wait for it until it is back. The same goes for the main
  /// actor.
  struct State: Sendable {
    /// Is called when somebody has waited long enough.
    typealias Waiter = @Sendable () -> Void

    /// How often probes run, at most, in a round that waits for a place.
    static let patience = 5_000

    /// The threads of the pool, and the main actor.
    private let places: Int
    /// How many of them are waited for.
    private var width: Int
    /// The probes that do not run.
    private var ended: [Probe]
    /// Who waits, and for the end of which round: in this order.
    private var waiters: [(waiter: Waiter, round: Int)] = []

    private var round = 0
    /// How often probes have run in this round.
    private var runs = 0
    /// Where those have run that became ready in this round; `nil` is the main actor.
    private var seen: Set<ObjectIdentifier?> = []
    /// The same of the round before.
    private var seenBefore: Set<ObjectIdentifier?> = []

    init(threads: Int) {
      places = threads + 1
      width = places
      ended = Array(repeating: .pool, count: threads) + [.mainActor]
    }

    /// - Returns: Probes to start, and the round in which they become ready.
    mutating func add(_ waiter: @escaping Waiter, for count: Int) -> (probes: [Probe], round: Int) {
      // This round may have begun before.
      waiters.append((waiter, round + count))
      defer { ended = [] }
      return (ended, round)
    }

    /// Notes that a probe runs.
    ///
    /// - Parameters:
    ///   - thread: Where; `nil` on the main actor.
    ///   - round: The one in which it became ready.
    /// - Returns: The round in which it becomes ready again, `nil` if it is to end; and who has
    ///   waited long enough.
    mutating func note(
      _ probe: Probe,
      on thread: ObjectIdentifier?,
      in round: Int
    ) -> (round: Int?, finished: [Waiter]) {
      guard !waiters.isEmpty else {
        ended.append(probe)
        return (nil, [])
      }
      runs += 1
      // One that was ready before the round began says nothing about it.
      if round == self.round, seen.insert(thread).inserted {
        // A thread that was kept busy may be back.
        width = max(width, min(places, seen.union(seenBefore).count))
      }
      guard isRoundOver else { return (self.round, []) }
      width = seen.count
      (seenBefore, seen) = (seen, [])
      (self.round, runs) = (self.round + 1, 0)
      let finished = waiters.prefix { $0.round < self.round }
      waiters.removeFirst(finished.count)
      return (self.round, finished.map(\.waiter))
    }

    private var isRoundOver: Bool {
      guard seen.count == width || runs >= Self.patience else { return false }
      // The main actor alone does not say that those in the queue of the pool have had a turn.
      return seen.contains { $0 != nil }
    }
  }
}
