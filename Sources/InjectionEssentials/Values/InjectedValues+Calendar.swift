public import Foundation
public import Injection

extension InjectedValues {
  private enum CalendarKey: InjectionKey {
    static var defaultValue: Calendar {
      var calendar = Calendar.autoupdatingCurrent
      let values = InjectedValues.current
      // Set only if necessary: a calendar with its own zone or locale doesn't follow the settings.
      if values.timeZone != .autoupdatingCurrent { calendar.timeZone = values.timeZone }
      if values.locale != .autoupdatingCurrent { calendar.locale = values.locale }
      return calendar
    }

    static var testValue: Calendar {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = InjectedValues.current.timeZone
      calendar.locale = InjectedValues.current.locale
      return calendar
    }
  }

  /// The user's calendar, with the injected time zone and locale.
  ///
  /// ```swift
  /// struct Greeting {
  ///   @Injected(\.calendar) var calendar
  ///   @Injected(\.date.now) var now
  ///   func text() -> String {
  ///     calendar.component(.hour, from: now) < 12 ? "Good morning" : "Good day"
  ///   }
  /// }
  ///
  /// @Test(.injected(\.date, .constant(Date(timeIntervalSince1970: 0))))
  /// func `the greeting depends on the time of day`() {
  ///   #expect(Greeting().text() == "Good morning")
  ///   withInjected(\.timeZone, TimeZone(identifier: "America/Los_Angeles")!) {
  ///     #expect(Greeting().text() == "Good day")
  ///   }
  /// }
  /// ```
  ///
  /// Overrides of `timeZone` and `locale` apply to the calendar. Otherwise it follows the system's
  /// settings, live and in previews. In a test it is the Gregorian calendar in UTC with the locale
  /// `en_US_POSIX`, on every machine.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }
}
