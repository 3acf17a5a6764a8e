import Injection
import InjectionMacros
import InjectionServer
import InjectionTesting
import TestSupport
import Testing

/// The reads and overrides that are issues. `FixtureRunTests` tests that issues fail a test.
struct TestIssueTests {
  @Test func `each read is told, and those of a loop in a line`() {
    let payment = Injected(\.payment, line: 1_000)
    let transient = Injected(\.newCounter, line: 2_000)
    let issues = issues(.strict) { for _ in 0..<100 { _ = (payment(), transient()) } }
    #expect(issues.lines.count { $0 == 1_000 } == 100 && issues.lines.count { $0 == 2_000 } == 100)
    #expect(issues.messages.count { $0.contains("\n") } == 20)
    #expect(
      issues.messages.suffix(2) == [
        "A value without an implementation was read. \\.payment, 100 times so far.",
        "A strict test read a live default. \\.newCounter, 100 times so far.",
      ]
    )
  }

  // MARK: Strict

  @Test func `a strict test fails for a default of each lifetime`() {
    let issues = issues(.strict) {
      // The singleton is built from a label, which has a test value of its own.
      _ = (InjectedValues.current.ledger, InjectedValues.current.archive)
      let weak = InjectedValues.current.weakCounter
      #expect(InjectedValues.current.newCounter !== weak)
    }
    #expect(issues.properties == ["counter", "ledger", "archive", "weakCounter", "newCounter"])
  }

  @Test func `what a key declares as its own test value is not live`() {
    let issues = issues(.strict) {
      #expect(InjectedValues.current.label == "test")
      #expect(InjectedValues.current.declaredCounter.count == 0)
    }
    #expect(issues.properties.isEmpty)
  }

  @Test func `provided code is not live but implemented and used, and what it reads may be live`() {
    let issues = issues([.strict, .failOnUnusedOverrides]) {
      $0.provide(InjectedValues.counterKey.self) { Counter() }
      $0.provide(InjectedValues.paymentKey.self) { "provided" }
      $0.provide(InjectedValues.reportKey.self) {
        Report(title: "\(InjectedValues.current.weakCounter.count)")
      }
    } operation: {
      _ = (InjectedValues.current.counter, InjectedValues.current.report)
      #expect(InjectedValues.current.payment == "provided")
    }
    #expect(issues.properties == ["weakCounter"])
  }

  @Test func `a default that the update read to change a member is live when it is read again`() {
    let reported = Issues()
    withTestScope(options: [.strict, reported.option]) {
      $0.config.timeout = 1
      $0.counter.increment()
    } operation: {
      #expect(InjectedValues.current.config.timeout == 1 && reported.properties.isEmpty)
      #expect(InjectedValues.current.counter.count == 1)
    }
    #expect(reported.properties == ["counter"])
  }

  // MARK: Places

  @Test func `a read without a place is told at that of its scope`() {
    let line = #line + 1
    let issues = issues(.strict) {
      _ = (InjectedValues.current.payment, Injected(\.ledger, line: 1_000)())
      _ = InjectedValues[\.newCounter]
      _ = InjectedValues[\.config.timeout]
    }
    #expect(issues.properties == ["payment", "counter", "ledger", "newCounter", "config"])
    #expect(issues.lines == [line, line, 1_000, line + 2, line + 3])
    #expect(issues.all.allSatisfy { $0.fileID == #fileID })
  }

  // MARK: Unused overrides

  @Test func `an override that a default's build reads, or that it is scoped by, is used`() {
    let issues = issues(.failOnUnusedOverrides) {
      $0.label = "mine"
      $0.scope = 1
      $0.number = 2
    } operation: {
      #expect(InjectedValues.current.report.title == "Report on mine")
      _ = InjectedValues.current.scoped
    }
    #expect(issues.properties == ["number"])
  }

  @Test(.injected(.failOnUnusedOverrides) { $0.label = "first" }, .injected(\.label, "second"))
  func `an override that another one replaces need not be read`() {
    #expect(InjectedValues.current.label == "second")
  }

  @Test func `overrides of inner scopes count, in their order`() {
    let issues = issues(.failOnUnusedOverrides) {
      $0.note = nil
      _ = $0.config
      $0.label = "outer"
    } operation: {
      withInjected(\.label, "inner") {}
      withInjected(\.payment, "inner") { _ = InjectedValues.current.payment }
      withInjected {
        $0.number = 1
        _ = $0.counter
        // Replaces the first one.
        $0.number = 2
      } operation: {
        _ = InjectedValues.current.number
      }
    }
    // The inner label hides the outer one.
    #expect(issues.properties == ["note", "label"])
  }

  @Test func `overrides of captured values that were changed count when these are entered`() {
    let issues = issues(.failOnUnusedOverrides) {
      var values = InjectedValues.current
      values.note = nil
      withInjected(values) {}
      values.label = "unread"
      // Nothing has entered the later one.
      withExtendedLifetime(values) {}
    }
    #expect(issues.properties == ["note"])
  }

  @Test func `an update closure that changes a copy sets nothing`() {
    let issues = issues(.failOnUnusedOverrides) {
      withInjected {
        var copy = $0
        copy.note = nil
      } operation: {
      }
    }
    #expect(issues.properties == [nil])
  }

  @Test func `an override that one further in hides need not be read`() {
    func issues(_ body: () -> Void) -> [String?] {
      InjectionTestingTests.issues(.failOnUnusedOverrides) {
        $0.label = "suite"
      } operation: {
        body()
      }.properties
    }
    let read = { _ = InjectedValues.current.label }
    #expect(issues { withInjected(\.label, "body", operation: read) } == [])
    #expect(
      issues {
        withInjected(\.note, "x") {
          read()
          _ = InjectedValues.current.note
        }
      } == []
    )
    #expect(
      issues { withInjected(\.label, "a") { withInjected(\.label, "b", operation: read) } } == []
    )
    #expect(
      issues {
        let sessions = InjectedScopes<Int>(limit: 1) { $0.label = "session \($1)" }
        withInjected(sessions.values(for: 1), operation: read)
      } == []
    )
    // What is opened in a kept scope hides what that has from its root, and what is outside.
    #expect(
      issues {
        let sessions = InjectedScopes<Int>(in: .current, limit: 1) { $0.number = $1 }
        withInjected(\.label, "a") {
          sessions.withInjected(1) {
            _ = InjectedValues.current.number
            withInjected(\.label, "b", operation: read)
          }
        }
      } == []
    )
    // Side by side, neither hides the other, and what is hidden must not be what is read.
    #expect(
      issues {
        withInjected(\.note, "a") {}
        withInjected(\.note, "b") { _ = (InjectedValues.current.note, read()) }
      } == ["note"]
    )
    #expect(issues { withInjected(\.label, "body") {} } == ["label"])
  }

  @Test func `an error that ends the test is not followed by unused overrides`() {
    let issues = Issues()
    #expect(throws: CancellationError.self) {
      try withTestScope(options: [.failOnUnusedOverrides, issues.option]) {
        $0.label = "unread"
      } operation: {
        throw CancellationError()
      }
    }
    #expect(issues.properties.isEmpty)
  }

  @Test func `options of a test scope add up`() {
    let issues = issues([
      [.strict, .failOnUnusedOverrides], .strict(except: \.note), .strict(except: \.weakCounter),
      .onIssue { _ in Issue.record("The last one is told, and this is not the last.") },
    ]) {
      $0.label = "unread"
    } operation: {
      let values = InjectedValues.current
      _ = (values.counter, values.note, values.weakCounter)
    }
    #expect(issues.properties == ["counter", "label"])
  }
}

// MARK: - Fixtures

private enum Keys { typealias Scope = InjectedValues.scopeKey }

extension InjectedValues {
  @Injectable fileprivate var scope = 0
  @Injectable(lifetime: .scoped(by: Keys.Scope.self)) fileprivate var scoped = 0
}
