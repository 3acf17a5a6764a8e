import Injection
import InjectionTesting
import Testing
import XCTest

/// Uses all that is public of `InjectionTesting`.
@Suite struct PublicSurfaceTestingTests {
  @Test(.injected(\.number, 2))
  func `a trait with a value`() { #expect(InjectedValues.current.number == 2) }

  @Test(.injected(\.number, 2, fileID: #fileID, line: #line), .injected { $0.number += 1 })
  func `a trait with a closure`() { #expect(InjectedValues.current.number == 3) }

  @Test(.injected(.strict, .failOnUnusedOverrides, fileID: #fileID, line: #line) { $0.number = 4 })
  func `a trait with options`() { #expect(InjectedValues.current.number == 4) }

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

private enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }

private enum UnusableKey: InjectionKey {
  static var defaultValue: Int { InjectedValues.current.missing }
}

private enum MissingKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static var testValue: Int { unimplemented(0) }
}

@MainActor private enum TitleKey: @MainActor InjectionKey {
  static var defaultValue: String { "default" }
}

extension InjectedValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  fileprivate var unusable: Int { self[UnusableKey.self] }
  fileprivate var missing: Int { self[MissingKey.self] }
  @MainActor fileprivate var title: String { self[TitleKey.self] }
}
