// Tests that fail on purpose. They run only in a process that `FixtureRunTests` starts.

import Foundation
import Injection
import InjectionTesting
import TestSupport
import Testing
import XCTest

enum Fixtures {
  /// Set in the process that runs them.
  static let variable = "INJECTION_TESTING_FIXTURES"
  static let isEnabled = ProcessInfo.processInfo.environment[variable] != nil

  static let path = #filePath

  static func skipUnlessEnabled() throws {
    try XCTSkipUnless(isEnabled, "It fails on purpose: FixtureRunTests runs it.")
  }
}

// Issues without a line of their own get one: the fixture's number in thousands.

@Suite(.injected(\.note, nil), .enabled(if: Fixtures.isEnabled))
struct FixtureTests {
  @Test func passes() {
    #expect(InjectedValues.current.label == "test")
  }

  @Test(.injected(.strict))
  func strict() {
    _ = Injected(\.counter, line: 2_000)()
  }

  @Test(.injected(.failOnUnusedOverrides), .injected(\.label, "unread", line: 3_000))
  func unused() {
    _ = InjectedValues.current.note
  }

  @Test func queue() async {
    let payment = Injected(\.payment, line: 6_000)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        _ = payment()
        continuation.resume()
      }
    }
  }

  @Test(arguments: ["odd", "even"])
  func oneCase(_ argument: String) async {
    let payment = Injected(\.payment, line: 7_000)
    if argument == "odd" { await Task.detached { _ = payment() }.value }
  }

  // An expected failure hides no other one, expected or not.
  @Test func afterKnownIssue() async {
    let payment = Injected(\.payment, line: 12_000)
    for _ in 0..<2 { await withKnownIssue { await Task { _ = payment() }.value } }
    _ = payment()
  }

  // The suite's trait opens the container, and tells of the end of the test after this filter.
  @Test(
    .filterIssues { _ in false },
    .injected(.failOnUnusedOverrides),
    .injected(\.label, "unread", line: 15_000)
  )
  func filteredInside() {
    _ = InjectedValues.current.note
    _ = InjectedValues.current.payment
  }
}

@Suite(.enabled(if: Fixtures.isEnabled))
struct FilteredFixtureTests {
  @Test(.filterIssues { _ in false }, .injected(.failOnUnusedOverrides) { $0.label = "unread" })
  func filteredOutside() {
    _ = InjectedValues.current.payment
  }
}

/// Without a trait: in the process's container.
@Suite(.enabled(if: Fixtures.isEnabled))
struct PlainFixtureTests {
  @Test func plainAfterKnownIssue() {
    let payment = Injected(\.payment, line: 13_000)
    withKnownIssue { _ = payment() }
    _ = payment()
  }

  @Test(.injected()) func outside() async {
    await Task.detached {
      _ = Injected(\.payment, line: 14_000)()
      _ = InjectedValues.current.mail.send("a")
    }.value
  }

  static let lineOfBareOne = #line + 1
  @Test(.bug(id: "of the same place, in another test"))
  func bareOne() {
    _ = InjectedValues.current.payment
  }

  static let lineOfBareTwo = #line + 1
  @Test func bareTwo() {
    _ = InjectedValues.current.payment
  }
}

/// What Swift Testing evaluates before it runs tests.
@Suite(.enabled(if: Fixtures.isEnabled))
struct PlanningFixtureTests {
  @Test(
    .enabled {
      if Fixtures.isEnabled { _ = Injected(\.payment, line: 16_000)() }
      return true
    }
  )
  func condition() {}

  @Test(arguments: payments()) func arguments(_: String) {}

  private static func payments() -> [String] {
    Fixtures.isEnabled ? [Injected(\.payment, line: 17_000)()] : []
  }
}

/// Which tests run is told where no test is known.
@Suite(.serialized, .enabled(if: Fixtures.isEnabled))
struct NamedFixtureTests {
  @Test(.injected()) func known() async {
    await Task.detached { _ = Injected(\.payment, line: 18_000)() }.value
  }

  @Test func plain() async {
    _ = InjectedValues.current.label
    await Task.detached { _ = Injected(\.payment, line: 19_000)() }.value
  }
}

