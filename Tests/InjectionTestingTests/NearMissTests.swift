import Injection
import InjectionMacros
import InjectionTesting
import Testing

/// The likely mix-ups that a message names.
struct NearMissTests {
  // MARK: Of a default

  @Test func `overrides of other keys with the same type of value are named, sorted by name`() {
    let line = #line + 1
    let issues = issues(.strict) {
      $0.weakCounter = Counter()
      $0.note = nil
    } operation: {
      _ = InjectedValues.current.counter
      withInjected(\.newCounter, Counter()) { _ = Injected(\.counter, line: 1_000)() }
    }
    let new = overridden("\\.newCounter", line + 5)
    let weak = overridden("\\.weakCounter", line)
    #expect(issues.nearMisses == [[weak], [new, weak]])
  }

  @Test func `two properties over one key are no near misses of each other`() {
    let used = issues([.strict, .failOnUnusedOverrides]) {
      $0.alias = 2
    } operation: {
      #expect(InjectedValues.current.named == 2)
    }
    #expect(used.properties.isEmpty)
    let live = issues(.strict) {
      withInjected(\.alias, 2) {}
      _ = InjectedValues.current.alias
    }
    // Named after the property that the key is for.
    #expect(live.properties == ["named"] && live.nearMisses == [[]])
  }

  // MARK: Of a getter and a setter

  @Test(arguments: [TestScopeOptions.strict, .failOnUnusedOverrides])
  func `a getter and a setter with different keys are named`(options: TestScopeOptions) {
    let issues = issues(options) {
      $0.crossed = 2
    } operation: {
      #expect(InjectedValues.current.crossed == 1)
    }
    let crossed =
      "\\.crossed is read with ReadKey and set with SetKey: its getter and its setter must name "
      + "the same key"
    #expect(issues.nearMisses == [[crossed]])
  }

  // MARK: Of an override that is never read

  @Test func `what was read instead of an override is named`() {
    let issues = issues(.failOnUnusedOverrides) {
      $0.crossed = 2
      $0.newCounter = Counter()
    } operation: {
      _ = (InjectedValues.current.alias, InjectedValues.current.counter)
    }
    // The key of the first isn't named after its property.
    #expect(issues.properties == [nil, "newCounter"])
    #expect(issues.all.map(\.key) == ["SetKey", "newCounterKey"])
    #expect(
      issues.nearMisses
        == ["\\.named", "\\.counter"].map {
          ["\($0) has the same type of value, and its default was read"]
        }
    )
  }

  @Test func `a default that was built from another value is named, and what keeps it`() {
    let line = #line + 1
    let issues = issues(.failOnUnusedOverrides) {
      withInjected(\.label, "outer") {
        let reader = Injected(\.label, line: 1_000)
        let report = InjectedValues.current.report
        withInjected(\.label, "inner") { _ = (report.title, InjectedValues.current.archive) }
        _ = reader()
      }
    }
    #expect(
      issues.nearMisses == [
        [
          "\\.archive was built from another value, and is kept by the test scope at "
            + "NearMissTests.swift:\(line)",
          "\\.report was built from another value, and is kept by the scope at "
            + "NearMissTests.swift:\(line + 1)",
          "it was read with another value, at NearMissTests.swift:1000",
        ]
      ]
    )
    let fix = "for the whole test, with @Test(.injected(\\.label, …))."
    #expect(issues.messages.allSatisfy { $0.hasSuffix(fix) })
  }

  @Test func `a read that is in no scope meanwhile is named, with its place`() async {
    let issues = Issues()
    await withTestScope(options: [.failOnUnusedOverrides, issues.option]) {
      $0.astray = 2
      $0.bareAstray = 2
    } operation: {
      await Task.detached {
        _ = Injected(\.astray, line: 1_000)()
        _ = InjectedValues.current.bareAstray
      }.value
    }
    let reason = ": detached tasks, queues and threads do not inherit one"
    let outside = "was read outside of all test scopes meanwhile"
    #expect(
      issues.nearMisses == [
        ["\\.astray \(outside), at NearMissTests.swift:1000\(reason)"],
        ["\\.bareAstray \(outside)\(reason)"],
      ]
    )
  }
}

// MARK: - Fixtures

private func overridden(_ name: String, _ line: Int) -> String {
  "\(name) has the same type of value, and is overridden at NearMissTests.swift:\(line)"
}

extension Issues {
  /// The near misses in the message of each issue.
  fileprivate var nearMisses: [[String]] {
    messages.map { $0.matches(of: /(?m)^  Near miss: (.+)$/).map { String($0.1) } }
  }
}

extension InjectedValues {
  @Injectable fileprivate var named = 1
  fileprivate var alias: Int {
    get { self[InjectedValues.namedKey.self] }
    set { self[InjectedValues.namedKey.self] = newValue }
  }

  private enum ReadKey: InjectionKey { static var defaultValue: Int { 1 } }
  private enum SetKey: InjectionKey { static var defaultValue: Int { 1 } }
  fileprivate var crossed: Int {
    get { self[ReadKey.self] }
    set { self[SetKey.self] = newValue }
  }

  // Keys that are read outside of tests are candidates for near misses.
  @Injectable fileprivate var astray = 1
  @Injectable fileprivate var bareAstray = 1
}
