extension Rounds {
  /// A task that runs to show that its thread is free: in the pool, or on the main actor.
  enum Probe {
    case pool, mainActor
  }

  /// Decides when a round is over, and which callers have waited long enough.
  ///
  /// The threads are those of the pool, and the main actor. A round is over when probes have run on
  /// all of them. On a busy or paused thread no probe runs, and nothing tells whether its task is
  /// relevant for the clock. So a round waits for a thread that the round before has seen for long,
  /// and for others briefly.
  struct State: Sendable {
    /// Resumes a caller.
    typealias Waiter = @Sendable () -> Void

    /// The probe runs in a round that waits for long: about 0.1 s on two threads. A system under
    /// load pauses threads that long.
    static let longWait = 100_000
    /// The same of one that waits briefly: about 0.1 ms. The rounds of a call are together long
    /// enough for a short task, if the thread is back.
    static let briefWait = 64

    /// The threads that the pool always has, and the main actor.
    private let fewestThreads: Int
    /// The number of threads. It can grow, since a pool may add a thread when another is blocked.
    private var threads: Int
    /// The number of probes.
    private var count: Int
    /// The probes that have ended.
    private var ended: [Probe]
    /// The waiting callers, each with its last round, in the order of these.
    private var waiters: [(waiter: Waiter, round: Int)] = []

    private var round = 0
    /// The number of probe runs in this round.
    private var runs = 0
    /// The threads on which probes of this round have run; `nil` is the main actor.
    private var seen: Set<ObjectIdentifier?> = []
    /// Those of the round before; `nil` in the first one, which waits for all for long.
    private var seenBefore: Set<ObjectIdentifier?>?

    init(threads: Int) {
      fewestThreads = threads + 1
      self.threads = fewestThreads
      count = fewestThreads
      ended = Array(repeating: .pool, count: threads) + [.mainActor]
    }

    /// Adds a caller that waits for `count` rounds.
    ///
    /// - Returns: Probes to start, and the round in which they become ready.
    mutating func add(_ waiter: @escaping Waiter, for count: Int) -> (probes: [Probe], round: Int) {
      // Not including this round, which may have begun before the call.
      waiters.append((waiter, round + count))
      while self.count < threads {
        self.count += 1
        ended.append(.pool)
      }
      defer { ended = [] }
      return (ended, round)
    }

    /// Notes that a probe runs.
    ///
    /// - Parameters:
    ///   - thread: The thread, or `nil` on the main actor.
    ///   - round: The round in which the probe became ready.
    /// - Returns: The round in which it becomes ready again, or `nil` if it ends; whether it yields
    ///   the processor before; and the callers that have waited long enough.
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
      // A probe that was ready before the round began proves nothing.
      if round == self.round, seen.insert(thread).inserted {
        threads = max(threads, seen.union(seenBefore ?? []).count)
      }
      guard isRoundOver else { return (self.round, isTimeToGiveWay, []) }
      // An additional thread may have ended.
      threads = max(fewestThreads, seen.count)
      (seenBefore, seen) = (seen, [])
      (self.round, runs) = (self.round + 1, 0)
      let finished = waiters.prefix { $0.round < self.round }
      waiters.removeFirst(finished.count)
      return (self.round, false, finished.map(\.waiter))
    }

    private var isRoundOver: Bool {
      guard seen.count >= threads || runs >= (waitsForLong ? Self.longWait : Self.briefWait) else {
        return false
      }
      // The main actor alone doesn't prove that tasks in the queue of the pool had their turn.
      return seen.contains { $0 != nil }
    }

    private var waitsForLong: Bool { seenBefore.map { !seen.isSuperset(of: $0) } ?? true }

    /// Whether to yield the processor, which the missing thread may need. More and more rarely, and
    /// not for a thread that was missing before, since its task keeps the processor for long.
    private var isTimeToGiveWay: Bool { runs.nonzeroBitCount == 1 && waitsForLong }
  }
}
