extension TestClock {
  /// Says that somebody sleeps on a clock where nobody should.
  public struct SleepersError: Error, Hashable, Sendable {
    /// The clock's time.
    public let now: Instant

    /// Until when they sleep, the next one to wake first.
    public let deadlines: [Instant]

    /// How far time was allowed to move; `nil` if it was not to move.
    public let limit: Swift.Duration?
  }
}

extension TestClock.SleepersError: CustomStringConvertible {
  /// The fact; then who sleeps until when; then what to do.
  public var description: String {
    let fact =
      limit.map { "Time has moved as far as it may (by \($0)), and somebody still sleeps." }
      ?? "Nobody must sleep on the clock any more, and somebody does."
    let first = deadlines.prefix(5).map(\.description).joined(separator: ", ")
    return """
      \(fact)

        Now:       \(now)
        Sleepers:  \(deadlines.count)
        Until:     \(first)\(deadlines.count > 5 ? ", …" : "")

      To fix this:
      - Cancel the tasks that sleep, or wait until they have ended.
      - Or move time on: advance(by:), or run(limit:) with a higher limit.
      """
  }
}
