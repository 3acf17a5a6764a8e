import Injection
import InjectionTesting
import XCTest

// XCTest's own class isn't isolated.
nonisolated final class ClientTestCase: InjectedTestCase {
  override var injectionOptions: TestScopeOptions { .failOnUnusedOverrides }
  override func inject(into values: inout InjectedValues) { values.user = "Ada" }

  override func perform(_ run: XCTestRun) { super.perform(run) }

  // A scope around the test wins over the process, and the test's own values win over both.
  override func invokeTest() {
    withInjected(\.repository, MockRepository(names: ["invoked"])) { super.invokeTest() }
  }

  func testSynchronously() {
    XCTAssertEqual(InjectedValues.current.session.user, "Ada")
    XCTAssertEqual(Worker().work(), ["invoked"])
  }

  func testAsynchronously() async throws {
    let basket = try await fillBaskets()
    XCTAssertEqual(basket, ["invoked", "invoked", "Bob"])
    XCTAssertEqual(InjectedValues.current.session.user, "Ada")
  }
}

private func fillBaskets() async throws -> [String] {
  let service = BasketService()
  await service.fillLater()
  let copy = try await withInjected(\.user, "Bob") {
    await service.fillLater()
    service.basket.append(InjectedValues.current.session.user)
    return try await service.copy()
  }
  return copy.basket
}
