extension TestClock {
  /// What the clock's lock guards. No task is resumed under the lock.
  struct State: Sendable {
    private struct Entry: Sendable {
      let sleeper: Sleeper
      let continuation: CheckedContinuation<Void, any Error>

      func wakes(after other: Sleeper) -> Bool {
        (sleeper.deadline, sleeper.number) > (other.deadline, other.number)
      }
    }

    private(set) var now: Instant
    /// The sleepers. The next one to wake is the last.
    private var entries: [Entry] = []
    private var numbers: UInt64 = 0

    /// The number of times that a task has gone to sleep, or has stopped sleeping.
    private(set) var changes: UInt64 = 0
    /// The priorities of all tasks that have slept.
    private(set) var priorities: Set<TaskPriority.RawValue> = []
    /// Receive an element for each task that goes to sleep.
    private(set) var observers: [UInt64: AsyncStream<Void>.Continuation] = [:]

    /// Whether a call is moving time, and those that wait for it to end.
    private var isMoving = false
    private var turns: [CheckedContinuation<Void, Never>] = []

    init(now: Instant) {
      self.now = now
    }
  }
}

// MARK: - Sleeping

extension TestClock.State {
  enum Addition {
    case asleep, late, cancelled
  }

  var deadlines: [TestClock.Instant] { entries.reversed().map(\.sleeper.deadline) }

  var count: Int { entries.count }

  /// A number for a new sleeper, or `nil` if its deadline isn't later than now.
  mutating func number(
    until deadline: TestClock.Instant,
    _ priority: TaskPriority
  ) -> UInt64? {
    guard deadline > now else { return nil }
    priorities.insert(priority.rawValue)
    numbers += 1
    return numbers
  }

  mutating func add(
    _ sleeper: Sleeper,
    _ continuation: CheckedContinuation<Void, any Error>
  ) -> Addition {
    // Cancellation sets the flag, then looks for the sleeper here: one of the two finds the other.
    if sleeper.isCancelled { return .cancelled }
    if sleeper.deadline <= now { return .late }
    entries.insert(Entry(sleeper: sleeper, continuation: continuation), at: index(of: sleeper))
    changes += 1
    return .asleep
  }

  mutating func remove(_ sleeper: Sleeper) -> CheckedContinuation<Void, any Error>? {
    let index = index(of: sleeper)
    guard index < entries.count, entries[index].sleeper === sleeper else { return nil }
    changes += 1
    return entries.remove(at: index).continuation
  }

  /// The next deadline, if it is not later than `end`.
  func deadline(until end: TestClock.Instant) -> TestClock.Instant? {
    entries.last.flatMap { $0.sleeper.deadline <= end ? $0.sleeper.deadline : nil }
  }

  /// Moves time to `deadline`, and removes the next sleeper with this deadline or an earlier one.
  mutating func wakeNext(
    at deadline: TestClock.Instant
  ) -> CheckedContinuation<Void, any Error>? {
    now = deadline
    guard self.deadline(until: deadline) != nil else { return nil }
    changes += 1
    return entries.removeLast().continuation
  }

  mutating func move(to instant: TestClock.Instant) { now = instant }

  /// The index of a sleeper, or the one to insert it at.
  private func index(of sleeper: Sleeper) -> Int {
    var range = entries.startIndex..<entries.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        entries[middle].wakes(after: sleeper)
        ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

// MARK: - Taking turns

extension TestClock.State {
  /// - Returns: Whether the caller can move time now. Otherwise, its continuation waits.
  mutating func takeTurn(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    if isMoving { turns.append(continuation) }
    defer { isMoving = true }
    return !isMoving
  }

  /// - Returns: The call that can move time next.
  mutating func endTurn() -> CheckedContinuation<Void, Never>? {
    isMoving = !turns.isEmpty
    return isMoving ? turns.removeFirst() : nil
  }
}

// MARK: - Observing

extension TestClock.State {
  mutating func addObserver(_ observer: AsyncStream<Void>.Continuation) -> UInt64 {
    numbers += 1
    observers[numbers] = observer
    return numbers
  }

  mutating func removeObserver(_ number: UInt64) { observers[number] = nil }
}
