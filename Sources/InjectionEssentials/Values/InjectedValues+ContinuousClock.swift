public import Injection

extension InjectedValues {
  private enum ContinuousClockKey: InjectionKey {
    static var defaultValue: any Clock<Duration> { ContinuousClock() }
    static var testValue: any Clock<Duration> { unimplemented(placeholder: ImmediateClock()) }
  }

  /// The clock to sleep on and to measure with, which continues while the machine sleeps.
  ///
  /// ```swift
  /// actor Search {
  ///   @Injected(\.continuousClock) var clock
  ///   private(set) var searches: [String] = []
  ///   private var pending: Task<Void, any Error>?
  ///
  ///   /// Searches once nothing was typed for 300 milliseconds.
  ///   func type(_ text: String) {
  ///     pending?.cancel()
  ///     pending = Task {
  ///       try await clock.sleep(for: .milliseconds(300))
  ///       searches.append(text)
  ///     }
  ///   }
  /// }
  ///
  /// @Test func `typing on puts the search off`() async {
  ///   let clock = TestClock()
  ///   await withTestScope {
  ///     $0.continuousClock = clock
  ///   } operation: {
  ///     let search = Search()
  ///     await search.type("te")
  ///     await clock.advance(by: .milliseconds(200))
  ///     await search.type("tea")
  ///     await clock.advance(by: .milliseconds(299))
  ///     #expect(await search.searches == [])
  ///     await clock.advance(by: .milliseconds(1))
  ///     #expect(await search.searches == ["tea"])
  ///   }
  /// }
  /// ```
  ///
  /// Live and in previews, it is a `ContinuousClock`. A test must override it, with a ``TestClock``
  /// or an ``ImmediateClock``; otherwise it fails, and continues with a clock that does not wait.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }
}
