import Injection
import InjectionTesting
import XCTest

// Each place where a value is read has the name of its method.
final class PlainCase: XCTestCase, @unchecked Sendable {
  override class func setUp() { read("Shapes/classSetUp") }

  func testBox1() { showBox("method") }
  func testBox2() { showBox("method") }
  func testBare() { read("Shapes/testBare") }
  func testAsync() async { read("Shapes/testAsync") }
  func testDetached() async { await Task.detached { read("Shapes/testDetached") }.value }
  func testQueue() { onQueue { read("Shapes/testQueue") } }
  func testStrict() { withTestScope(options: .strict) { readLive("Shapes/testStrict") } }
  func testStrictMissing() {
    withTestScope(options: .strict) { read("Shapes/testStrictMissing") }
  }
  func testStrictDetached() async {
    await withTestScope(options: .strict) {
      await Task.detached { read("Shapes/testStrictDetached") }.value
    }
  }
  func testStrictQueue() {
    withTestScope(options: .strict) { onQueue { read("Shapes/testStrictQueue") } }
  }
  func testStops() {
    continueAfterFailure = false
    read("Shapes/testStops")
    say("@@ goesOn: \(wouldStop ? "no" : "yes")")
  }

  // What stops a method is an exception of Objective-C. On Linux, XCTest has only the property.
  private var continues = true
  private var wouldStop = false

  override var continueAfterFailure: Bool {
    get { continues }
    set { continues = newValue }
  }

  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine lineNumber: Int,
    expected: Bool
  ) {
    if !continues { wouldStop = true }
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: lineNumber,
      expected: expected
    )
  }

  @MainActor static let allTests: [(String, (PlainCase) -> () throws -> Void)] = [
    ("testBox1", testBox1), ("testBox2", testBox2), ("testBare", testBare),
    ("testAsync", asyncTest(testAsync)), ("testDetached", asyncTest(testDetached)),
    ("testQueue", testQueue), ("testStrict", testStrict),
    ("testStrictMissing", testStrictMissing),
    ("testStrictDetached", asyncTest(testStrictDetached)), ("testStrictQueue", testStrictQueue),
    ("testStops", testStops),
  ]
}

final class OwnCase: InjectedTestCase, @unchecked Sendable {
  func testOwn() { read("Shapes/testOwn") }
  func testOwnDetached() async { await Task.detached { read("Shapes/testOwnDetached") }.value }
  func testOwnQueue() { onQueue { read("Shapes/testOwnQueue") } }

  @MainActor static let allTests: [(String, (OwnCase) -> () throws -> Void)] = [
    ("testOwn", testOwn), ("testOwnDetached", asyncTest(testOwnDetached)),
    ("testOwnQueue", testOwnQueue),
  ]
}
