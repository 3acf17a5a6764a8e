extension TestClock {
  /// A point in time of a `TestClock` or an `ImmediateClock`.
  ///
  /// It is the duration since the clock's beginning:
  ///
  /// ```swift
  /// let clock = TestClock(now: TestClock.Instant(offset: .seconds(60)))
  /// #expect(clock.now.advanced(by: .seconds(30)) == TestClock.Instant(offset: .seconds(90)))
  /// ```
  ///
  /// The first and the last point in time are 292 billion years from the beginning. Results that
  /// would be further away are one of these two.
  public struct Instant: InstantProtocol {
    /// The time since the beginning.
    public let offset: Swift.Duration

    /// Creates a point in time.
    ///
    /// - Parameter offset: The time since the beginning; negative before it.
    public init(offset: Swift.Duration = .zero) {
      self.offset = offset.clamped
    }
  }
}

extension TestClock.Instant {
  /// Compares two points in time.
  ///
  /// - Parameters:
  ///   - first: A point in time.
  ///   - second: Another one.
  /// - Returns: Whether `first` is before `second`.
  public static func < (first: Self, second: Self) -> Bool { first.offset < second.offset }

  /// Returns the point in time that is later by a duration.
  ///
  /// - Parameter duration: The duration. If it is negative, the point is earlier.
  /// - Returns: The point in time.
  public func advanced(by duration: Swift.Duration) -> Self {
    // The sum can't overflow, since both are clamped.
    Self(offset: offset + duration.clamped)
  }

  /// Returns the time from this point to another one, of at most 292 billion years.
  ///
  /// - Parameter other: The other one.
  /// - Returns: The duration, which is negative if `other` is earlier.
  public func duration(to other: Self) -> Swift.Duration { (other.offset - offset).clamped }
}

extension TestClock.Instant: CustomStringConvertible {
  /// The time since the beginning: `1.5 seconds`.
  public var description: String { "\(offset)" }
}

extension Duration {
  /// The longest one whose seconds are an `Int64`. The standard library can't print longer ones.
  private static var longest: Duration { .seconds(Int64.max) }

  fileprivate var clamped: Duration { max(min(self, .longest), .zero - .longest) }
}
