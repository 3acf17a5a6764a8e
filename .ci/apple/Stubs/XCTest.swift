// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// A stub of Apple's XCTest.
public import Foundation

open class XCTSourceCodeLocation: NSObject, @unchecked Sendable {
  public init(fileURL: URL, lineNumber: Int) {}
  public convenience init(filePath: String, lineNumber: Int) { fatalError() }
  open var fileURL: URL { fatalError() }
  open var lineNumber: Int { 0 }
}
open class XCTSourceCodeFrame: NSObject {}
open class XCTSourceCodeContext: NSObject, @unchecked Sendable {
  public init(callStack: [XCTSourceCodeFrame], location: XCTSourceCodeLocation?) {}
  public convenience init(location: XCTSourceCodeLocation?) { fatalError() }
  public convenience override init() { fatalError() }
  open var location: XCTSourceCodeLocation? { nil }
}
open class XCTAttachment: NSObject {}
public struct XCTIssue {
  public enum IssueType: Int, Sendable {
    case assertionFailure, thrownError, uncaughtException, performanceRegression, system,
      unmatchedExpectedFailure
  }
  public init(
    type: IssueType,
    compactDescription: String,
    detailedDescription: String? = nil,
    sourceCodeContext: XCTSourceCodeContext = .init(),
    associatedError: (any Error)? = nil,
    attachments: [XCTAttachment] = []
  ) { fatalError() }
  public var type: IssueType
  public var compactDescription: String
  public var sourceCodeContext: XCTSourceCodeContext
}
open class XCTestRun: NSObject {
  open var startDate: Date? { nil }
  open var stopDate: Date? { nil }
  open var hasBeenSkipped: Bool { false }
  open var totalFailureCount: Int { 0 }
}
open class XCTest: NSObject {
  open var name: String { "" }
  open var testRun: XCTestRun? { nil }
  open func perform(_ run: XCTestRun) {}
  open func run() {}
  open func setUp() async throws {}
  open func setUpWithError() throws {}
  open func setUp() {}
  open func tearDown() {}
}
open class NSInvocation: NSObject {}
open class XCTestCase: XCTest {
  public init(invocation: NSInvocation?) {}
  open func invokeTest() {}
  open func record(_ issue: XCTIssue) {}
  open var continueAfterFailure: Bool {
    get { true }
    set {}
  }
}
// All optional requirements; here with defaults.
public protocol XCTestObservation: NSObjectProtocol {
  func testCaseWillStart(_ testCase: XCTestCase)
  func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue)
  func testCaseDidFinish(_ testCase: XCTestCase)
}
extension XCTestObservation {
  public func testCaseWillStart(_ testCase: XCTestCase) {}
  public func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {}
  public func testCaseDidFinish(_ testCase: XCTestCase) {}
}
open class XCTestObservationCenter: NSObject {
  open class var shared: XCTestObservationCenter { fatalError() }
  open func addTestObserver(_ o: any XCTestObservation) {}
  open func removeTestObserver(_ o: any XCTestObservation) {}
}
public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}
