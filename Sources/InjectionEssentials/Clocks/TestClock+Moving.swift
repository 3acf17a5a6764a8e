import Injection

extension TestClock {
  /// Moves time on, and wakes the sleepers whose deadline it reaches.
  ///
  /// Each sleeper wakes at its deadline, and tasks that can run have their turn before time moves
  /// on: see ``TestClock``. Concurrent calls run one after the other.
  ///
  /// - Parameter duration: The duration. It must not be negative. Zero only gives tasks that can
  ///   run their turn.
  /// - Complexity: O(n), for n sleepers that wake, plus the time that they take.
  @concurrent
  public func advance(by duration: Swift.Duration) async {
    require(duration >= .zero, "Time must not move back (was by \(duration)).")
    await move { $0.advanced(by: duration) }
  }

  /// Moves time on to a point, and wakes the sleepers whose deadline it reaches.
  ///
  /// Otherwise this is the same as ``advance(by:)``.
  ///
  /// - Parameter instant: The new time. It must not be earlier than now.
  /// - Complexity: O(n), for n sleepers that wake, plus the time that they take.
  @concurrent
  public func advance(to instant: Instant) async {
    await move { now in
      require(instant >= now, "Time must not move back (was from \(now) to \(instant)).")
      return instant
    }
  }

  /// Moves time on from deadline to deadline, until no task is sleeping.
  ///
  /// The time is then the last deadline. Otherwise this is the same as ``advance(by:)``.
  ///
  /// - Parameter limit: The duration that time may move by; by default, an hour. It must not be
  ///   negative. It is a duration of the clock, and doesn't depend on the speed of the machine.
  /// - Throws: ``SleepersError`` if a task is still sleeping at the limit, such as a timer that
  ///   never ends.
  /// - Complexity: O(n), for n sleepers that wake, plus the time that they take.
  @concurrent
  public func run(limit: Swift.Duration = .seconds(3_600)) async throws {
    require(limit >= .zero, "The limit must not be negative (was \(limit)).")
    await takeTurn()
    defer { endTurn() }
    await wakeSleepers(until: now.advanced(by: limit))
    try throwIfSleeping(limit: limit)
  }

  /// Gives tasks that can run their turn, and throws if a task is sleeping afterwards.
  ///
  /// ```swift
  /// let clock = TestClock()
  /// let debounce = Task { try await clock.sleep(for: .seconds(1)) }
  /// debounce.cancel()
  /// try await clock.checkSuspension()
  /// ```
  ///
  /// - Throws: ``SleepersError`` if a task is sleeping.
  /// - Complexity: O(n), for n sleepers.
  @concurrent
  public func checkSuspension() async throws {
    await settle()
    try throwIfSleeping(limit: nil)
  }

  /// Returns when tasks are sleeping on this clock.
  ///
  /// Use it for tasks that wait elsewhere before they sleep: for a network, a queue or another
  /// executor. The methods that move time wait for all others: see ``TestClock``.
  ///
  /// ```swift
  /// let clock = TestClock()
  /// DispatchQueue.global().async {
  ///   Task { try await clock.sleep(for: .seconds(1)) }
  /// }
  /// try await clock.waitForSleepers()
  /// await clock.advance(by: .seconds(1))
  /// ```
  ///
  /// - Parameter count: The least number of sleeping tasks. It must not be negative.
  /// - Throws: `CancellationError` if the waiting task is canceled.
  /// - Complexity: O(1) for each task that goes to sleep.
  @concurrent
  public func waitForSleepers(_ count: Int = 1) async throws {
    require(count >= 0, "The number of sleepers must not be negative (was \(count)).")
    let (changes, observer) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { $0.addObserver(observer) }
    defer { state.withLock { $0.removeObserver(number) } }
    observer.yield()
    for await _ in changes where state.withLock({ $0.count >= count }) { return }
    throw CancellationError()
  }
}

// MARK: - Moving time

extension TestClock {
  /// The number of steps from task to task that are waited for: enough for a task that starts a
  /// task, and so on, far beyond what code in tests does.
  private static let steps = 16
  /// The most times that counting the steps begins again after a change: an end for tasks that
  /// sleep and are canceled again and again.
  private static let limit = 20

  private func move(to target: (Instant) -> Instant) async {
    await takeTurn()
    defer { endTurn() }
    let end = target(now)
    await wakeSleepers(until: end)
    state.withLock { $0.move(to: end) }
  }

  private func wakeSleepers(until end: Instant) async {
    await settle()
    while let deadline = state.withLock({ $0.deadline(until: end) }) {
      while let continuation = state.withLock({ $0.wakeNext(at: deadline) }) {
        // Returns when the sleeper is suspended: see `Sleeper`.
        continuation.resume()
      }
      await settle()
    }
  }

  /// Gives tasks that can run their turn.
  private func settle() async {
    var changes: UInt64?
    for _ in 0..<Self.limit {
      let (newChanges, priorities) = state.withLock { ($0.changes, $0.priorities) }
      if newChanges == changes { return }
      changes = newChanges
      for priority in priorities.union([Task.currentPriority.rawValue]) {
        await Rounds.wait(for: Self.steps, TaskPriority(rawValue: priority))
      }
    }
  }

  private func takeTurn() async {
    await withCheckedContinuation { continuation in
      if state.withLock({ $0.takeTurn(continuation) }) { continuation.resume() }
    }
  }

  private func endTurn() {
    state.withLock { $0.endTurn() }?.resume()
  }

  private func throwIfSleeping(limit: Swift.Duration?) throws {
    let (now, deadlines) = state.withLock { ($0.now, $0.deadlines) }
    if deadlines.isEmpty { return }
    throw SleepersError(now: now, deadlines: deadlines, limit: limit)
  }
}
