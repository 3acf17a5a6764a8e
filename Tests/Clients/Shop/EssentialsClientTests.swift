import Injection
import InjectionEssentials
import Testing

// `ContextTests` tests the values themselves.
@MainActor struct EssentialsClientTests {
  @Injected(\.date) var date
  @Injected(\.date.now) var now
  @Injected(\.uuid) var uuid
  @Injected(\.continuousClock) var continuousClock
  @Injected(\.suspendingClock) var suspendingClock
  @Injected(\.withRandomNumberGenerator) var withRandomNumberGenerator
  @Injected(\.calendar) var calendar
  @Injected(\.locale) var locale
  @Injected(\.timeZone) var timeZone
  @Injected(\.urlSession) var urlSession
  @Injected(\.environmentVariables["HOME"]) var home
  @Injected(\.temporaryDirectory) var temporaryDirectory

  @Test func `each value is read, and what must be overridden fails the test`() async {
    withKnownIssue { _ = date }
    withKnownIssue { _ = now }
    withKnownIssue { _ = uuid }
    withKnownIssue { _ = withRandomNumberGenerator }
    withKnownIssue { _ = urlSession }
    await withKnownIssue { try await continuousClock.sleep(for: .seconds(3_600)) }
    await withKnownIssue { try await suspendingClock.sleep(for: .seconds(3_600)) }
    await withKnownIssue {
      for await _ in continuousClock.timer(interval: .seconds(3_600)).prefix(2) {}
    }
    #expect("\(calendar.identifier)" == "gregorian" && timeZone.secondsFromGMT() == 0)
    #expect(locale.identifier == "en_US_POSIX" && Injected(\.locale)() == locale)
    #expect(home == nil && temporaryDirectory.url.isFileURL)
  }
}
