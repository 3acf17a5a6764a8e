import Dispatch
import Injection
import InjectionMacros
import InjectionServer
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// One option for all checks.
struct TestScopeOptions_ExhaustiveTests {
  @Test(arguments: [false, true])
  func `an exhaustive test finds what each option finds`(isAsync: Bool) async {
    let kept = Kept()
    let update: (inout InjectedValues) -> Void = { $0.note = "unread" }
    let use = {
      _ = InjectedValues.current.counter
      kept.reader = withInjected(\.weakCounter, Counter()) {
        _ = InjectedValues.current.weakCounter
        return Injected(\.label)
      }
      withInjected(\.label, "other") { _ = kept.reader!() }
    }
    var issues = issues(.exhaustive, update: update, operation: use)
    if isAsync {
      issues = Issues()
      await withTestScope(options: [.exhaustive, issues.option], update) {
        await Task.yield()
        use()
      }
    }
    let expected: Set<InjectionIssue.Kind> = [
      .liveDefault, .unusedOverride, .leakedScope, .outlivedScope,
    ]
    #expect(Set(issues.all.map(\.kind)) == expected)
  }

  @Test(.injected(.exhaustive(except: \.ledger)) { $0.counter = Counter() })
  func `a trait can be exhaustive, and take exceptions`() {
    #expect(InjectedValues.current.ledger.title == "1")
  }

  @Test func `an exception may be a live default, and have unread overrides`() {
    let issues = issues(.exhaustive(except: \.note, \.counter)) {
      $0.note = "unread"
      $0.label = "unread"
    } operation: {
      _ = (InjectedValues.current.counter, InjectedValues.current.weakCounter)
    }
    #expect(issues.all.map(\.kind) == [.liveDefault, .unusedOverride])
    #expect(issues.properties == ["weakCounter", "label"])
  }

  @Test func `an exception from one check is none from the other`() {
    let issues = issues([.exhaustive, .strict(except: \.counter)]) {
      $0.counter = Counter()
    } operation: {
    }
    #expect(issues.all.map(\.kind) == [.unusedOverride] && issues.properties == ["counter"])
  }

  @Test @MainActor func `an exception may be isolated to the main actor`() {
    let issues = issues(.exhaustive(except: \.title)) {
      #expect(InjectedValues.current.title == "default")
    }
    #expect(issues.all.isEmpty)
  }

  @Test func `a thread that looks for an exception hides nothing that another one reads`() {
    let issues = issues(.exhaustive(except: \.slowNote)) {
      let values = InjectedValues.current
      let hasEnded = onThreads(2) { thread in
        withInjected(values) {
          if thread == 0 { return withExtendedLifetime(InjectedValues.current.note) {} }
          Slow.isAsked.wait()
          withExtendedLifetime(InjectedValues.current.counter) {}
          Slow.goesOn.signal()
        }
      }
      #expect(hasEnded)
    }
    #expect(Set(issues.properties) == ["note", "counter"])
  }

  @Test func `a message names the option that leaves the other checks on`() {
    let issues = issues(.exhaustive) {
      $0.note = "unread"
    } operation: {
      _ = InjectedValues.current.counter
    }
    #expect(issues.messages[0].contains("allow it: .exhaustive(except: \\.counter)."))
    #expect(issues.messages[1].contains("a suite: .exhaustive(except: \\.note)."))
  }

  // MARK: Setters

  @Test func `an update that sets no key is told of`() async {
    let line = #line + 2
    let issues = issues(.failOnUnusedOverrides) {
      withInjected(\.unset, 4) { #expect(InjectedValues.current.unset == 1) }
      withInjected(\.unset.self, 5) {}
      withInjected {
        $0.note = "a"
      } operation: {
        _ = InjectedValues.current.note
      }
      withInjected({ $0.unset = 6 }, operation: {})
      // A collection's scope may only keep what is built there.
      InjectedScopes<Int>(in: .current, limit: 1) { _, _ in }.withInjected(1) {}
    }
    #expect(issues.all.map(\.kind) == [.unusedOverride, .unusedOverride, .unusedOverride])
    #expect(issues.lines == [line, line + 1, line + 7])
    #expect(
      issues.messages.first == """
        An update sets no key, so the scope overrides nothing.

          Set at: TestScopeOptions+ExhaustiveTests.swift:\(line)

        To fix this:
        - Set the key that the property's getter reads: set { self[SomeKey.self] = newValue }.
        - Or, if a member of an object was set, which all share, override the whole object.
        """
    )
    #expect(InjectionTestingTests.issues(.strict) { withInjected(\.unset, 4) {} }.all.isEmpty)
  }

  @Test func `each of several at one line is told`() {
    let issues = issues(.failOnUnusedOverrides) {
      for _ in 1...3 { withInjected({ $0.unset = 6 }, operation: {}) }
      for _ in 1...2 { withInjected(\.unset, 4) {} }
    }
    #expect(issues.all.count == 5)
  }

  @Test func `a trait that sets no key is told of at its line, also beside others`() async throws {
    for first: InjectedTrait in [.injected(), .injected(\.note, "a")] {
      let issues = Issues()
      let traits: [InjectedTrait] = [
        .injected([.failOnUnusedOverrides, issues.option]), first,
        .injected(\.unset, 4, line: 1_000),
      ]
      var test = Test.current!
      test.traits = traits
      try await traits[0].provideScope(for: test, testCase: .current) {
        _ = InjectedValues.current.note
      }
      #expect(issues.lines == [1_000])
    }
  }
}

// MARK: - Fixtures

private final class Kept { var reader: Injected<String>? }

/// A property whose getter waits when it is first asked.
private enum Slow {
  static let (isAsked, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  static let wasAsked = Atomic(false)
}

extension InjectedValues {
  private enum SlowNoteKey: InjectionKey { static var defaultValue: String? { nil } }
  fileprivate var slowNote: String? {
    if !Slow.wasAsked.exchange(true, ordering: .relaxed) {
      Slow.isAsked.signal()
      #expect(Slow.goesOn.wait(timeout: .now() + 60) == .success)
    }
    return self[SlowNoteKey.self]
  }

  private enum UnsetKey: InjectionKey { static var defaultValue: Int { 1 } }
  fileprivate var unset: Int {
    get { self[UnsetKey.self] }
    set {}
  }
}
