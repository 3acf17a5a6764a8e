import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// Exceptions from strictness. `TestIssueTests` tests the other options.
struct TestScopeOptionsTests {
  @Test func `an exception from strict isn't read before the test needs it`() async {
    let options: TestScopeOptions = [
      .strict(except: \.ledger, \.newCounter), .failOnUnusedOverrides,
    ]
    let issues = issues(options) {
      $0.counter = Counter()
    } operation: {
      // The ledger isn't built by then.
      #expect(InjectedValues.current.counter.count == 0)
      #expect(InjectedValues.current.ledger.title == "1")
      #expect(InjectedValues.current.newCounter.count == 0)
    }
    await withTestScope(options: [options, issues.option]) {
      $0.counter = Counter()
    } operation: {
      await Task.yield()
      #expect(InjectedValues.current.counter.count == 0)
    }
    #expect(issues.properties.isEmpty)
  }

  @Test func `an exception that a test never reads may need what no test has`() {
    let issues = issues(.exhaustive(except: \.ofMember)) {
      $0.note = "read"
    } operation: {
      #expect(InjectedValues.current.note == "read")
      withInjected(\.member, "Ada") { #expect(InjectedValues.current.ofMember == "of Ada") }
    }
    #expect(issues.properties.isEmpty)
  }

  @Test func `a test that throws is told of live defaults, too`() async {
    struct Failure: Error {}
    let issues = Issues()
    try? withTestScope(options: [.strict(except: \.newCounter), issues.option]) {
      _ = (InjectedValues.current.counter, InjectedValues.current.newCounter)
      throw Failure()
    }
    try? await withTestScope(options: [.strict(except: \.newCounter), issues.option]) {
      await Task.yield()
      _ = (InjectedValues.current.counter, InjectedValues.current.newCounter)
      throw Failure()
    }
    #expect(issues.properties == ["counter", "counter"])
  }

  @Test func `what an exception from strict is built from is still checked`() async {
    let issues = issues(.strict(except: \.newCounter, \.ledger)) {
      #expect(InjectedValues.current.newCounter.count == 0)
      _ = InjectedValues.current.ledger
    }
    await withTestScope(options: [.strict(except: \.weakCounter), issues.option]) {
      await Task.yield()
      #expect(InjectedValues.current.weakCounter.count == 0)
    }
    #expect(issues.properties == ["counter"])
  }

  /// To learn whether `rate` is one, the rates are built, which `rate` isn't built from.
  @Test func `what an exception has built is checked when the test reads it`() {
    let issues = issues(.strict(except: \.rates.first, \.rate)) {
      _ = InjectedValues.current.rate
      _ = InjectedValues.current.rates
    }
    #expect(issues.properties == ["counter"])
    let unread = InjectionTestingTests.issues(.strict(except: \.rates.first, \.rate)) {
      _ = InjectedValues.current.rate
    }
    #expect(unread.properties.isEmpty)
  }

  @Test func `of a member that is an exception, the whole value may be a default`() {
    let issues = issues(.strict(except: \.config.timeout)) {
      #expect(InjectedValues.current.config.retries == 3)
    }
    #expect(issues.properties.isEmpty)
  }

  /// Only the second one tells whether what the test has read is an exception.
  @Test func `an exception that is read to be known may need what is unimplemented`() {
    let options: [TestScopeOptions] = [
      .strict(except: \.receipt, \.config.timeout), .strict(except: \.config.timeout, \.receipt),
    ]
    for option in options {
      let issues = issues(option) { #expect(InjectedValues.current.config.retries == 3) }
      #expect(issues.properties.isEmpty)
    }
  }

  @Test func `what is read after the end is told, also if there are exceptions`() {
    let values = Log<InjectedValues>()
    let issues = issues(.strict(except: \.ledger)) { values.add(.current) }
    withInjected(values.all[0]) { _ = InjectedValues.current.counter }
    #expect(issues.properties == ["counter"])
  }

  @Test func `a property without a key exempts the first key that it reads`() {
    let issues = issues(.strict(except: \.sums)) {
      _ = (InjectedValues.current.counter, InjectedValues.current.weakCounter)
    }
    #expect(issues.properties == ["weakCounter"])
  }

  @Test func `what an exception starts elsewhere is no exception`() async {
    let options: TestScopeOptions = .strict(except: \.startsThread)
    let issues = issues(options) { #expect(InjectedValues.current.startsThread == 0) }
    await withTestScope(options: [options, issues.option]) {
      await Task.yield()
      #expect(InjectedValues.current.startsThread == 0)
    }
    #expect(issues.properties == ["counter", "counter"])
  }

  @Test func `an exception that is overridden exempts nothing else`() {
    let issues = issues(.strict(except: \.counter, \.note)) {
      $0.note = nil
    } operation: {
      withInjected(\.counter, Counter()) { _ = InjectedValues.current.ledger }
      _ = (InjectedValues.current.counter, InjectedValues.current.note)
    }
    #expect(issues.properties == ["ledger"])
  }

  @Test func `exceptions from strict are one set, in any order`() async {
    let orders: [TestScopeOptions] = [
      .strict(except: \.ledger, \.counter),
      .strict(except: \.counter, \.ledger),
      [.strict(except: \.ledger), .strict(except: \.counter)],
    ]
    for options in orders {
      let issues = issues(options) {
        $0.note = InjectedValues.current.ledger.title
      } operation: {
        _ = InjectedValues.current.ledger
      }
      await withTestScope(options: [options, issues.option]) {
        await Task.yield()
        _ = InjectedValues.current.ledger
      }
      #expect(issues.all.isEmpty)
    }
  }

  @Test func `reading an exception from strict reads no override`() {
    let options: TestScopeOptions = [
      .strict(except: \.receiptOfNote, \.twoNotes), .failOnUnusedOverrides,
    ]
    let update: (inout InjectedValues) -> Void = { $0.note = "a" }
    #expect(issues(options, update: update, operation: {}).properties == ["note"])
    // What is built for an exception, by others, too, was built from the override.
    let read = { #expect(InjectedValues.current.receiptOfNote == "a a") }
    #expect(issues(options, update: update, operation: read).all.isEmpty)
    let own: TestScopeOptions = [.strict(except: \.receiptOfNote), .failOnUnusedOverrides]
    let overridden: (inout InjectedValues) -> Void = { $0.receiptOfNote = "b" }
    #expect(issues(own, update: overridden, operation: {}).properties == ["receiptOfNote"])
  }

  @Test func `an exception from unused overrides may be unread, and isn't built for that`() {
    let options: TestScopeOptions = [
      .strict, .failOnUnusedOverrides(except: \.note, \.payment, \.counter),
    ]
    let issues = issues(options) {
      $0.note = "fixture"
      $0.label = "unread"
    } operation: {
      withInjected(\.note, "unread") {}
    }
    #expect(issues.properties == ["label"])
    let read = InjectionTestingTests.issues(options) { _ = InjectedValues.current.counter }
    #expect(read.properties == ["counter"])
  }

  @Test func `a verification in the test reads overrides`() {
    let issues = issues(.failOnUnusedOverrides) {
      $0.note = "a"
      $0.label = "b"
    } operation: {
      verifyInjection(\.receiptOfNote) { $0.label = "c" }
    }
    #expect(issues.properties == ["label"])
  }

  // MARK: Contexts

  @Test(.injected(.context(.live)), arguments: ["first", "second"])
  func `a test of what an app does reads live defaults, in a container of its own`(_: String) {
    #expect(InjectedValues.current.context == .live && InjectedValues.current.label == "live")
    #expect(InjectedValues.current.payment == "cash")
    #expect(InjectedValues.current.counter.increment() == 1)
  }

  @Test func `in a live context, a strict test takes each default for live`() {
    let issues = issues([.strict(except: \.note), .context(.live)]) {
      $0.counter = Counter()
      $0.provide(InjectedValues.ledgerKey.self) { Report(title: "mine") }
    } operation: {
      let values = InjectedValues.current
      _ = (values.counter, values.ledger, values.note, values.label, values.declaredCounter)
    }
    #expect(issues.properties == ["label", "declaredCounter"])
  }

  // MARK: On the main actor

  @Test @MainActor func `an exception from strict may be isolated to the main actor`() async {
    let options: TestScopeOptions = .strict(except: \.title, \.counter)
    let issues = issues(options) { #expect(InjectedValues.current.title == "default") }
    await withTestScope(options: [options, issues.option]) {
      await Task.yield()
      #expect(InjectedValues.current.title == "default")
      #expect(InjectedValues.current.counter.count == 0)
    }
    #expect(issues.properties.isEmpty)
  }

  @MainActor
  @Test(
    .injected([.strict(except: \.title, \.counter), .failOnUnusedOverrides(except: \.subtitle)]) {
      @MainActor in $0.subtitle = "unread"
    }
  )
  func `a trait's options may name what is isolated to the main actor`() {
    #expect(InjectedValues.current.title == "default" && InjectedValues.current.counter.count == 0)
  }

  @Test func `a scope that is opened elsewhere without await stops, and says why`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let options = await MainActor.run { TestScopeOptions.strict(except: \.title) }
        await Task.detached { open(options) }.value
      }
    )
    #expect(
      result.message.contains(
        """
        InjectionTestingTests/TestScopeOptionsTests.swift:1000: Fatal error: An exception is \
        isolated to the main actor, and the test's scope is opened outside of it.

          Opened at: TestScopeOptionsTests.swift:1000

        To fix this:
        - Isolate the test to the main actor: @MainActor.
        - Or open the scope with await, so that the exception is read on the main actor.
        """
      )
    )
  }
}

// MARK: - Fixtures

private func open(_ options: TestScopeOptions) {
  withTestScope(options: options, operation: {}, line: 1_000)
}

private struct Rates { var first = Double(InjectedValues.current.counter.count) }

extension InjectedValues {
  @Injectable fileprivate var rate: Double = 1
  @Injectable fileprivate var rates: Rates = Rates()
  @Injectable fileprivate var member: String
  @Injectable fileprivate var ofMember: String = "of \(InjectedValues.current.member)"
  /// Another thread reads while this is built.
  @Injectable
  fileprivate var startsThread: Int = {
    let values = InjectedValues.current
    let counts = Log<Int>()
    onThreads { _ in withInjected(values) { counts.add(InjectedValues.current.counter.count) } }
    return counts.all.reduce(0, +)
  }()
  @MainActor @Injectable fileprivate var subtitle = "default"

  /// Built from `note`, through another value.
  @Injectable fileprivate var receiptOfNote: String = InjectedValues.current.twoNotes
  @Injectable fileprivate var twoNotes: String = [
    InjectedValues.current.note!, InjectedValues.current.note!,
  ].joined(separator: " ")

  /// Not a key of its own.
  fileprivate var sums: [Int] { [counter.count, weakCounter.count] }
}
