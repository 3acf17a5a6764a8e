public import Injection

extension InjectedValues {
  private enum SuspendingClockKey: InjectionKey {
    static var defaultValue: any Clock<Duration> { SuspendingClock() }
    static var testValue: any Clock<Duration> { unimplemented(placeholder: ImmediateClock()) }
  }

  /// The clock to sleep on and to measure with, which stops while the machine sleeps.
  ///
  /// ```swift
  /// struct Splash {
  ///   @Injected(\.suspendingClock) var clock
  ///   func show() async throws -> [String] {
  ///     try await clock.sleep(for: .seconds(2))
  ///     return ["logo", "menu"]
  ///   }
  /// }
  ///
  /// @Test(.injected(\.suspendingClock, ImmediateClock()))
  /// func `the menu comes after the logo`() async throws {
  ///   #expect(try await Splash().show() == ["logo", "menu"])
  /// }
  /// ```
  ///
  /// Live and in previews, it is a `SuspendingClock`. A test must override it, with a ``TestClock``
  /// or an ``ImmediateClock``; otherwise it fails, and continues with a clock that does not wait.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}
