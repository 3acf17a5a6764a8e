import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// The problems that `verifyInjection` finds. `InjectionIssue_MessageTests` has the whole message.
// With a time limit, since a property could wait forever for one that can't be built.
@Suite(.timeLimit(.minutes(3))) struct VerifyInjectionTests {
  @Test func `properties that build pass, and so does a key that is unimplemented itself`() {
    verifyInjection(\.counter, \.label, \.report, \.archive, \.note, \.config.timeout, \.payment)
    verifyInjection(\.witness)
    #expect(Witness.builds.load(ordering: .relaxed) == 1)
  }

  @Test func `properties that need each other are all found, and who needs them`() {
    expectIssue(
      "3 of 4 do not",
      "\\.chicken → \\.egg → \\.chicken",
      "\\.omelette:",
      "\\.egg → \\.chicken → \\.egg"
    ) {
      verifyInjection(\.label, \.chicken, \.omelette, \.egg)
    }
  }

  @Test func `what is verified does not see the overrides of its test`() {
    withInjected(\.egg, "none") {
      expectIssue("\\.chicken → \\.egg → \\.chicken") { verifyInjection(\.chicken) }
    }
  }

  // MARK: What an app composes

  @Test func `the keys that a module lists are built, and those that are missing are found`() {
    let keys: [any InjectionKey.Type] = [
      InjectedValues.paymentsKey.self, InjectedValues.registerKey.self,
    ]
    expectIssue("2 of 2 do not", "\\.payments:\n  A value", "\\.register:\n  A value") {
      verifyInjection(keys: keys)
    }
    verifyInjection(keys: keys) { $0.payments = "live" }
  }

  @Test(.injected { _ in })
  func `a forgotten provide is found, with all others, and what to write`() {
    expectIssue(
      "3 of 4 do not",
      "\\.payments:\n  A value was read, but none is provided.",
      "\\.mailer:\n  A value without an implementation was read.",
      "\\.register:\n  A value was read, but none is provided.\n\n    Property: \\.payments",
      "Provide it in the closure of verifyInjection, or in a function that it calls: "
        + "$0.payments = ….",
      "or in a function that it calls: $0.mailer = …."
    ) {
      verifyInjection(\.payments, \.mailer, \.register, \.number)
    }
  }

  @Test(.injected(.context(.live)))
  func `in a live context, test values don't hide what the app forgot`() {
    expectIssue(
      "3 of 4 do not",
      "\\.courier:\n  A value was read, but none is provided.",
      "\\.parcel:\n  A value was read, but none is provided.\n\n    Property: \\.courier",
      "\\.mailer:\n  A value without an implementation was read."
    ) {
      verifyInjection(\.courier, \.parcel, \.mailer, \.number)
    }
    expectIssue("1 of 1 do not") {
      verifyInjection(keys: [InjectedValues.courierKey.self]) { $0.mailer = "live" }
    }
    verifyInjection(\.courier, \.parcel, \.mailer) {
      $0.courier = "live"
      $0.mailer = "live"
    }
  }

  @Test func `a live process is verified as what it is`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      withKnownIssue { verifyInjection(\.courier) }
    }
  }

  @Test func `in the context of tests, test values stand for what the app provides`() {
    verifyInjection(\.courier, \.parcel)
    withTestScope(options: .context(.live)) {
      expectIssue("\\.courier:") { verifyInjection(\.courier) }
    }
  }

  @Test(
    .injected {
      $0.provide(Keys.Payments.self) { "live" }
      $0.mailer = "trait"
    },
    .injected(\.label, "trait")
  )
  func `what the test's traits provide is seen, and the closure wins`() {
    verifyInjection(\.payments, \.mailer, \.register)
    verifyInjection(\.letter) { $0.mailer = "closure" }
    expectIssue("trait-trait") { verifyInjection(\.letter) }
  }

  @Test(
    .injected {
      $0.provide(Keys.Payments.self) { "live" }
      $0.mailer = "trait, \($0.label)"
      $0.note = "trait"
    }
  )
  func `all that a trait sets is seen, also before it reads`() {
    verifyInjection(\.payments, \.mailer, \.register)
  }

  @Test func `a singleton that read what scopes override is found`() {
    expectIssue(
      "1 of 3 do not",
      "\\.cache:",
      "A singleton was built from values that scopes override: \\.account."
    ) {
      verifyInjection(\.cache, \.history, \.lateCache)
    }
    // Without a hint that scopes override it.
    verifyInjection(\.cache)
  }

  @Test func `what is overridden around the call is what scopes override`() {
    let line = #line + 1
    withInjected(\.account, "me") {
      expectIssue("Overridden at: VerifyInjectionTests.swift:\(line)") { verifyInjection(\.cache) }
      verifyInjection(\.lateCache, \.ledgerOfAccount)
    }
  }

  @Test func `a getter that reads the current values instead of its own is found`() {
    expectIssue(
      "1 of 4 do not",
      "\\.stray:\n  A property reads the current values instead of its own.",
      "Read the key in the getter with self: get { self[InjectedValues.StrayKey.self] }."
    ) {
      verifyInjection(\.stray, \.derived, \.letter, \.report) { $0.mailer = "closure" }
    }
  }

  @Test(.injected(\.number, 1)) func `an update that sets no key is found`() {
    expectIssue("An update sets no key") {
      verifyInjection(\.number) { $0.unwritable = 5 }
    }
    withKnownIssue {
      verifyInjection(\.payments) { $0.unwritable = 5 }
    } matching: { issue in
      let message = issue.comments.map(\.rawValue).joined()
      return message.contains("1 of 1 do not") || message.hasPrefix("An update sets no key")
    }
    verifyInjection(\.number) { $0.number = 2 }
    verifyInjection(keys: [])
  }

  @Test func `a default that waits for another thread or actor is found`() {
    VerificationLimit.$seconds.withValue(0.5) {
      expectIssue("\\.waiting:", "A default was not built within 0.5 seconds.") {
        verifyInjection(\.number, \.waiting)
      }
    }
  }

  @Test func `a default that calls a function without an implementation is found`() {
    expectIssue("Function: Mail.send", "in a function that it calls: $0.mail.send = ") {
      verifyInjection(\.sent)
    }
    verifyInjection(\.sent) { $0.mail.send = { _ in true } }
  }

  @Test @MainActor func `values of the main actor see what is provided, too`() {
    expectIssue("\\.screen:", "Property: \\.mailer") { verifyInjection(\.screen) }
    verifyInjection(\.screen, \.mailer) { $0.mailer = "live" }
  }

  @Test func `on the main actor, what isn't provided stops the process`() async {
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

/// Counts how often it is built, in any container.
private final class Witness: Sendable {
  static let builds = Atomic(0)
  init() { Self.builds.add(1, ordering: .relaxed) }
}

private struct LateCache: Sendable { @Injected(\.account) var account }

private enum Keys {
  typealias Payments = InjectedValues.paymentsKey
  typealias Account = InjectedValues.accountKey
}

extension InjectedValues {
  @Injectable fileprivate var payments: String
  @Injectable fileprivate var account: String = "nobody"
  @Injectable fileprivate var mailer: String = unimplemented(placeholder: "nobody")
  @Injectable(test: unimplemented(placeholder: "none")) fileprivate var courier: String
  @Injectable(test: "none") fileprivate var parcel: String = InjectedValues[\.courier]
  @Injectable fileprivate var register: String = "register of \(InjectedValues[\.payments])"
  @Injectable fileprivate var letter: String =
    InjectedValues[\.mailer] == "trait"
    ? call(unimplemented("trait-\(InjectedValues[\.label])", placeholder: "none")) : "fine"

  @Injectable(lifetime: .singleton) fileprivate var cache: String =
    "cache of \(InjectedValues[\.ledgerOfAccount])"
  @Injectable fileprivate var ledgerOfAccount: String = InjectedValues[\.account]
  @Injectable(lifetime: .singleton) fileprivate var lateCache: LateCache = LateCache()
  @Injectable(lifetime: .scoped(by: Keys.Account.self)) fileprivate var history: Counter = Counter()

  fileprivate var unwritable: Int {
    get { self[StrayKey.self] }
    set {}
  }
  private enum StrayKey: InjectionKey { static var defaultValue: Int { 1 } }
  fileprivate var stray: Int {
    get { InjectedValues.current[StrayKey.self] }
    set { self[StrayKey.self] = newValue }
  }
  fileprivate var derived: String { account + lateCache.account }

  @Injectable fileprivate var waiting: Int = wait()
  @Injectable fileprivate var witness: Witness = Witness()
  @MainActor @Injectable fileprivate var till: String = InjectedValues[\.payments]
  @MainActor @Injectable fileprivate var screen: String = InjectedValues[\.mailer]
}

private func call(_ function: @Sendable () -> String) -> String { function() }

private func wait() -> Int {
  DispatchSemaphore(value: 0).wait()
  return 1
}
