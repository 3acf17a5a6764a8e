import Injection
import InjectionTesting
import Synchronization
import Testing

/// Exceptions from strict. What else the options ask for: `TestIssueTests`.
@Suite struct TestScopeOptionsTests {
  @Test(.injected(.strict(except: \.ledger, \.newCounter)) { $0.counter = Counter() })
  func `what is under test may be a default in a strict test`() {
    #expect(InjectedValues.current.ledger.title == "1")
    #expect(InjectedValues.current.newCounter.count == 0)
  }

  @Test func `what it is built from is still checked`() {
    let issues = Issues()
    withTestScope(options: [.strict(except: \.ledger), issues.option]) {
      _ = InjectedValues.current.ledger
    }
    #expect(issues.properties == ["counter"])
  }

  @Test func `an exception is read once, in the test's scope, before the body`() {
    let title = withTestScope(options: .strict(except: \.ledger)) {
      $0.counter = Counter()
    } operation: {
      // Built by then, with the test's counter.
      #expect(InjectedValues.current.counter.count == 1)
      return InjectedValues.current.ledger.title
    }
    #expect(title == "1")
  }

  @Test func `so it is where the scope suspends`() async {
    await withTestScope(options: .strict(except: \.ledger)) {
      await Task.yield()
      $0.counter = Counter()
    } operation: {
      #expect(InjectedValues.current.counter.count == 1)
      await Task.yield()
      #expect(InjectedValues.current.ledger.title == "1")
    }
  }

  @Test func `where nothing is replaced, too`() async {
    let issues = Issues()
    withTestScope(options: [.strict(except: \.newCounter, \.ledger), issues.option]) {
      #expect(InjectedValues.current.newCounter.count == 0)
    }
    await withTestScope(options: [.strict(except: \.sharedCounter), issues.option]) {
      await Task.yield()
      #expect(InjectedValues.current.sharedCounter.count == 0)
    }
    #expect(issues.properties == ["counter"])
  }

  @Test func `of a member, the whole value may be a default`() {
    withTestScope(options: .strict(except: \.config.timeout)) {
      #expect(InjectedValues.current.config.retries == 3)
    }
  }

  @Test func `a property without a key exempts the first key that it reads`() {
    let issues = Issues()
    withTestScope(options: [.strict(except: \.sums), issues.option]) {
      _ = (InjectedValues.current.counter, InjectedValues.current.sharedCounter)
    }
    #expect(issues.properties == ["sharedCounter"])
  }

  @Test func `an exception that is overridden exempts nothing else`() {
    let issues = Issues()
    withTestScope(options: [.strict(except: \.counter, \.note), issues.option]) {
      $0.note = nil
    } operation: {
      _ = (InjectedValues.current.counter, InjectedValues.current.note)
      withInjected(\.counter, Counter()) { _ = InjectedValues.current.ledger }
    }
    #expect(issues.properties == ["ledger"])
  }

  @Test func `exceptions add up`() {
    let issues = Issues()
    withTestScope(options: [
      .strict(except: \.counter), .strict, .strict(except: \.note), issues.option,
    ]) {
      _ = (InjectedValues.current.counter, InjectedValues.current.note)
      _ = InjectedValues.current.sharedCounter
    }
    #expect(issues.properties == ["sharedCounter"])
  }

  // What the exception builds reads it.
  @Test(.injected([.strict(except: \.ledger), .failOnUnusedOverrides]) { $0.counter = Counter() })
  func `an override that only an exception reads is used`() {}

  // MARK: On the main actor

  @Test @MainActor func `an exception may be isolated to the main actor`() async {
    let issues = Issues()
    let options: TestScopeOptions = [.strict(except: \.title, \.counter), issues.option]
    withTestScope(options: options) { #expect(InjectedValues.current.title == "default") }
    await withTestScope(options: options) {
      await Task.yield()
      #expect(InjectedValues.current.title == "default")
      #expect(InjectedValues.current.counter.count == 0)
    }
    #expect(issues.properties == [])
  }

  @Test func `a scope that is opened with await reads it there`() async {
    let options = await MainActor.run { TestScopeOptions.strict(except: \.title) }
    await withTestScope(options: options) {
      let title = await MainActor.run { InjectedValues.current.title }
      #expect(title == "default")
    }
  }

  @Test func `a scope that is opened elsewhere without await stops, and says why`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let options = await MainActor.run { TestScopeOptions.strict(except: \.title) }
        await Task.detached { open(options) }.value
      }
    )
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.contains(
        """
        InjectionTestingTests/TestScopeOptionsTests.swift:1000: Fatal error: An exception of a \
        strict test is isolated to the main actor, and the scope is opened outside of it.

          Place: TestScopeOptionsTests.swift:1000

        To fix this:
        - Open the scope on the main actor: @MainActor before the test.
        - Or with await: then it is read there.
        """
      )
    )
  }
}

// MARK: - Fixtures

private func open(_ options: TestScopeOptions) {
  withTestScope(options: options, operation: {}, line: 1_000)
}

extension InjectedValues {
  /// Not a key of its own.
  fileprivate var sums: [Int] { [counter.count, sharedCounter.count] }

  @MainActor private enum TitleKey: @MainActor InjectionKey {
    static var defaultValue: String { "default" }
  }
  @MainActor fileprivate var title: String { self[TitleKey.self] }
}