/// A task of a finished test continues to read while another test runs.
@Suite(.serialized, .enabled(if: Fixtures.isEnabled))
struct LateFixtureTests {
  @Test(.injected()) func first() {
    let detached = Injected(\.payment, line: 9_000)
    let inherits = Injected(\.payment, line: 10_000)
    let detachedTask = Task.detached {
      await Late.gate.wait()
      _ = detached()
    }
    let task = Task {
      await Late.gate.wait()
      _ = inherits()
    }
    Late.tasks.withLock { $0 = [detachedTask, task] }
  }

  @Test(.injected()) func second() async {
    Late.gate.open()
    for task in Late.tasks.withLock({ $0 }) { await task.value }
    print("LateFixtureTests have ended")
  }
}

private enum Late {
  static let gate = Gate()
  static let tasks = Lock<[Task<Void, Never>]>([])
}

final class FixtureTestCase: InjectedTestCase {
  override var injectionOptions: TestScopeOptions {
    if name.contains("Strict") { return .strict }
    if name.contains("Leak") { return .failOnLeakedScopes }
    return name.contains("Unused") ? .failOnUnusedOverrides : []
  }

  override func inject(into values: inout InjectedValues) throws {
    if !Fixtures.isEnabled { return }
    if name.contains("Unused") { values.note = nil }
    if name.contains("Throws") {
      _ = Injected(\.payment, line: 12_000)()
      throw CancellationError()
    }
  }

  override func setUpWithError() throws { try Fixtures.skipUnlessEnabled() }

  func testPasses() { XCTAssertEqual(InjectedValues.current.label, "test") }

  func testUnimplementedRead() { _ = Injected(\.payment, line: 1_000)() }

  func testStrict() { _ = Injected(\.counter, line: 2_000)() }

  func testUnused() {}

  func testLeak() {
    let hold = { Self.leaked.withLock { $0 = InjectedValues.current } }
    withInjected({ $0.note = nil }, operation: hold, line: 10_000)
  }

  private static let leaked = Lock<InjectedValues?>(nil)

  func testDetachedTask() async {
    let payment = Injected(\.payment, line: 5_000)
    await Task.detached { _ = payment() }.value
  }

  func testFunction() { _ = InjectedValues.current.mail.send("a") }

  func testThrows() { print("testThrows ran") }

  // Methods run in the order of their names.
  func testZ1StartsThread() {
    LateThread.start(reading: Injected(\.payment, line: 9_000))
  }

  func testZ2SeesTheOtherEnd() { LateThread.finish() }
}

private enum LateThread {
  private static let thread = Lock<Thread?>(nil)
  private static let mayRead = DispatchSemaphore(value: 0)
  private static let hasRead = DispatchSemaphore(value: 0)

  static func start(reading payment: Injected<String>) {
    thread.withLock {
      $0 = Thread {
        mayRead.wait()
        _ = payment()
        hasRead.signal()
      }
      $0!.start()
    }
  }

  static func finish() {
    mayRead.signal()
    hasRead.wait()
  }
}

final class PlainFixtureTestCase: XCTestCase {
  override func setUpWithError() throws { try Fixtures.skipUnlessEnabled() }

  func testVerify() { verifyInjection(\.label, \.chicken, line: 1_000) }

  func testScopeNamed() {
    withTestScope(named: "mine", options: .strict) { _ = Injected(\.counter, line: 3_000)() }
  }

  func testUnused() {
    withTestScope(options: .failOnUnusedOverrides, { $0.note = nil }, operation: {}, line: 4_000)
  }

  override class func setUp() {
    if Fixtures.isEnabled { _ = Injected(\.payment, line: 14_000)() }
  }

  func testProcess() { for _ in 0..<3 { _ = InjectedValues.current.payment } }

  func testProcessAgain() { _ = InjectedValues.current.payment }

  // Methods run in the order of their names.
  func testZ1StartsThread() {
    withTestScope { LateThread.start(reading: Injected(\.payment, line: 8_000)) }
  }

  func testZ2SeesTheOtherEnd() { LateThread.finish() }
}

/// A method that stops at a failure, which throws an exception of Objective-C. On Linux, XCTest has
/// only the property.
final class StoppingFixtureTestCase: XCTestCase {
  private var continues = true

  override var continueAfterFailure: Bool {
    get { continues }
    set { continues = newValue }
  }

  override func setUpWithError() throws { try Fixtures.skipUnlessEnabled() }

  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    print("recorded while continuing: \(continues)")
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: lineNumber,
      expected: expected
    )
  }

  func testStops() {
    continueAfterFailure = false
    _ = InjectedValues.current.payment
    print("continues afterwards: \(continueAfterFailure)")
  }
}

