public import Foundation
public import Injection

extension InjectedValues {
  private enum DateKey: InjectionKey {
    static var defaultValue: DateGenerator { .system }
    static var testValue: DateGenerator {
      unimplemented(placeholder: .constant(DateGenerator.firstDate))
    }
  }

  /// The current time: `date.now`.
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
  /// Live and in previews, it is the system's time. A test must override it; otherwise it fails,
  /// and continues with 2001-01-01T00:00:00Z.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

/// Generates dates: the current ones, or those that a test chooses.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator that calls a function.
  ///
  /// - Parameter generate: A closure that returns the next date. It may be called on any thread,
  ///   and concurrently.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The next date. For the system's generator, it is the current one.
  ///
  /// Setting it replaces the generator by a constant one: `$0.date.now = .distantPast`.
  public var now: Date {
    get { generate() }
    set { self = .constant(newValue) }
  }

  /// The next date, the same as `now`.
  ///
  /// - Returns: The date.
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
  /// The generator and its copies count together, even on several threads: each date is returned
  /// once. If a date is so far away that a step doesn't change it, the process stops with a
  /// message.
  ///
  /// - Parameters:
  ///   - start: The first date.
  ///   - step: The number of seconds between dates. It may be negative, or zero if all are the
  ///     same, and must be finite.
  /// - Returns: The generator.
  public static func incrementing(
    from start: Date,
    by step: TimeInterval = 1
  ) -> DateGenerator {
    require(step.isFinite, "The step between dates must be finite (was \(step)).")
    let dates = DateSequence(start, step: step)
    return DateGenerator { dates.next() }
  }

  /// The first date for tests that don't choose one.
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
    // Multiplied, so that rounding errors don't add up.
    let date = start.addingTimeInterval(Double(number) * step)
    let previous = start.addingTimeInterval(Double(number - 1) * step)
    let isNext = date.timeIntervalSinceReferenceDate.isFinite && date != previous
    require(
      isNext || step == 0,
      "Each date must differ from the one before "
        + "(was \(date.timeIntervalSinceReferenceDate) seconds after 2001, step \(step))."
    )
    return date
  }
}
