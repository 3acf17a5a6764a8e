import Injection
import InjectionTesting
import XCTest

/// XCTest, since it is the XCTest helper that is tested. That issues fail tests is tested by
/// `FixtureRunTests`.
final class InjectedTestCaseTests: InjectedTestCase {
  private var seenBySetUp: Counter?

  override func inject(into values: inout InjectedValues) {
    values.label = "hook"
    values.counter = Counter()
  }

  override func setUp() async throws {
    XCTAssertEqual(InjectedValues.current.label, "hook")
    seenBySetUp = InjectedValues.current.counter
  }

  override func setUp() {
    XCTAssertEqual(InjectedValues.current.label, "hook")
    XCTAssert(InjectedValues.current.counter === seenBySetUp)
  }

  override func tearDown() {
    XCTAssertEqual(InjectedValues.current.label, "hook")
    XCTAssertEqual(InjectedValues.current.counter.count, 1)
    XCTAssert(InjectedValues.current.counter === seenBySetUp)
  }

  override func tearDown() async throws {
    XCTAssert(InjectedValues.current.counter === seenBySetUp)
  }

  private func check() {
    XCTAssertEqual(InjectedValues.current.label, "hook")
    XCTAssertEqual(InjectedValues.current.report.title, "Report on hook")
    XCTAssertEqual(InjectedValues.current.archive.title, "Report on hook")
    XCTAssertEqual(InjectedValues.current.context, .test)
    // A value that another method was given would stand higher.
    XCTAssertEqual(InjectedValues.current.counter.increment(), 1)
  }

  func testHoldsInASynchronousTest() { check() }

  func testHoldsInTheNextTest() { check() }

  func testHoldsInAnAsynchronousTest() async {
    check()
    await Task.yield()
    async let label = InjectedValues.current.label
    let inChild = await label
    XCTAssertEqual(inChild, "hook")
  }

  @MainActor func testHoldsOnTheMainActor() async {
    check()
    await Task.yield()
    XCTAssertEqual(InjectedValues.current.label, "hook")
  }

  func testHoldsInTeardownBlocks() {
    check()
    addTeardownBlock { XCTAssertEqual(InjectedValues.current.label, "hook") }
  }

  func testAScopeInTheBodyWins() {
    check()
    withInjected(\.label, "body") { XCTAssertEqual(InjectedValues.current.label, "body") }
  }
}

/// A class that has another base class.
final class OtherBaseClassTests: OtherTestCase {
  override func invokeTest() {
    invokeInjected {
      $0.label = "other"
    } test: {
      super.invokeTest()
    }
  }

  func testHolds() async {
    XCTAssertEqual(InjectedValues.current.label, "other")
  }
}

class OtherTestCase: XCTestCase {}
