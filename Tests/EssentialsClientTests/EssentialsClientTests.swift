import InjectionEssentials
import Testing

// A client with the compiler's own settings that imports the essentials and, of this package,
// nothing else. It overrides nothing, so what a test has to override fails it: these are the known
// issues.
@Suite struct EssentialsClientTests {
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
  @Injected(\.environmentVariables) var environmentVariables
  @Injected(\.environmentVariables["HOME"]) var home
  @Injected(\.temporaryDirectory) var temporaryDirectory

  @Test func `each value is read, and what must be overridden fails the test`() async throws {
    try await expectIssue("date") { #expect(date.now.timeIntervalSinceReferenceDate == 0) }
    try await expectIssue("date") { #expect(now.timeIntervalSinceReferenceDate == 0) }
    try await expectIssue("uuid") { #expect("\(uuid())" == "00000000-0000-0000-0000-000000000000") }
    try await expectIssue("continuousClock") {
      try await continuousClock.sleep(for: .seconds(3_600))
    }
    try await expectIssue("suspendingClock") {
      try await suspendingClock.sleep(for: .seconds(3_600))
    }
    try await expectIssue("withRandomNumberGenerator") {
      #expect((1...6).contains(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }))
    }
    try await expectIssue("urlSession") { _ = urlSession }
  }

  @Test func `each value is read that need not be overridden`() {
    #expect("\(calendar.identifier)" == "gregorian")
    #expect(locale.identifier == "en_US_POSIX")
    #expect(timeZone.secondsFromGMT() == 0)
    #expect(environmentVariables.names == [])
    #expect(home == nil)
    #expect(temporaryDirectory.url.isFileURL)
  }

  // A `Sendable` class cannot hold a wrapped variable.
  @Test func `a wrapper can be held and called`() {
    final class Worker: Sendable {
      let locale = Injected(\.locale)
    }
    #expect(Worker().locale().identifier == "en_US_POSIX")
  }

  private func expectIssue(
    _ property: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ read: () async throws -> Void
  ) async throws {
    try await withKnownIssue(sourceLocation: sourceLocation) {
      try await read()
    } matching: {
      "\($0.comments.first?.rawValue ?? "")".contains("\\.\(property)\n")
    }
  }
}
