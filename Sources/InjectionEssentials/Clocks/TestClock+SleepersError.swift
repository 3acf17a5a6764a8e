extension TestClock {
  /// An error if a task is still sleeping on a clock.
  public struct SleepersError: Error, Hashable, Sendable {
    /// The clock's time.
    public let now: Instant

    /// The deadlines of the sleeping tasks, the next one first.
    public let deadlines: [Instant]

    /// The limit of `run(limit:)`, or `nil` if time wasn't moved.
    public let limit: Swift.Duration?
  }
}

extension TestClock.SleepersError: CustomStringConvertible {
  /// The fact, then the deadlines, then how to fix it.
  public var description: String {
    let fact =
      limit.map { "A task is still sleeping on the clock after the limit of \($0)." }
      ?? "A task is still sleeping on the clock."
    let first = deadlines.prefix(5).map(\.description).joined(separator: ", ")
    return """
      \(fact)

        Now: \(now)
        Sleepers: \(deadlines.count)
        Until: \(first)\(deadlines.count > 5 ? ", …" : "")

      To fix this:
      - Cancel the sleeping tasks, or wait until they have ended.
      - Or move time on: advance(by:), or run(limit:) with a higher limit.
      """
  }
}
