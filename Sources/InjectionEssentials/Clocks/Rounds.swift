import Foundation
import Synchronization

/// Lets the tasks run that can, and says when they have.
///
/// The pool that runs tasks hands them to its threads in the order in which they became ready, and
/// a thread takes the next one when the one before suspends. So when a probe has run on a thread,
/// whatever that thread had taken before is done; and when probes that became ready later than all
/// else have run on every thread, and on the main actor, all else is done. That is a *round*:
/// whatever could run when it began has run to its next suspension. Each round takes a chain of
/// tasks that set one another going at least one step further.
///
/// To yield a number of times does not say so: a thread that the system has put aside in the middle
/// of a task may come back when all that is over.
final class Rounds: Sendable {
  private static let all = Mutex<[TaskPriority.RawValue: Rounds]>([:])
  private static let processors = max(1, ProcessInfo.processInfo.activeProcessorCount)

  private let priority: TaskPriority
  private let state = Mutex(State(width: processors))

  private init(_ priority: TaskPriority) {
    self.priority = priority
  }

  /// The rounds of the threads that run tasks of a priority.
  static func of(_ priority: TaskPriority) -> Rounds {
    all.withLock { all in
      if let rounds = all[priority.rawValue] { return rounds }
      let rounds = Rounds(priority)
      all[priority.rawValue] = rounds
      return rounds
    }
  }

  /// Returns after so many rounds, of which the first begins after the call.
  func wait(for count: Int) async {
    await withCheckedContinuation { continuation in
      let start = state.withLock { state -> State.Start? in
        state.newcomers.append(Waiter(count: count, continuation: continuation))
        return state.isRunning ? nil : state.start(probes: Self.processors)
      }
      if let start { startProbes(start) }
    }
  }

  private func startProbes(_ start: State.Start) {
    for _ in 0..<start.poolProbes {
      Task.detached(priority: priority) { await self.probe(start.round, isOnMainActor: false) }
    }
    for _ in 0..<start.mainProbes {
      Task.detached(priority: priority) { await self.probeMainActor(start.round) }
    }
  }

  /// Runs again and again, until nobody waits any more.
  private func probe(_ round: Int, isOnMainActor: Bool) async {
    var round = round
    while let next = run(enqueuedIn: round, isOnMainActor: isOnMainActor) {
      if next == round { sched_yield() }
      round = next
      await Task.yield()
    }
  }

  @MainActor
  private func probeMainActor(_ round: Int) async {
    await probe(round, isOnMainActor: true)
  }

  /// - Returns: The round in which the probe goes to the end of the queue; `nil` if it is to end.
  private func run(enqueuedIn round: Int, isOnMainActor: Bool) -> Int? {
    let thread = isOnMainActor ? nil : ObjectIdentifier(Thread.current)
    let result = state.withLock {
      $0.run(on: thread, enqueuedIn: round, processors: Self.processors)
    }
    for waiter in result.finished { waiter.continuation.resume() }
    return result.nextRound
  }
}

private struct Waiter: Sendable {
  /// How many rounds it waits for, and how many there were.
  let count: Int
  var rounds = 0
  let begin = ContinuousClock.now
  let continuation: CheckedContinuation<Void, Never>
}

private struct State: Sendable {
  /// Probes to start.
  struct Start: Sendable {
    let round: Int
    let poolProbes: Int
    let mainProbes: Int
  }

  /// What keeps its thread for longer than this, while probes run elsewhere, is not waited for.
  private static let patience = (time: Duration.seconds(1), runs: 1_000)
  /// How long a wait takes at least while a thread is not waited for: when what has kept it is
  /// done, it may take what waited in the queue, and does not say so before it suspends that.
  private static let delay = Duration.milliseconds(20)

  private var waiters: [Waiter] = []
  /// Who waits from the next round on.
  var newcomers: [Waiter] = []

  private(set) var isRunning = false
  private var round = 0
  private var begin = ContinuousClock.now
  /// How many probes have run in this round.
  private var runs = 0
  /// On which threads of the pool they have, and on which they had in the round before.
  private var threads: Set<ObjectIdentifier> = []
  private var threadsBefore: Set<ObjectIdentifier> = []
  private var wasOnMainActor = false

  /// How many threads the pool is believed to have.
  private var width: Int
  /// The most threads it was seen to have.
  private var widest = 1
  /// Whether the main actor was waited for in vain, and has run nothing since.
  private var isMainActorStuck = false

  /// How many probes there are.
  private var poolProbes = 0
  private var mainProbes = 0

  init(width: Int) {
    self.width = width
  }

  /// - Parameter count: How many probes to have for the pool.
  mutating func start(probes count: Int) -> Start {
    isRunning = true
    beginRound()
    defer { (poolProbes, mainProbes) = (count, 1) }
    return Start(round: round, poolProbes: count - poolProbes, mainProbes: 1 - mainProbes)
  }

  private mutating func beginRound() {
    waiters += newcomers
    newcomers = []
    round += 1
    begin = .now
    runs = 0
    (threadsBefore, threads) = (threads, [])
    wasOnMainActor = false
  }

  /// A probe has run, on a thread of the pool or on the main actor.
  mutating func run(
    on thread: ObjectIdentifier?,
    enqueuedIn round: Int,
    processors: Int
  ) -> (nextRound: Int?, finished: [Waiter]) {
    note(thread, enqueuedIn: round, processors: processors)
    let finished = isRunning && isRoundOver ? endRound() : []
    if isRunning { return (self.round, finished) }
    if thread == nil { mainProbes -= 1 } else { poolProbes -= 1 }
    return (nil, finished)
  }

  private mutating func note(_ thread: ObjectIdentifier?, enqueuedIn round: Int, processors: Int) {
    if thread == nil { isMainActorStuck = false }
    // One that was ready before the round began says nothing about it.
    guard isRunning, round == self.round else { return }
    runs += 1
    guard let thread else {
      wasOnMainActor = true
      return
    }
    threads.insert(thread)
    // Threads that were kept busy may come back, and set others going.
    let count = min(processors, threads.union(threadsBefore).count)
    widest = max(widest, count)
    guard count > width else { return }
    width = count
    for index in waiters.indices { waiters[index].rounds = 0 }
  }

  private var isRoundOver: Bool {
    if threads.count >= width && (wasOnMainActor || isMainActorStuck) { return true }
    return runs >= Self.patience.runs && .now - begin >= Self.patience.time
  }

  /// - Returns: Who has waited long enough.
  private mutating func endRound() -> [Waiter] {
    width = min(width, max(1, threads.count))
    isMainActorStuck = !wasOnMainActor
    for index in waiters.indices { waiters[index].rounds += 1 }
    let latest = width < widest ? ContinuousClock.now - Self.delay : nil
    let isFinished = { (waiter: Waiter) in
      waiter.rounds >= waiter.count && latest.map { waiter.begin <= $0 } ?? true
    }
    let finished = waiters.filter(isFinished)
    waiters.removeAll(where: isFinished)
    if waiters.isEmpty && newcomers.isEmpty { isRunning = false } else { beginRound() }
    return finished
  }
}
