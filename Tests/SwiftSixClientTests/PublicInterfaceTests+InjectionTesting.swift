import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing
import XCTest

extension PublicInterfaceTests {
  // MARK: Test scopes

  @Test func `a test scope is opened, with and without a closure`() {
    func number() -> Int { InjectedValues.current.number }
    #expect(withTestScope { number() } == 1)
    #expect(
      withTestScope(named: "a", options: [], operation: number, fileID: #fileID, line: 1) == 1
    )
    let changed = withTestScope(
      named: "name",
      options: [],
      { $0.number = 5 },
      operation: number,
      fileID: #fileID,
      line: 1
    )
    #expect(changed == 5)
  }

  @Test func `a test scope is opened asynchronously, with and without a closure`() async {
    func number() async -> Int { InjectedValues.current.number }
    #expect(await withTestScope { await number() } == 1)
    let changed = await withTestScope(named: "name") {
      $0.number = await number() + 3
    } operation: {
      await number()
    }
    #expect(changed == 4)
  }

  @Test func `options of a test scope say what is an issue, and who is told`() {
    let issues = Mutex<[InjectionIssue]>([])
    let record: @Sendable (InjectionIssue) -> Void = { issue in
      issues.withLock { $0.append(issue) }
    }
    let options: TestScopeOptions = [
      .strict(except: \.number), .failOnUnusedOverrides, .onIssue(record),
    ]
    withTestScope(named: "name", options: options) {
      $0[FullKey.self] = "unused"
    } operation: {
      _ = InjectedValues.current.number
    }
    withTestScope(options: [.strict, .onIssue(record)]) {
      _ = (InjectedValues.current.number, InjectedValues.current.missing)
    }
    let all = issues.withLock { $0 }
    #expect(all.map(\.kind) == [.neverRead, .notOverridden, .unimplemented])
    #expect(all.map(\.property) == [nil, "number", "missing"])
    #expect(all.map(\.key) == ["FullKey", "numberKey", "missingKey"])
    #expect(all.allSatisfy { $0.description.contains("To fix this:") })
    #expect(all.allSatisfy { $0.fileID == #fileID && $0.line! > 0 })
    #expect(
      InjectionIssue.Kind.allCases == [
        .unimplemented, .notOverridden, .neverRead, .unverified, .leaked,
      ]
    )
    requireSendable(InjectionIssue.self)
    requireSendable(TestScopeOptions.self)
  }

  @Test @MainActor func `exceptions from strict are isolated`() {
    withTestScope(options: .strict(except: \.title)) {
      #expect(InjectedValues.current.title == "default")
    }
  }

  // MARK: Traits

  @Test(.injected(\.number, 2), .injected(\.other, 3, fileID: #fileID, line: #line))
  func `a trait has a value`() {
    #expect(InjectedValues.current.number == 2)
    #expect(InjectedValues.current.other == 3)
  }

  @Test(.injected { $0.number += 1 }, .injected([.strict]) { $0.provide(FullKey.self) { "new" } })
  func `a trait has a closure, or an option and one`() {
    #expect(InjectedValues.current.number == 2)
    #expect(InjectedValues.current[FullKey.self] == "new")
  }

  @Test(.injected(.strict, update: { $0.number = 4 }, fileID: #fileID, line: #line))
  func `a trait has all there is`() { #expect(InjectedValues.current.number == 4) }

  @Test func `a trait can be called`() async throws {
    let trait: InjectedTrait = .injected(\.number, 5)
    #expect(trait.isRecursive)
    let test = try #require(Test.current)
    #expect(trait.scopeProvider(for: test, testCase: nil) == nil)
    let provider = try #require(trait.scopeProvider(for: test, testCase: Test.Case.current))
    try await provider.provideScope(for: test, testCase: Test.Case.current) {
      #expect(InjectedValues.current.number == 5)
    }
  }

  // MARK: Verification

  @Test func `properties are verified`() {
    verifyInjection(\.number)
    withKnownIssue {
      verifyInjection(\.number, \.unusable, fileID: #fileID, line: #line)
    } matching: {
      "\($0)".contains("\\.unusable")
    }
  }

  @Test @MainActor func `isolated properties are verified`() {
    verifyInjection(\.title, fileID: #fileID, line: #line)
    withKnownIssue {
      verifyInjection(\.title, \.unusable)
    } matching: {
      "\($0)".contains("\\.unusable")
    }
  }
}

// MARK: - XCTest

final class PublicInterfaceTestCaseTests: InjectedTestCase {
  override var injectionOptions: TestScopeOptions { .failOnUnusedOverrides }
  override func inject(into values: inout InjectedValues) throws { values.number = 2 }
  override func invokeTest() { super.invokeTest() }
  override func perform(_ run: XCTestRun) { super.perform(run) }

  func testHasItsValues() { XCTAssertEqual(InjectedValues.current.number, 2) }
}

final class PublicInterfaceOtherCaseTests: XCTestCase {
  override func invokeTest() {
    invokeInjected(
      options: .failOnUnusedOverrides,
      { $0.number = 3 },
      test: { super.invokeTest() },
      fileID: #fileID,
      line: #line
    )
  }

  func testHasItsValues() { XCTAssertEqual(InjectedValues.current.number, 3) }
}

// MARK: - Fixtures

extension InjectedValues {
  /// Cannot be built in a test, since `missing` cannot.
  @Injectable fileprivate var unusable: Int = InjectedValues.current.missing
}
