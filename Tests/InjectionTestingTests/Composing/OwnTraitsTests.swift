import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// A team's own scoping traits beside `.injected` (R15): all that is opened for one test case is
/// one container, whoever opens it first.
struct OwnTraitsTests {
  @Suite(signedIn) struct OnSuite {
    @Test func `a trait of one's own is seen`() { #expect(InjectedValues.current.user == "Ada") }

    @Test(.injected(\.label, "mock")) func `a test's trait adds to it`() {
      #expect(InjectedValues.current.user == "Ada" && InjectedValues.current.label == "mock")
      #expect(InjectedValues.current.context == .test)
    }

    @Test(.injected(\.user, "Alan")) func `a test's trait wins over it`() {
      #expect(InjectedValues.current.user == "Alan" && InjectedValues.current.greeting == "Hi Alan")
    }

    @Test(.injected([.strict, .failOnUnusedOverrides]) { $0.label = "mock" })
    func `what it sets may be unused, and is no live default`() {
      #expect(InjectedValues.current.label == "mock" && InjectedValues.current.user == "Ada")
    }

    @Test(.injected([.failOnUnusedOverrides]) { $0.label = "mock" })
    func `what it sets may be unread`() { #expect(InjectedValues.current.label == "mock") }

    @Test(.injected { $0.label = "for \(InjectedValues.current.user)" })
    func `a trait's closure sees what is opened around it`() {
      #expect(InjectedValues.current.label == "for Ada")
    }

    @Test(.injected(), arguments: 1...20) func `each case is a container of its own`(_: Int) {
      #expect(InjectedValues.current.counter.increment() == 1)
      #expect(InjectedValues.current.singleGreeting == "Hi Ada")
    }
  }

  /// It runs once, around all tests.
  @Suite(aroundSuite, .injected(\.label, "mock"), .serialized) struct AroundAll {
    @Test(.injected(\.user, "Ada")) func `one test`() { expectOwn("Ada") }
    @Test(.injected()) func `another test`() { expectOwn("guest") }
    @Test(.injected(\.user, "Alan")) func `a third test`() { expectOwn("Alan") }

    /// What one test has made, and keeps, isn't seen in the next one, nor what the suite has built.
    private func expectOwn(_ user: String) {
      #expect(InjectedValues.current.user == user && Kept.user() == user)
      #expect(InjectedValues.current.counter.increment() == 1)
      #expect(InjectedValues.current.note == "suite" && Kept.ofSuite.all[0].note() == "suite")
    }

    @Test(.injected(.strict)) func `its issues are its own`() {
      withKnownIssue { _ = InjectedValues.current.counter }
    }

    @Test(.injected()) func `it may enter what the suite has captured`() {
      withInjected(Kept.ofSuite.all[0].values) { #expect(InjectedValues.current.note == "suite") }
    }
  }

  @Suite(ada) struct Constant {
    @Suite(alan) struct Inner {
      @Test(ada) func `a test's own trait wins, also if a suite around has it`() {
        #expect(InjectedValues.current.user == "Ada")
      }

      @Test func `of the suites' traits, the inner one wins`() {
        #expect(InjectedValues.current.user == "Alan")
      }
    }
  }

  @Suite(.injected(.exhaustive(except: \.greeting)) { $0.label = "mock" }, signedIn)
  struct BetweenTraits {
    @Test(.injected { $0.user = "Alan" }) func `the innermost one wins`() {
      #expect(InjectedValues.current.user == "Alan" && InjectedValues.current.label == "mock")
      #expect(InjectedValues.current.greeting == "Hi Alan")
    }
  }

  @Test(signedIn, .injected(\.label, "mock")) func `before a test's trait`() { expectBoth() }
  @Test(.injected(\.label, "mock"), signedIn) func `after a test's trait`() { expectBoth() }
  @Test(isolated, .injected(\.label, "mock")) func `a container before it is seen, too`() {
    expectBoth()
  }

  @Test(.injected(\.label, "mock"), isolated) func `one after it is isolated`() {
    #expect(InjectedValues.current.user == "Ada" && InjectedValues.current.label == "test")
  }

  @Test(seeding, .injected(\.label, "mock")) func `what it builds is the test's`() {
    #expect(InjectedValues.current.counter.increment() == 2)
    #expect(InjectedValues.current.label == "mock")
  }

  @Test(seedingScope, .injected { $0.label = "mock" }) func `also in a scope of its own`() {
    #expect(InjectedValues.current.account.user == "Ada")
    #expect(InjectedValues.current.account.visits.increment() == 2)
    withInjected(\.user, "Alan") { #expect(InjectedValues.current.account.user == "Alan") }
  }

  @Test(signedIn, .injected(.strict)) func `options are those of the trait`() {
    withKnownIssue { _ = InjectedValues.current.counter }
  }

  @Test(seeding, .injected(.strict(except: \.ledger)))
  func `what it has built is checked when the test reads it`() {
    expectLiveCounter { _ = InjectedValues.current.ledger }
    _ = InjectedValues.current.ledger
    expectLiveCounter { _ = InjectedValues.current.counter }
  }

  @Test(seeding, .injected(.exhaustive)) func `what it reads itself is not checked`() {}

  private func expectLiveCounter(_ read: () -> Void) {
    withKnownIssue {
      read()
    } matching: { issue in
      issue.comments[0].rawValue.contains("Property: \\.counter\n")
    }
  }

  @Test(signedIn, .injected(.failOnUnusedOverrides)) func `also those about overrides`() async {
    let issues = Issues()
    let trait = InjectedTrait.injected([.failOnUnusedOverrides, issues.option]) { $0.note = "no" }
    try? await trait.provideScope(for: Test.current!, testCase: .current) {
      #expect(InjectedValues.current.user == "Ada")
    }
    #expect(issues.properties == ["note"])
  }

  @Test(signedIn, .injected(.failOnUnusedOverrides) { $0.label = "mock" })
  func `a verification reads what the trait sets`() { verifyInjection(\.report) }

  @Test(.injected(.failOnUnusedOverrides) { $0.label = "mock" }, Composed())
  func `a trait that calls another one leaves nothing unread`() {
    #expect(InjectedValues.current.label == "mock" && InjectedValues.current.note == "composed")
  }

  @Test(signedIn, .injected(.context(.live))) func `the context is that of the trait`() {
    #expect(InjectedValues.current.context == .live && InjectedValues.current.user == "Ada")
    #expect(InjectedValues.current.label == "live")
  }

  private func expectBoth() {
    #expect(InjectedValues.current.user == "Ada" && InjectedValues.current.label == "mock")
    #expect(InjectedValues.current.greeting == "Hi Ada")
  }
}

// MARK: - Fixtures

/// Runs code around a test, or around a suite.
private struct Around: TestTrait, SuiteTrait, TestScoping {
  let isRecursive: Bool
  let run: @Sendable (() async throws -> Void) async throws -> Void

  init(
    isRecursive: Bool = true,
    _ run: @escaping @Sendable (() async throws -> Void) async throws -> Void
  ) {
    (self.isRecursive, self.run) = (isRecursive, run)
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await run(function)
  }
}

/// Calls a trait of its own.
private struct Composed: TestTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let trait = InjectedTrait.injected(\.note, "composed")
    try await trait.provideScope(for: test, testCase: testCase, performing: function)
  }
}

private let signedIn = Around { function in
  try await withInjected(\.user, "Ada") { try await function() }
}

private let aroundSuite = Around(isRecursive: false) { function in
  try await withInjected(\.note, "suite") {
    InjectedValues.current.counter.increment()
    Kept.ofSuite.add(Client())
    try await function()
  }
}

private let isolated = Around { function in
  try await withTestScope {
    $0.user = "Ada"
  } operation: {
    try await function()
  }
}

/// Uses defaults, one of them built from the other, and opens no scope.
private let seeding = Around { function in
  _ = InjectedValues.current.ledger
  try await function()
}

/// Uses a default that is built from what its scope overrides.
private let seedingScope = Around { function in
  try await withInjected(\.user, "Ada") {
    InjectedValues.current.account.visits.increment()
    try await function()
  }
}

private let ada: InjectedTrait = .injected(\.user, "Ada")
private let alan: InjectedTrait = .injected(\.user, "Alan")

private final class Client: Sendable {
  let note = Injected(\.note)
  let values = InjectedValues.current
}

private enum Kept {
  static let user = Injected(\.user)
  static let ofSuite = Log<Client>()
}

private struct Account: Sendable {
  let user = InjectedValues.current.user
  let visits = Counter()
}

extension InjectedValues {
  @Injectable fileprivate var user = "guest"
  @Injectable fileprivate var greeting = "Hi \(InjectedValues.current.user)"
  @Injectable(lifetime: .singleton)
  fileprivate var singleGreeting = "Hi \(InjectedValues.current.user)"
  @Injectable fileprivate var account: Account = Account()
}
