public import Foundation
public import Injection

extension InjectedValues {
  private enum LocaleKey: InjectionKey {
    static var defaultValue: Locale { .autoupdatingCurrent }
    static var testValue: Locale { Locale(identifier: "en_US_POSIX") }
  }

  /// The user's language and region.
  ///
  /// ```swift
  /// struct PriceTag {
  ///   @Injected(\.locale) var locale
  ///   func text(_ price: Double) -> String {
  ///     price.formatted(.number.precision(.fractionLength(2)).locale(locale))
  ///   }
  /// }
  ///
  /// @Test(.injected(\.locale, Locale(identifier: "de_DE")))
  /// func `a price has a comma in Germany`() {
  ///   #expect(PriceTag().text(14.5) == "14,50")
  /// }
  /// ```
  ///
  /// Live and in previews, it follows the system's settings. In a test it is `en_US_POSIX`, on
  /// every machine.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }
}
