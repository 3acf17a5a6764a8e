import Injection
import InjectionTesting
import Synchronization
import Testing
import XCTest

extension PublicSurfaceTests {
  // MARK: Test scopes

  @Test func `test scopes`() async throws {
    #expect(withTestScope { InjectedValues.current.number } == 1)
    #expect(
      withTestScope(
        named: "name",
        options: [],
        operation: { InjectedValues.current.number },
        fileID: #fileID,
        line: 1
      ) == 1
    )
    #expect(
      withTestScope(
        named: "name",
        options: [],
        { $0.number = 5 },
        operation: { InjectedValues.current.number },
        fileID: #fileID,
        line: 1
      ) == 5
    )
    #expect(throws: CancellationError.self) {
      try withTestScope(named: "name") { _ in
        throw CancellationError()
      } operation: {
        0
      }
    }
  }

  @Test func `async test scopes`() async {
    func number() async -> Int { InjectedValues.current.number }
    #expect(await withTestScope { await number() } == 1)
    #expect(
      await withTestScope(named: "name") {
        $0.number = await number() + 3
      } operation: {
        await number()
      } == 4
    )
    await #expect(throws: CancellationError.self) {
      try await withTestScope(named: "name") { _ in
        throw CancellationError()
      } operation: {
        await number()
      }
    }
  }

  @Test func `options of a test scope, and its issues`() throws {
    let issues = Issues()
    let record: @Sendable (InjectionIssue) -> Void = { issue in issues.add(issue) }
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
    let all = issues.all
    #expect(all.map(\.kind) == [.neverRead, .notOverridden, .unimplemented])
    #expect(all.map(\.property) == [nil, "number", "missing"])
    #expect(all.map(\.key) == ["FullKey", "NumberKey", "MissingKey"])
    #expect(all.allSatisfy { $0.description.contains("To fix this:") })
    #expect(all.allSatisfy { $0.fileID == #fileID && $0.line! > 0 })
    #expect(
      InjectionIssue.Kind.allCases == [.unimplemented, .notOverridden, .neverRead, .unverified]
    )
    requireSendable(InjectionIssue.self)
    requireSendable(TestScopeOptions.self)
  }

  @Test @MainActor func `exceptions on an actor`() {
    withTestScope(options: .strict(except: \.title)) {
      #expect(InjectedValues.current.title == "default")
    }
  }

  // MARK: Traits

  @Test(.injected(\.number, 2))
  func `a trait with a value`() { #expect(InjectedValues.current.number == 2) }

  @Test(.injected(\.number, 2, fileID: #fileID, line: #line), .injected { $0.number += 1 })
  func `a trait with a closure`() { #expect(InjectedValues.current.number == 3) }

  @Test(
    .injected(
      [.strict, .failOnUnusedOverrides],
      update: { $0.number = 4 },
      fileID: #fileID,
      line: #line
    )
  )
  func `a trait with options`() { #expect(InjectedValues.current.number == 4) }

  @Test(.injected(.strict) { $0.provide(NumberKey.self) { 5 } })
  func `a trait with an option and a closure`() { #expect(InjectedValues.current.number == 5) }

  @Test func `a trait that is called`() async throws {
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

  @Test func `verification`() {
    verifyInjection(\.number)
    withKnownIssue {
      verifyInjection(\.number, \.unusable, fileID: #fileID, line: #line)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("\\.unusable") }
    }
  }

  @Test @MainActor func `verification on an actor`() {
    verifyInjection(\.title, fileID: #fileID, line: #line)
    withKnownIssue {
      verifyInjection(\.title, \.unusable)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("\\.unusable") }
    }
  }
}

// MARK: - XCTest

final class PublicSurfaceTestCaseTests: InjectedTestCase {
  override var injectionOptions: TestScopeOptions { .failOnUnusedOverrides }
  override func inject(into values: inout InjectedValues) throws { values.number = 2 }
  override func invokeTest() { super.invokeTest() }

  func testHasItsValues() { XCTAssertEqual(InjectedValues.current.number, 2) }
}

final class PublicSurfaceOtherCaseTests: XCTestCase {
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

private final class Issues: Sendable {
  private let issues = Mutex<[InjectionIssue]>([])
  var all: [InjectionIssue] { issues.withLock { $0 } }
  func add(_ issue: InjectionIssue) { issues.withLock { $0.append(issue) } }
}
