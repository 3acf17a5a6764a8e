import Injection

/// A clock on which sleeping takes no time.
///
/// A task that sleeps lets other tasks have their turn, then continues. The clock's time is then
/// the task's deadline. Use it in previews, and in tests that don't depend on how long a task
/// sleeps:
///
/// ```swift
/// let clock = ImmediateClock()
/// try await clock.sleep(for: .seconds(3_600))
/// #expect(clock.now == ImmediateClock.Instant(offset: .seconds(3_600)))
/// ```
///
/// An endless loop that sleeps runs without a pause: use a ``TestClock`` for it.
public final class ImmediateClock: Clock {
  /// A point in time, as the duration since the clock's beginning.
  public typealias Instant = TestClock.Instant

  private let time: Lock<Instant>

  /// Creates a clock.
  ///
  /// - Parameter now: Its time.
  public init(now: Instant = Instant()) {
    time = Lock(now)
  }

  /// The latest deadline of any sleep so far.
  public var now: Instant { time.withLock { $0 } }

  /// The shortest time to sleep for: there is none.
  public var minimumResolution: Swift.Duration { .zero }

  /// Moves the time to a deadline, if that is later than now, and lets other tasks have their turn.
  ///
  /// - Parameters:
  ///   - deadline: The time to sleep until.
  ///   - tolerance: Unused.
  /// - Throws: `CancellationError` if the task is canceled before or while others have their turn.
  @concurrent
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
    try Task.checkCancellation()
  }
}
