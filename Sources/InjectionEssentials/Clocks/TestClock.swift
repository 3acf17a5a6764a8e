import Injection

/// A clock whose time a test moves.
///
/// A task that sleeps on it wakes when time has been moved to its deadline:
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
/// Sleepers wake in the order of their deadlines, and those with the same one in the order in which
/// they went to sleep. Each runs to its next suspension before the next one wakes, unless it has to
/// get to an actor first; those of one actor keep the order.
///
/// Before time moves, and again before it moves on, all else that can run has its turn: tasks that
/// were started, what a sleeper starts, resumes or cancels, in the pool and on actors, and what
/// that sets going, up to sixteen steps from task to task. Where somebody goes to sleep on the
/// clock or is canceled, counting begins again, up to a hundred times. So a task that wakes and
/// sleeps again is woken again by the same call, if it is time, and so is one that others have to
/// start first.
///
/// No time is waited for. A step has been made when every thread that runs tasks, and the main
/// actor, is done with all that was ready before. The clock finds out by tasks of its own that run
/// there.
///
/// A thread that is kept busy runs none of them, be it by another test or by a task that is on its
/// way to the clock: that cannot be seen. So when others have run 10,000 of them, or up to 100,000
/// where that happens rarely, time moves without waiting for that thread: after some tenths of a
/// second at most. Until it is back, all steps wait for it only briefly. A task that computes for
/// longer, without being suspended, may miss its time; await what it computes before time is moved,
/// or use ``waitForSleepers(_:)``.
///
/// What a task waits for elsewhere, the clock cannot know: a network, a file, a queue or a thread,
/// another clock, an executor of its own, tasks of a priority that neither the caller nor any
/// sleeper has. There, ``waitForSleepers(_:)`` returns when tasks have come back to the clock.
///
/// A clock may be used on any thread, in any task or actor, and by many at once.
public final class TestClock: Clock {
  let state: Lock<State>

  /// Makes a clock.
  ///
  /// - Parameter now: Its time.
  public init(now: Instant = Instant()) {
    state = Lock(State(now: now))
  }

  /// The time, which moves only when it is told to.
  ///
  /// - Complexity: O(1).
  public var now: Instant { state.withLock { $0.now } }

  /// The shortest time to sleep for: there is none.
  public var minimumResolution: Swift.Duration { .zero }

  /// Sleeps until time has been moved to a deadline.
  ///
  /// If the deadline is not later than now, other tasks have their turn, and that is all.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: Is not used: the task wakes at the deadline.
  /// - Throws: `CancellationError`, at once, if the task is canceled before or while it sleeps.
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
  /// Somebody is suspended, and sleeps from now on, unless there is a reason not to.
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

  /// Somebody sleeps no longer; `nil` if they did not.
  func remove(_ sleeper: Sleeper) -> CheckedContinuation<Void, any Error>? {
    state.withLock { $0.remove(sleeper) }
  }
}
