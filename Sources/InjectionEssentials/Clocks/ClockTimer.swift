import Injection

/// The ticks of a clock's timer, which `timer(interval:tolerance:)` returns.
///
/// Each loop is a timer of its own. It begins with the loop, and ends when the loop's task is
/// canceled.
public struct ClockTimer: AsyncSequence, Sendable {
  let clock: any Clock<Duration>
  let interval: Duration
  let tolerance: Duration?

  /// Creates a timer.
  ///
  /// - Returns: The timer.
  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// An iteration, which waits for one tick after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let timer: ClockTimer
    private var last: (any InstantProtocol<Duration>)?

    init(timer: ClockTimer) { self.timer = timer }

    /// Waits for the next tick.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The clock's time; `nil` if the task is canceled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> (any InstantProtocol<Duration>)? {
      await next(on: timer.clock, isolation: actor)
    }

    private mutating func next<C: Clock<Duration>>(
      on clock: C,
      isolation actor: isolated (any Actor)?
    ) async -> C.Instant? {
      let (now, interval) = (clock.now, timer.interval)
      var deadline = (last as? C.Instant ?? now).advanced(by: interval)
      if deadline < now {
        // Without the ticks that a slow loop has missed.
        let missed = (deadline.duration(to: now) / interval).rounded(.up)
        deadline = deadline.advanced(by: interval * Int(missed))
      }
      last = deadline
      do {
        try await clock.sleep(until: deadline, tolerance: timer.tolerance)
        return clock.now
      } catch {
        // Only cancellation ends a clock's sleep.
        return nil
      }
    }
  }
}

extension Clock<Swift.Duration> {
  /// A sequence with an element at each interval, beginning one interval after the loop.
  ///
  /// ```swift
  /// actor Countdown {
  ///   @Injected(\.continuousClock) var clock
  ///   private(set) var seconds = 10
  ///
  ///   func start() async {
  ///     for await _ in clock.timer(interval: .seconds(1)) where seconds > 0 { seconds -= 1 }
  ///   }
  /// }
  ///
  /// @Test func `time runs out`() async {
  ///   let clock = TestClock()
  ///   let countdown = withInjected(\.continuousClock, clock) { Countdown() }
  ///   let task = Task { await countdown.start() }
  ///   await clock.advance(by: .seconds(3))
  ///   #expect(await countdown.seconds == 7)
  ///   task.cancel()
  /// }
  /// ```
  ///
  /// The elements are the clock's times. If the loop's body takes longer than an interval, the
  /// missed ticks are skipped. The sequence ends when its task is canceled. With an
  /// ``ImmediateClock``, it has no pauses. With a ``TestClock``, it has a tick for each interval
  /// that time moves by.
  ///
  /// - Parameters:
  ///   - interval: The time from one tick to the next. It must be positive.
  ///   - tolerance: How much later a tick may be, or `nil` for what the clock prefers.
  /// - Returns: The sequence.
  public func timer(
    interval: Swift.Duration,
    tolerance: Swift.Duration? = nil
  ) -> ClockTimer {
    require(interval > .zero, "The interval of a timer must be positive (was \(interval)).")
    return ClockTimer(clock: self, interval: interval, tolerance: tolerance)
  }
}
