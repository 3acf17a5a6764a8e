import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// What `verifyInjection` finds of what an app composes.
// A property that waits for one that is wrong would wait for ever.
@Suite(.timeLimit(.minutes(10))) struct VerifyProvidedTests {
  @Test(.injected { provideNothing(to: &$0) })
  func `a forgotten provide is found, with all others, and what to write`() {
    expectIssue(
      "3 of 4 do not",
      "\\.payments:\n  A value was read that nobody provides.",
      "\\.mailer:\n  A value was read that has no implementation here.",
      "\\.register:\n  A value was read that nobody provides.\n\n    Property: \\.payments",
      "Provide it in the closure of verifyInjection, or in what it calls: "
        + "$0.provide(PaymentsKey.self) { … }.",
      "$0.provide(InjectedValues.mailerKey.self) { … }."
    ) {
      verifyInjection(\.payments, \.mailer, \.register, \.number) { provideNothing(to: &$0) }
    }
  }

  @Test func `what is missing was not overridden elsewhere, whatever thread it is built on`() {
    withKnownIssue {
      verifyInjection(\.payments, \.mailer, \.sent)
    } matching: { issue in
      let message = issue.comments.map(\.rawValue).joined()
      return message.contains("3 of 3 do not") && !message.contains("outside of the test's scope")
        && !message.contains("@Test")
    }
  }

  @Test func `what the closure provides is seen`() {
    verifyInjection(\.payments, \.mailer, \.register) {
      $0.provide(PaymentsKey.self) { "live" }
      $0.provide(InjectedValues.mailerKey.self) { "live" }
    }
  }

  @Test(
    .injected {
      $0.provide(PaymentsKey.self) { "live" }
      $0.mailer = "trait"
    },
    .injected(\.label, "trait")
  )
  func `what the test's traits provide is seen, and the closure wins`() {
    verifyInjection(\.payments, \.mailer, \.register)
    verifyInjection(\.letter) { $0.mailer = "closure" }
    expectIssue("trait-trait") { verifyInjection(\.letter) }
  }

  @Test func `what is set in the body's scopes is not seen`() {
    withInjected(\.payments, "inner") {
      expectIssue("\\.payments:") { verifyInjection(\.payments) }
    }
  }

  @Test func `a singleton that read what scopes override is found`() {
    expectIssue(
      "1 of 3 do not",
      "\\.cache:",
      "A singleton read, while it was built, what scopes override: \\.account."
    ) {
      verifyInjection(\.cache, \.history, \.lateCache)
    }
    // Nothing says that scopes override it.
    verifyInjection(\.cache)
  }

  @Test func `what is overridden around the call is what scopes override`() {
    let line = #line + 1
    withInjected(\.account, "me") {
      expectIssue("Override: VerifyProvidedTests.swift:\(line)") { verifyInjection(\.cache) }
      verifyInjection(\.lateCache, \.ledgerOfAccount)
    }
  }

  @Test func `a default that waits for another thread or actor is found`() {
    withDefaultsTaking(seconds: 0.5) {
      expectIssue("A default was not built within 0.5 seconds.") {
        verifyInjection(\.number, \.waiting)
      }
    }
  }

  @Test func `a default that calls a function without an implementation is found`() {
    expectIssue("Function: Mail.send", "in the closure of verifyInjection: { $0.mail.send = ") {
      verifyInjection(\.sent)
    }
    verifyInjection(\.sent) { $0.mail.send = { _ in true } }
  }

  @Test @MainActor func `values of the main actor see what is provided, too`() {
    verifyInjection(\.screen, \.mailer) { $0.mailer = "live" }
  }

  @Test func `on the main actor, what nobody provides stops the process, and says what to write`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { verifyInjection(\.till) }
    }
    #expect(result.message.contains("Property: \\.payments"))
    #expect(result.message.contains("- Provide it in the closure of verifyInjection, or in"))
  }

  private func expectIssue(
    _ facts: String...,
    location: SourceLocation = #_sourceLocation,
    body: () -> Void
  ) {
    withKnownIssue(sourceLocation: location) {
      body()
    } matching: { issue in
      let message = issue.comments.map(\.rawValue).joined()
      return facts.allSatisfy { message.contains($0) }
    }
  }
}

// MARK: - Fixtures

private func provideNothing(to values: inout InjectedValues) {}

private func withDefaultsTaking(seconds: Double, _ operation: () -> Void) {
  Verification.$seconds.withValue(seconds, operation: operation)
}

private struct LateCache: Sendable { @Injected(\.account) var account }

private enum PaymentsKey: InjectionKey { static var defaultValue: String { unprovided() } }
private enum AccountKey: InjectionKey { static var defaultValue: String { "nobody" } }

extension InjectedValues {
  fileprivate var payments: String {
    get { self[PaymentsKey.self] }
    set { self[PaymentsKey.self] = newValue }
  }
  fileprivate var account: String {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }
  @Injectable fileprivate var mailer: String = unimplemented("nobody")
  @Injectable fileprivate var register: String = "register of \(InjectedValues[\.payments])"
  @Injectable fileprivate var letter: String =
    InjectedValues[\.mailer] == "trait"
    ? unimplemented("trait-\(InjectedValues[\.label])", placeholder: "none") : "fine"

  @Injectable(lifetime: .singleton) fileprivate var cache: String =
    "cache of \(InjectedValues[\.ledgerOfAccount])"
  @Injectable fileprivate var ledgerOfAccount: String = InjectedValues[\.account]
  @Injectable(lifetime: .singleton) fileprivate var lateCache: LateCache = LateCache()
  @Injectable(lifetime: .scoped(by: AccountKey.self)) fileprivate var history: Counter = Counter()

  @Injectable fileprivate var waiting: Int = wait()
  @Injectable fileprivate var sent: Bool = InjectedValues[\.mail].send("x")
  @MainActor @Injectable fileprivate var till: String = InjectedValues[\.payments]
  @MainActor @Injectable fileprivate var screen: String = InjectedValues[\.mailer]
}

private func wait() -> Int {
  DispatchSemaphore(value: 0).wait()
  return 1
}
