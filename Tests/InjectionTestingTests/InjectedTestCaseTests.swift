import Injection
import InjectionTesting
import XCTest

/// The values are entered while they are set.
final class EnteredInjectionTests: InjectedTestCase {
  override func inject(into values: inout InjectedValues) {
    XCTAssertEqual(withInjected(values) { InjectedValues.current.label }, "test")
    values.label = "hook"
  }

  func testSingletonsSeeWhatIsSetAfterwards() {
    XCTAssertEqual(InjectedValues.current.archive.title, "Report on hook")
  }
}

/// XCTest, since these tests are about the XCTest helper. `FixtureRunTests` tests that issues fail
/// tests.
final class InjectedTestCaseTests: InjectedTestCase {
  private var seenBySetUp: Counter?
  private var described: Counter?

  override func inject(into values: inout InjectedValues) {
    values.label = "hook"
    values.counter = Counter()
    described = InjectedValues.current.declaredCounter
  }

  override func setUp() async throws { seenBySetUp = InjectedValues.current.counter }
  override func setUp() { checkContainer() }
  override func tearDown() { checkContainer() }
  override func tearDown() async throws { checkContainer() }

  private func checkContainer() {
    XCTAssertEqual(InjectedValues.current.label, "hook")
    XCTAssert(InjectedValues.current.counter === seenBySetUp)
  }

  private func checkBody() {
    checkContainer()
    XCTAssertEqual(InjectedValues.current.archive.title, "Report on hook")
    XCTAssertEqual(InjectedValues.current.context, .test)
    // Another method's counter would have a higher value.
    XCTAssertEqual(InjectedValues.current.counter.increment(), 1)
    XCTAssertEqual(described?.increment(), 1)
    XCTAssert(described === InjectedValues.current.declaredCounter)
  }

  func testHoldsInTeardownBlocks() {
    checkBody()
    addTeardownBlock { XCTAssertEqual(InjectedValues.current.label, "hook") }
  }

  func testHoldsInAnAsynchronousTest() async {
    checkBody()
    await Task.yield()
    async let label = InjectedValues.current.label
    let inChild = await label
    XCTAssertEqual(inChild, "hook")
  }

  @MainActor func testHoldsOnTheMainActor() async {
    checkBody()
    await Task.yield()
    checkContainer()
  }
}
