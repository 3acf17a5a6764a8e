extension Rounds {
  /// Runs in the pool, one for each of its threads, or on the main actor.
  enum Probe {
    case pool, mainActor
  }

  /// Says when a round is over, and who has waited long enough.
  ///
  /// A thread that is kept busy, or that the system has put aside, runs no probe, and nobody can
  /// tell whether it has a task that the clock should wait for. So a round ends without it when the
  /// others have run probes often enough. As long as it is missing, later rounds wait only briefly:
  /// all together, that is time for a short task that it takes when it is back. The same goes for
  /// the main actor.
  struct State: Sendable {
    /// Is called when somebody has waited long enough.
    typealias Waiter = @Sendable () -> Void

    /// How often probes run, at most, in a round that waits for a place. A busy system may put a
    /// thread aside for long.
    static let mostPatience = 100_000
    /// How much of that comes back in each round in which all places were seen: those that wait for
    /// one that is often busy do not all wait for long.
    static let usualPatience = 10_000
    /// How often probes run, at most, in a round that waits only for places that were missing in
    /// the round before.
    static let briefPatience = 64

    /// The threads that the pool has at least, and the main actor.
    private let fewestPlaces: Int
    /// How many places there are: where a thread is blocked, a pool may start another, and keep it.
    private var places: Int
    private var patience = mostPatience
    /// Whether all places were seen in the round before.
    private var wasComplete = true
    /// How many probes there are.
    private var count: Int
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
      fewestPlaces = threads + 1
      places = fewestPlaces
      count = fewestPlaces
      ended = Array(repeating: .pool, count: threads) + [.mainActor]
    }

    /// - Returns: Probes to start, and the round in which they become ready.
    mutating func add(_ waiter: @escaping Waiter, for count: Int) -> (probes: [Probe], round: Int) {
      // This round may have begun before.
      waiters.append((waiter, round + count))
      while self.count < places {
        self.count += 1
        ended.append(.pool)
      }
      defer { ended = [] }
      return (ended, round)
    }

    /// Notes that a probe runs.
    ///
    /// - Parameters:
    ///   - thread: Where; `nil` on the main actor.
    ///   - round: The one in which it became ready.
    /// - Returns: The round in which it becomes ready again, `nil` if it is to end; whether it
    ///   gives way to other threads before; and who has waited long enough.
    mutating func note(
      _ probe: Probe,
      on thread: ObjectIdentifier?,
      in round: Int
    ) -> (round: Int?, givesWay: Bool, finished: [Waiter]) {
      guard !waiters.isEmpty else {
        ended.append(probe)
        return (nil, false, [])
      }
      runs += 1
      // One that was ready before the round began says nothing about it.
      if round == self.round, seen.insert(thread).inserted {
        places = max(places, seen.union(seenBefore).count)
      }
      guard isRoundOver else { return (self.round, isTimeToGiveWay, []) }
      patience = min(max(patience - runs, 0) + Self.usualPatience, Self.mostPatience)
      wasComplete = seen.count >= places
      // One of more threads than it has at least may have ended.
      places = max(fewestPlaces, seen.count)
      (seenBefore, seen) = (seen, [])
      (self.round, runs) = (self.round + 1, 0)
      let finished = waiters.prefix { $0.round < self.round }
      waiters.removeFirst(finished.count)
      return (self.round, false, finished.map(\.waiter))
    }

    private var isRoundOver: Bool {
      guard seen.count >= places || runs >= (waitsForLong ? patience : Self.briefPatience) else {
        return false
      }
      // The main actor alone does not say that those in the queue of the pool have had a turn.
      return seen.contains { $0 != nil }
    }

    /// Whether somebody is missing who was there in the round before.
    private var waitsForLong: Bool { wasComplete || !seen.isSuperset(of: seenBefore) }

    /// A thread that is waited for may have to share a processor with this one. More and more
    /// rarely, and not where it was missing before: whoever computes there keeps the processor for
    /// long.
    private var isTimeToGiveWay: Bool { runs.nonzeroBitCount == 1 && waitsForLong }
  }
}
