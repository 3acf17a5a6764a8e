import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import Testing

@Suite(.injected()) struct CalendarTests {
  let tokyo = TimeZone(identifier: "Asia/Tokyo")!

  @Test func `in a test they do not depend on the machine`() {
    let values = InjectedValues.current
    #expect(values.locale == Locale(identifier: "en_US_POSIX"))
    #expect(values.timeZone.secondsFromGMT() == 0)
    #expect(values.timeZone.isDaylightSavingTime() == false)
    #expect(values.calendar.identifier == .gregorian)
    #expect(values.calendar.locale == Locale(identifier: "en_US_POSIX"))
    #expect(values.calendar.timeZone == values.timeZone && values.calendar.firstWeekday == 1)
  }

  @Test func `the calendar has the time zone and the locale that are injected`() {
    let outside = InjectedValues.current.calendar
    withInjected {
      $0.timeZone = tokyo
      $0.locale = Locale(identifier: "de_DE")
    } operation: {
      #expect(InjectedValues.current.calendar.timeZone == tokyo)
      #expect(InjectedValues.current.calendar.locale == Locale(identifier: "de_DE"))
      #expect(InjectedValues.current.calendar.identifier == .gregorian)
    }
    #expect(InjectedValues.current.calendar == outside)
    let hebrew = Calendar(identifier: .hebrew)
    withInjected(\.calendar, hebrew) { #expect(InjectedValues.current.calendar == hebrew) }
  }
}
