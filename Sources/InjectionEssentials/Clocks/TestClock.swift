import Injection

/// A clock whose time a test moves.
///
/// A task that sleeps on it wakes when the test moves the time to its deadline:
///
/// ```swift
/// actor Uploader {
///   @Injected(\.continuousClock) var clock
///   private(set) var attempts = 0
///
///   /// Tries again after 1, 2, 4 and 8 seconds.
///   func upload() async throws {
///     for seconds in [1, 2, 4, 8] {
///       attempts += 1
///       try await clock.sleep(for: .seconds(seconds))
///     }
///   }
/// }
///
/// @Test func `attempts are further and further apart`() async throws {
///   let clock = TestClock()
///   try await withTestScope {
///     $0.continuousClock = clock
///   } operation: {
///     let uploader = Uploader()
///     let upload = Task { try await uploader.upload() }
///     await clock.advance(by: .seconds(3))
///     #expect(await uploader.attempts == 3)
///     try await clock.run()
///     #expect(clock.now == TestClock.Instant(offset: .seconds(15)))
///     try await upload.value
///   }
/// }
/// ```
///
/// ## What moving time waits for
///
/// Sleepers wake in the order of their deadlines. Those with the same deadline wake in the order in
/// which they went to sleep. Each runs to its next suspension before the next one wakes, unless it
/// has to reach an actor first. Sleepers on the same actor keep their order.
///
/// Before time moves, and again before it moves on, all other tasks that can run have their turn:
/// new tasks, and tasks that a sleeper starts, resumes or cancels, in the pool and on actors. So do
/// tasks that depend on those, up to sixteen steps from task to task. If a task goes to sleep on
/// the clock or is canceled meanwhile, the steps are counted from the beginning, up to twenty
/// times. So one call can wake a task several times, and also wakes a task that other tasks must
/// start first.
///
/// The clock doesn't wait for a fixed time. A step ends when every thread that runs tasks, and the
/// main actor, has finished the work that was ready before. The clock runs tasks of its own there
/// to find that out.
///
/// These tasks can't run on a thread that is busy. If another test or task keeps a thread busy, the
/// clock can't tell whether it has work for the clock. So a step waits about a tenth of a second
/// for a thread that was free in the step before, and then goes on without it. Until the thread is
/// free again, all steps wait for it only briefly. A task that computes for longer without being
/// suspended may miss its time. Await its result before you move time, or use
/// ``waitForSleepers(_:)``.
///
/// The clock doesn't see tasks that wait elsewhere: for a network, a file, a queue, a thread,
/// another clock or an executor of their own, or for tasks of a priority that neither the caller
/// nor any sleeper has. Use ``waitForSleepers(_:)`` to wait until such tasks sleep on the clock.
public final class TestClock: Clock {
  let state: Lock<State>

  /// Creates a clock.
  ///
  /// - Parameter now: Its time.
  public init(now: Instant = Instant()) {
    state = Lock(State(now: now))
  }

  /// The time, which only the methods of this clock move.
  public var now: Instant { state.withLock { $0.now } }

  /// The shortest time to sleep for: there is none.
  public var minimumResolution: Swift.Duration { .zero }

  /// Sleeps until the time is moved to a deadline.
  ///
  /// If the deadline isn't later than now, it only gives other tasks their turn.
  ///
  /// - Parameters:
  ///   - deadline: The time to wake.
  ///   - tolerance: Unused: the task wakes at the deadline.
  /// - Throws: `CancellationError` if the task is canceled before it sleeps or while it does.
  /// - Complexity: O(n), for n sleepers.
  @concurrent
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    try Task.checkCancellation()
    let priority = Task.currentPriority
    guard let number = state.withLock({ $0.number(until: deadline, priority) }) else {
      await Task.yield()
      return try Task.checkCancellation()
    }
    try await Sleeper(until: deadline, number: number, on: self).sleep()
  }
}

extension TestClock {
  /// Adds a sleeper whose task is suspended, unless it is canceled or its deadline has passed.
  func add(
    _ sleeper: Sleeper,
    _ continuation: CheckedContinuation<Void, any Error>
  ) -> State.Addition {
    let (addition, observers) = state.withLock { state in
      (state.add(sleeper, continuation), state.observers.values)
    }
    for observer in observers { observer.yield() }
    return addition
  }

  /// Removes a sleeper, or returns `nil` if it isn't sleeping.
  func remove(_ sleeper: Sleeper) -> CheckedContinuation<Void, any Error>? {
    state.withLock { $0.remove(sleeper) }
  }
}
