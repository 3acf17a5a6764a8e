import Dispatch
import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing
import XCTest

/// Tests without a trait (R27).
struct BareTests {
  private let madeInInit = Object()

  @Test(arguments: 0..<1_000) func `each of many cases at once sees only its own values`(
    number: Int
  ) async {
    #expect(InjectedValues.current.owner.claim(number) == number)
    await Task.yield()
    async let child = InjectedValues.current.owner.claim(-1)
    #expect(await child == number)
    #expect(await Task { InjectedValues.current.owner.claim(-2) }.value == number)
    withInjected(\.label, "inner") {
      #expect(InjectedValues.current.owner.claim(-3) == number && madeInInit.label() == "inner")
    }
    #expect(madeInInit.owner().claim(-4) == number && InjectedValues.current.context == .test)
  }

  @Test(arguments: Array(repeating: "same", count: 50))
  func `so does each of cases with equal arguments`(_: String) async {
    #expect(InjectedValues.current.counter.increment() == 1)
    await Task.yield()
    #expect(InjectedValues.current.counter.increment() == 2)
  }

  @Test func `an object keeps its test's values on a queue, and values can be entered there`() async
  {
    let (object, values) = (Object(), InjectedValues.current)
    let isSame = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let own = values.owner
        continuation.resume(
          returning: object.owner() === own
            && withInjected(values) { InjectedValues.current.owner === own }
        )
      }
    }
    #expect(isSame && object.owner() === InjectedValues.current.owner)
  }

  @Test func `detached tasks are in the process, which sees nothing of the test`() async {
    let owner = InjectedValues.current.owner
    let other = await Task.detached { InjectedValues.current.owner }.value
    #expect(other !== owner && inProcess { InjectedValues.current.owner } === other)
  }

  @Test func `a container that a helper opens belongs to the test`() {
    let made = withTestScope {
      $0.label = "mock"
    } operation: {
      Object()
    }
    #expect(made.label() == "mock")
    withTestScope { #expect(made.label() == "mock") }
    // What says nothing hides nothing.
    withTestScope { #expect(madeInInit.owner() === InjectedValues.current.owner) }
  }

  @Test func `bootstrap fails the test, and sets nothing`() {
    let line = #line + 2
    withKnownIssue {
      InjectedValues.bootstrap(verifying: \.chicken) { $0.label = "app" }
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return issue.sourceLocation?.line == line && text.contains("which has set nothing")
        && text.contains("@Test(.injected { App.values(&$0) })")
    }
    #expect(InjectedValues.current.label == "test")
    #expect(inProcess { InjectedValues.current.label } == "test")
  }

  @Test(.injected()) func `bootstrap fails a test with a trait, too`() {
    withKnownIssue { InjectedValues.bootstrap { $0.label = "app" } }
    #expect(InjectedValues.current.label == "test")
  }
}

/// Methods of XCTest without a container of their own.
final class BareTestCase: XCTestCase {
  private var owner: Owner?

  override func setUp() {
    owner = InjectedValues.current.owner
    XCTAssertEqual(owner?.claim(1), 1)
  }

  override func tearDown() {
    XCTAssertEqual(InjectedValues.current.owner.claim(3), 1)
    owner = nil
  }

  func testSynchronous() {
    XCTAssert(InjectedValues.current.owner === owner)
    let read = expectation(description: "read")
    let object = Object()
    DispatchQueue.global().async { [owner] in
      XCTAssert(InjectedValues.current.owner !== owner && object.owner() === owner)
      read.fulfill()
    }
    wait(for: [read], timeout: 60)
  }

  func testAsynchronous() async {
    XCTAssert(InjectedValues.current.owner === owner)
    await Task.yield()
    async let child = InjectedValues.current.owner
    let isSame = await child === owner
    XCTAssert(isSame)
  }

  func testIsReleasedAtTheEnd() {
    XCTAssertNil(Self.last.withLock { $0 }.owner)
    Self.last.withLock { $0 = Weak(owner: InjectedValues.current.owner) }
  }

  func testIsReleasedAtTheEndOfAnother() { testIsReleasedAtTheEnd() }

  private struct Weak: Sendable { weak var owner: Owner? }
  private static let last = Lock(Weak())
}

// MARK: - Fixtures

/// Belongs to who claims it first.
private final class Owner: Sendable {
  private let number = Lock<Int?>(nil)

  func claim(_ claim: Int) -> Int {
    number.withLock { number in
      if number == nil { number = claim }
      return number!
    }
  }
}

private final class Object: Sendable {
  let owner = Injected(\.owner)
  let label = Injected(\.label)
}

extension InjectedValues {
  @Injectable fileprivate var owner: Owner = Owner()
}
