import Injection

/// A clock on which sleeping takes no time.
///
/// A task that sleeps continues at once, after other tasks had their turn, and the clock's time is
/// then its deadline. Use it in previews, and in tests that don't depend on how long a task sleeps:
///
/// ```swift
/// let clock = ImmediateClock()
/// try await clock.sleep(for: .seconds(3_600))
/// #expect(clock.now == ImmediateClock.Instant(offset: .seconds(3_600)))
/// ```
///
/// An endless loop that sleeps runs without a pause: use a ``TestClock`` for it.
///
/// Use a clock on any thread, in any task or actor, and concurrently.
public final class ImmediateClock: Clock {
  /// A point in time, as the duration since the clock's beginning.
  public typealias Instant = TestClock.Instant

  private let time: Lock<Instant>

  /// Makes a clock.
  ///
  /// - Parameter now: Its time.
  public init(now: Instant = Instant()) {
    time = Lock(now)
  }

  /// The latest deadline of any sleep so far.
  ///
  /// - Complexity: O(1).
  public var now: Instant { time.withLock { $0 } }

  /// The shortest time to sleep for: there is none.
  public var minimumResolution: Swift.Duration { .zero }

  /// Moves the time to a deadline, if that is later than now, and lets other tasks have their turn.
  ///
  /// - Parameters:
  ///   - deadline: The time to sleep until.
  ///   - tolerance: Unused.
  /// - Throws: `CancellationError` if the task is canceled before or while others have their turn.
  /// - Complexity: O(1).
  @concurrent
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}