/// A class that calls the helper itself.
final class OtherBaseFixtureTestCase: XCTestCase {
  override func setUpWithError() throws { try Fixtures.skipUnlessEnabled() }

  override func invokeTest() {
    invokeInjected(
      options: [.strict, .failOnUnusedOverrides],
      { if Fixtures.isEnabled { ($0.note, $0.label) = (nil, "other") } },
      test: { super.invokeTest() },
      line: 6_000
    )
  }

  func testBareAndUnused() async {
    XCTAssertEqual(InjectedValues.current.label, "other")
    _ = InjectedValues.current.counter
  }
}

/// Each class of a hierarchy calls the helper.
class BaseFixtureTestCase: XCTestCase {
  override func setUpWithError() throws { try Fixtures.skipUnlessEnabled() }

  override func invokeTest() {
    invokeInjected(options: .failOnUnusedOverrides) {
      if Fixtures.isEnabled { $0.label = "base" }
    } test: {
      super.invokeTest()
    }
  }
}

final class DerivedFixtureTestCase: BaseFixtureTestCase {
  override func invokeTest() {
    invokeInjected(options: .failOnUnusedOverrides) {
      if Fixtures.isEnabled { ($0.label, $0.note) = ("derived", "derived") }
    } test: {
      super.invokeTest()
    }
  }

  func testReadsBoth() {
    XCTAssertEqual(InjectedValues.current.label, "base")
    XCTAssertEqual(InjectedValues.current.note, "derived")
  }
}

/// Methods that the app's own process hosts, whose values were set before.
final class HostedFixtureTestCase: XCTestCase {
  override class func setUp() {
    if Fixtures.isEnabled { InjectedValues.bootstrap { $0.label = "app" } }
  }

  override func setUpWithError() throws { try Fixtures.skipUnlessEnabled() }

  func testSeesTheAppsValues() {
    XCTAssertEqual(InjectedValues.current.label, "app")
    XCTAssertEqual(InjectedValues.current.counter.increment(), 1)
    withTestScope { XCTAssertEqual(InjectedValues.current.label, "test") }
  }

  func testSeesTheAppsValuesAgain() { testSeesTheAppsValues() }

  func testStartsTheAppAgain() {
    InjectedValues.bootstrap({ $0.label = "again" }, line: 13_000)
    XCTAssertEqual(InjectedValues.current.label, "app")
  }
}

/// Methods that end early, which is told alone.
final class EarlyEndFixtureTestCase: InjectedTestCase {
  override var injectionOptions: TestScopeOptions { [.failOnUnusedOverrides, .failOnLeakedScopes] }

  override func inject(into values: inout InjectedValues) {
    if Fixtures.isEnabled { values.note = nil }
  }

  override func setUpWithError() throws { try Fixtures.skipUnlessEnabled() }

  func testThrows() throws { throw CancellationError() }

  static let placeOfFailure = "\(#filePath):\(#line + 1)"
  func testFails() { XCTFail("of its own") }

  func testIssueIsNoEnd() { _ = Injected(\.payment, line: 11_000)() }
}

// Run by a program that isn't one of tests, as a tool that opens test scopes: XCTest runs no method
// yet.

final class ProgramFixtureTestCase: XCTestCase {
  override class func setUp() {
    if !Fixtures.isEnabled { return }
    withTestScope(named: "program") { _ = Injected(\.payment, line: 1_000)() }
    withTestScope(options: .strict) { _ = Injected(\.counter, line: 2_000)() }
    withTestScope(options: .failOnUnusedOverrides, { $0.note = nil }, operation: {}, line: 3_000)
    TrackedScopes.$patience.withValue(.zero) {
      withTestScope(options: .failOnLeakedScopes) {
        let hold = { Self.leaked.withLock { $0 = .current } }
        withInjected({ $0.note = nil }, operation: hold, line: 4_000)
      }
    }
    verifyInjection(\.counter, \.payment)
    print("verified")
  }

  private static let leaked = Lock<InjectedValues?>(nil)

  func testNothing() {}
}

final class VerifyingProgramFixtureTestCase: XCTestCase {
  override class func setUp() {
    if !Fixtures.isEnabled { return }
    verifyInjection(\.label, \.chicken, line: 5_000)
    print("went on")
  }

  func testNothing() {}
}
