import Dispatch
import Injection
import InjectionTesting
import Testing

@Suite struct NearMissTests {
  // MARK: Of a default

  @Test func `an override of another key with the same type of value is named`() {
    let issues = Issues()
    let line = #line + 1
    withTestScope(options: [.strict, issues.option]) {
      $0.sharedCounter = Counter()
      $0.note = nil
    } operation: {
      _ = InjectedValues.current.counter
      withInjected(\.newCounter, Counter()) { _ = Injected(\.counter, line: 1_000)() }
    }
    let shared =
      "\\.sharedCounter has the same type of value, and is overridden at NearMissTests.swift:\(line)"
    #expect(issues.nearMisses(of: 0) == [shared])
    #expect(
      issues.nearMisses(of: 1) == [
        "\\.newCounter has the same type of value, and is overridden at NearMissTests.swift:\(line + 5)",
        shared,
      ]
    )
  }

  @Test func `one of a trait is named at the trait`() async throws {
    let issues = Issues()
    var test = try #require(Test.current)
    let first = InjectedTrait.injected([.strict, issues.option])
    test.traits = [first, .injected(update: { $0.sharedCounter = Counter() }, line: 2_000)]
    try await first.provideScope(for: test, testCase: .current) {
      _ = InjectedValues.current.counter
    }
    #expect(
      issues.nearMisses(of: 0) == [
        "\\.sharedCounter has the same type of value, and is overridden at NearMissTests.swift:2000"
      ]
    )
  }

  @Test func `two properties over one key are one`() {
    let issues = Issues()
    withTestScope(options: [.strict, .failOnUnusedOverrides, issues.option]) {
      $0.alias = 2
    } operation: {
      #expect(InjectedValues.current.number == 2)
    }
    withTestScope(options: [.strict, issues.option]) {
      withInjected(\.alias, 2) {}
      _ = InjectedValues.current.alias
    }
    // Named as it was read, and not by its other name.
    #expect(issues.properties == ["alias"])
    #expect(issues.nearMisses(of: 0) == [])
  }

  @Test func `one that is called the same in another file is named with its key`() {
    let issues = Issues()
    withTestScope(options: [.strict, issues.option]) {
      $0.setOtherCounter(Counter())
    } operation: {
      _ = InjectedValues.current.counter
    }
    #expect(
      issues.nearMisses(of: 0).first?.hasPrefix("\\.counter (OtherCounterKey) has the") == true
    )
  }

  // MARK: Of a getter and a setter

  @Test func `a getter and a setter with different keys are named where the value is read`() {
    let issues = Issues()
    withTestScope(options: [.strict, issues.option]) {
      $0.crossed = 2
    } operation: {
      #expect(InjectedValues.current.crossed == 1)
    }
    #expect(
      issues.nearMisses(of: 0) == [
        "\\.crossed is read with ReadKey and set with SetKey: its getter and its setter must name "
          + "the same key"
      ]
    )
  }

  @Test func `and where it is set`() {
    let issues = Issues()
    withTestScope(options: [.failOnUnusedOverrides, issues.option]) {
      $0.crossed = 2
    } operation: {
      #expect(InjectedValues.current.crossed == 1)
    }
    #expect(issues.all.map(\.kind) == [.neverRead])
    #expect(
      issues.nearMisses(of: 0) == [
        "\\.crossed is read with ReadKey and set with SetKey: its getter and its setter must name "
          + "the same key"
      ]
    )
  }

  // MARK: Of an override that is never read

  @Test func `what was read instead is named as it was read`() {
    let issues = Issues()
    withTestScope(options: [.failOnUnusedOverrides, issues.option]) {
      $0.crossed = 2
      $0.newCounter = Counter()
    } operation: {
      // First known by another name.
      withInjected(\.number, 1) { _ = InjectedValues.current.number }
      _ = (InjectedValues.current.alias, InjectedValues.current.counter)
    }
    #expect(issues.properties == ["crossed", "newCounter"])
    #expect(
      issues.nearMisses(of: 0) == ["\\.alias has the same type of value, and its default was read"]
    )
    #expect(
      issues.nearMisses(of: 1) == [
        "\\.counter has the same type of value, and its default was read"
      ]
    )
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
    #expect(
      issues.nearMisses(of: 0) == [
        "\\.astray was read outside of all test scopes meanwhile, at NearMissTests.swift:1000: "
          + "detached tasks, queues and threads do not inherit one"
      ]
    )
    #expect(
      issues.nearMisses(of: 1) == [
        "\\.bareAstray was read outside of all test scopes meanwhile: detached tasks, queues and "
          + "threads do not inherit one"
      ]
    )
  }

  @Test func `one that was long before is no near miss`() async {
    _ = await Task.detached { InjectedValues.current.longBefore }.value
    let issues = Issues()
    withTestScope(options: [.failOnUnusedOverrides, issues.option]) {
      $0.longBefore = 2
    } operation: {
    }
    #expect(issues.properties == ["longBefore"])
    #expect(issues.nearMisses(of: 0) == [])
  }
}

// MARK: - Fixtures

extension Issues {
  /// What the message of an issue says of near misses.
  fileprivate func nearMisses(of index: Int) -> [String] {
    messages[index].split(separator: "\n").filter { $0.hasPrefix("  Near miss: ") }
      .map { String($0.dropFirst(13)) }
  }
}

extension InjectedValues {
  private enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  fileprivate var alias: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  private enum ReadKey: InjectionKey { static var defaultValue: Int { 1 } }
  private enum SetKey: InjectionKey { static var defaultValue: Int { 1 } }
  fileprivate var crossed: Int {
    get { self[ReadKey.self] }
    set { self[SetKey.self] = newValue }
  }

  private enum AstrayKey: InjectionKey { static var defaultValue: Int { 1 } }
  fileprivate var astray: Int {
    get { self[AstrayKey.self] }
    set { self[AstrayKey.self] = newValue }
  }

  private enum BareAstrayKey: InjectionKey { static var defaultValue: Int { 1 } }
  fileprivate var bareAstray: Int {
    get { self[BareAstrayKey.self] }
    set { self[BareAstrayKey.self] = newValue }
  }

  private enum LongBeforeKey: InjectionKey { static var defaultValue: Int { 1 } }
  fileprivate var longBefore: Int {
    get { self[LongBeforeKey.self] }
    set { self[LongBeforeKey.self] = newValue }
  }

  private enum OtherCounterKey: InjectionKey { static var defaultValue: Counter { Counter() } }
  /// As a private property of the same name does that another file declares.
  fileprivate mutating func setOtherCounter(_ counter: Counter) {
    self[OtherCounterKey.self, "counter"] = counter
  }
}
