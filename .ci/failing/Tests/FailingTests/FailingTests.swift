// Each of these tests fails, and each of them once: `.ci/run failing` looks that they do.

import Injection
import InjectionMacros
import InjectionTesting
import Testing
import XCTest

extension InjectedValues {
  @Injectable var number = 1
  @Injectable(test: unimplemented(placeholder: 0)) var payment = 1
}

struct FailingTests {
  @Test(.injected()) func unimplemented() { #expect(InjectedValues.current.payment == 0) }
  @Test func unimplementedBare() { #expect(InjectedValues.current.payment == 0) }
  @Test(.injected(.strict)) func strict() { #expect(InjectedValues.current.number == 1) }
  @Test func strictScope() {
    withTestScope(options: .strict) { #expect(InjectedValues.current.number == 1) }
  }
  @Test(.injected(.failOnUnusedOverrides) { $0.number = 2 }) func unused() {}
}

final class FailingTestCase: XCTestCase {
  func testBare() { _ = InjectedValues.current.payment }
  func testBareToo() { _ = InjectedValues.current.payment }
  func testStrict() { withTestScope(options: .strict) { _ = InjectedValues.current.number } }
}

final class FailingInjectedTestCase: InjectedTestCase {
  override var injectionOptions: TestScopeOptions { [.strict, .failOnUnusedOverrides] }
  override func inject(into values: inout InjectedValues) {
    if name.contains("Unused") { values.number = 1 }
  }
  func testBare() { _ = InjectedValues.current.payment }
  func testStrict() { _ = InjectedValues.current.number }
  func testUnused() {}
}
