public import Foundation
public import Injection

extension InjectedValues {
  private enum TimeZoneKey: InjectionKey {
    static var defaultValue: TimeZone { .autoupdatingCurrent }
    static var testValue: TimeZone { TimeZone(identifier: "UTC") ?? .gmt }
  }

  /// The user's time zone.
  ///
  /// ```swift
  /// struct Timetable {
  ///   @Injected(\.timeZone) var timeZone
  ///   func line(_ departure: Date) -> String {
  ///     departure.formatted(Date.ISO8601FormatStyle(timeZone: timeZone))
  ///   }
  /// }
  ///
  /// @Test func `a departure is shown in local time`() {
  ///   let departure = Date(timeIntervalSince1970: 0)
  ///   withInjected(\.timeZone, TimeZone(identifier: "Asia/Tokyo")!) {
  ///     #expect(Timetable().line(departure) == "1970-01-01T09:00:00+0900")
  ///   }
  /// }
  /// ```
  ///
  /// Live and in previews, it follows the system's settings. In a test it is UTC, on every machine.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}
