public import Foundation
public import Injection

extension InjectedValues {
  private enum DateKey: InjectionKey {
    static var defaultValue: DateGenerator { .system }
    static var testValue: DateGenerator { unimplemented(.constant(DateGenerator.firstDate)) }
  }

  /// What time it is: `date.now`.
  ///
  /// ```swift
  /// struct Receipt {
  ///   @Injected(\.date) var date
  ///   func line() -> String { "Printed \(date.now.formatted(.iso8601))" }
  /// }
  ///
  /// @Test(.injected(\.date, .constant(Date(timeIntervalSince1970: 0))))
  /// func `a receipt says when it was printed`() {
  ///   #expect(Receipt().line() == "Printed 1970-01-01T00:00:00Z")
  /// }
  /// ```
  ///
  /// `@Injected(\.date.now) var now` reads the time itself, anew at each access.
  ///
  /// Live and in previews, it is the system's time. A test has to override it; one that does not
  /// fails, and continues with 2001-01-01T00:00:00Z. Use it on any thread, in any task or actor.
  ///
  /// - Complexity: As that of any injected value.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

/// Makes dates: the current ones, or those that a test wants.
///
/// Use it on any thread, in any task or actor.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Makes dates by calling a function.
  ///
  /// - Parameter generate: Returns the next date. It may be called on any thread, and by many at
  ///   once.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The next date; of the system's generator, the current one.
  ///
  /// Setting it makes this generator a constant one: `$0.date.now = .distantPast`.
  ///
  /// - Complexity: O(1).
  public var now: Date {
    get { generate() }
    set { self = .constant(newValue) }
  }

  /// The next date, the same as `now`.
  ///
  /// - Returns: The date.
  /// - Complexity: O(1).
  public func callAsFunction() -> Date { now }
}

extension DateGenerator {
  /// The system's time.
  public static var system: DateGenerator { DateGenerator { Date() } }

  /// Always the same date.
  ///
  /// - Parameter date: The date.
  /// - Returns: The generator.
  public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }

  /// One second later each time, beginning at 2001-01-01T00:00:00Z.
  public static var incrementing: DateGenerator { incrementing(from: firstDate) }

  /// A step later each time.
  ///
  /// The generator and its copies count together, also when several threads ask at once: each date
  /// is given once. The process stops with a message if a step leads to no other date: where dates
  /// are too far away to be told apart, or end.
  ///
  /// - Parameters:
  ///   - start: The first date.
  ///   - step: How many seconds each date is later than the one before. A negative number leads
  ///     back, and zero leads nowhere. It must be finite.
  /// - Returns: The generator.
  public static func incrementing(
    from start: Date,
    by step: TimeInterval = 1
  ) -> DateGenerator {
    require(step.isFinite, "The step between dates must be finite (was \(step)).")
    let dates = DateSequence(start, step: step)
    return DateGenerator { dates.next() }
  }

  /// What tests begin with that do not say with what.
  fileprivate static let firstDate = Date(timeIntervalSinceReferenceDate: 0)
}

/// Dates, each a step after the one before.
private final class DateSequence: Sendable {
  private let start: Date
  private let step: TimeInterval
  private let count = Lock(0)

  init(_ start: Date, step: TimeInterval) {
    self.start = start
    self.step = step
  }

  func next() -> Date {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    // Multiplied, not added up: so rounding errors do not add up either.
    let date = start.addingTimeInterval(Double(number) * step)
    let previous = start.addingTimeInterval(Double(number - 1) * step)
    let isNext = date.timeIntervalSinceReferenceDate.isFinite && date != previous
    require(
      isNext || step == 0,
      "Each date must be another one than that before "
        + "(was \(date.timeIntervalSinceReferenceDate) seconds after 2001, step \(step))."
    )
    return date
  }
}
