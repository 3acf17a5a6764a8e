import Injection

extension TestClock {
  /// Moves time on, and wakes whoever has slept until then.
  ///
  /// Each sleeper sees the time at which it wakes, and the tasks that can run have their turn
  /// before time moves on: see ``TestClock``. Several calls at the same time come one after the
  /// other.
  ///
  /// - Parameter duration: How far. It must not be negative; by zero, the tasks that can run have
  ///   their turn.
  /// - Complexity: O(n), for n sleepers that wake, besides what they do.
  @concurrent
  public func advance(by duration: Swift.Duration) async {
    require(duration >= .zero, "Time must not move back (was by \(duration)).")
    await move { $0.advanced(by: duration) }
  }

  /// Moves time on, and wakes whoever has slept until then.
  ///
  /// See ``advance(by:)`` for all else.
  ///
  /// - Parameter instant: To when. It must not be earlier than now.
  /// - Complexity: O(n), for n sleepers that wake, besides what they do.
  @concurrent
  public func advance(to instant: Instant) async {
    await move { now in
      require(instant >= now, "Time must not move back (was from \(now) to \(instant)).")
      return instant
    }
  }

  /// Moves time on from deadline to deadline, until nobody sleeps any more.
  ///
  /// It is then the time of the last deadline. See ``advance(by:)`` for all else.
  ///
  /// - Parameter limit: How far time may move; one hour, where it is left out. It must not be
  ///   negative. It is the clock's time, and does not depend on how fast the machine is.
  /// - Throws: ``SleepersError`` if somebody sleeps beyond the limit, such as a timer that never
  ///   ends.
  /// - Complexity: O(n), for n sleepers that wake, besides what they do.
  @concurrent
  public func run(limit: Swift.Duration = .seconds(3_600)) async throws {
    require(limit >= .zero, "The limit must not be negative (was \(limit)).")
    await takeTurn()
    defer { endTurn() }
    await wakeSleepers(until: now.advanced(by: limit))
    try throwIfAnybodySleeps(limit: limit)
  }

  /// Lets the tasks run that can, and throws if somebody sleeps then.
  ///
  /// ```swift
  /// let clock = TestClock()
  /// let debounce = Task { try await clock.sleep(for: .seconds(1)) }
  /// debounce.cancel()
  /// try await clock.checkSuspension()
  /// ```
  ///
  /// - Throws: ``SleepersError`` if somebody sleeps.
  /// - Complexity: O(n), for n sleepers.
  @concurrent
  public func checkSuspension() async throws {
    await settle()
    try throwIfAnybodySleeps(limit: nil)
  }

  /// Returns when tasks sleep on this clock.
  ///
  /// For tasks that come to it from where it cannot look: from a network, a queue, another
  /// executor. Those that come by themselves need not be waited for, see ``TestClock``.
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
  /// - Parameter count: How many must sleep at least. It must not be negative.
  /// - Throws: `CancellationError` if the waiting task is canceled.
  /// - Complexity: O(1), whenever somebody goes to sleep.
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
  /// How many steps from task to task others can make before time moves.
  private static let steps = 16
  /// How often counting begins again, at most, where somebody goes to sleep or is canceled.
  private static let limit = 100

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
        // Runs the sleeper until it is suspended: see `Sleeper`.
        continuation.resume()
      }
      await settle()
    }
  }

  /// Lets the tasks run that can.
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

  private func throwIfAnybodySleeps(limit: Swift.Duration?) throws {
    let (now, deadlines) = state.withLock { ($0.now, $0.deadlines) }
    if deadlines.isEmpty { return }
    throw SleepersError(now: now, deadlines: deadlines, limit: limit)
  }
}
