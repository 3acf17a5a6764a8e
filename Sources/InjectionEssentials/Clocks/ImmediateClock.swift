import Injection

/// A clock on which sleeping takes no time.
///
/// Whoever sleeps goes on at once, after other tasks had their turn, and it is then the time until
/// which they slept. For previews, and for tests in which it does not matter who sleeps how long:
///
/// ```swift
/// let clock = ImmediateClock()
/// try await clock.sleep(for: .seconds(3_600))
/// #expect(clock.now == ImmediateClock.Instant(offset: .seconds(3_600)))
/// ```
///
/// A loop that sleeps and never ends never waits, either: use a ``TestClock`` there.
///
/// A clock may be used on any thread, in any task or actor, and by many at once.
public final class ImmediateClock: Clock {
  /// A point in time: how long after the beginning it is.
  public typealias Instant = TestClock.Instant

  private let time: Lock<Instant>

  /// Makes a clock.
  ///
  /// - Parameter now: Its time.
  public init(now: Instant = Instant()) {
    time = Lock(now)
  }

  /// The latest time until which anybody has slept.
  ///
  /// - Complexity: O(1).
  public var now: Instant { time.withLock { $0 } }

  /// The shortest time to sleep for: there is none.
  public var minimumResolution: Swift.Duration { .zero }

  /// Moves the time to a deadline, if that is later than now, and lets other tasks have their turn.
  ///
  /// - Parameters:
  ///   - deadline: Until when to sleep.
  ///   - tolerance: Is not used: it is the deadline's time then.
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
