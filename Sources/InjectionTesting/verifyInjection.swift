import Dispatch
import Foundation
public import Injection
import Synchronization

/// Checks that the defaults of properties can be built in a test, and that none needs itself.
///
/// One test for all keys of an app. It fails once, with all that is wrong:
///
/// ```swift
/// @Test func `all services build`() {
///   verifyInjection(\.repository, \.checkout, \.session)
/// }
/// ```
///
/// Each property is built in a fresh test container, in which nothing is overridden. A key whose own
/// test value is `unimplemented` is all right; a default that reads such a value while it is built is
/// not. What stops the process by itself, such as a failed precondition in a default, still does.
///
/// Each property is built on a thread of its own. One that needs itself has no value to return, and
/// so its thread waits until the process ends.
///
/// - Parameters:
///   - properties: Key path literals: `\.repository`. Of a member, the whole value is built.
///   - fileID: The file of the call, where the failure is shown. It comes by itself.
///   - line: The line of the call, where the failure is shown. It comes by itself.
public func verifyInjection<each Value>(
  _ properties: repeat @escaping @Sendable (InjectedValues) -> each Value,
  fileID: StaticString = #fileID,
  line: UInt = #line
) {
  var findings = Findings()
  var attempt = Attempt()
  for property in repeat each properties {
    attempt.run(property)
    findings.add(attempt.scope.problems, of: property)
    // What was found to be wrong must be found again by whatever else needs it.
    if attempt.scope.hasReported { attempt = Attempt() }
  }
  findings.report(fileID, line)
}

/// Checks that the defaults of properties can be built, some of which are isolated to the main actor.
///
/// These are built on the main actor. There a default that needs itself stops the process, with a message
/// that names the properties. See the other form for all else.
///
/// - Parameters:
///   - properties: Key path literals: `\.repository`. Of a member, the whole value is built.
///   - fileID: The file of the call, where the failure is shown. It comes by itself.
///   - line: The line of the call, where the failure is shown. It comes by itself.
@_disfavoredOverload
@MainActor
public func verifyInjection<each Value>(
  _ properties: repeat @escaping (InjectedValues) -> each Value,
  fileID: StaticString = #fileID,
  line: UInt = #line
) {
  var findings = Findings()
  for property in repeat each properties {
    let scope = VerificationScope()
    scope.read(property)
    findings.add(scope.problems, of: property)
  }
  findings.report(fileID, line)
}

private struct Findings {
  private var count = 0
  private var problems: [(property: String, message: String)] = []

  mutating func add<Value>(
    _ messages: [String],
    of property: @escaping (InjectedValues) -> Value
  ) {
    count += 1
    if messages.isEmpty { return }
    let name = nameOfProperty(readBy: property)
    problems += messages.map { (name, $0) }
  }

  func report(_ fileID: StaticString, _ line: UInt) {
    if problems.isEmpty { return }
    let issue = InjectionIssue(
      unverified: problems,
      of: count,
      place: SourcePlace(fileID, line)
    )
    LinkedFrameworks.report(issue, fileID: fileID, line: line)
  }
}

/// Builds properties in one container, until there is something to report.
private final class Attempt: Sendable {
  let scope: VerificationScope
  private let ended: DispatchSemaphore

  init() {
    let ended = DispatchSemaphore(value: 0)
    self.ended = ended
    self.scope = VerificationScope {
      ended.signal()
      while true { Thread.sleep(forTimeInterval: 86_400) }
    }
  }

  /// Returns when the property is built, or found to be wrong.
  func run<Value>(_ property: @escaping @Sendable (InjectedValues) -> Value) {
    let thread = Thread { [scope, ended] in
      scope.read(property)
      ended.signal()
    }
    // What a default needs is built in it, and so on: as deep as on the main thread.
    thread.stackSize = 8 << 20
    thread.start()
    ended.wait()
  }
}
