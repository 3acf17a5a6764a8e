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
  var verifier = Verifier()
  for property in repeat each properties { verifier.verify(property) }
  guard let issue = verifier.issue(at: SourcePlace(fileID, line)) else { return }
  LinkedFrameworks.report(issue, fileID: fileID, line: line)
}

private struct Verifier {
  private var attempt = Attempt()
  private var count = 0
  private var problems: [(property: String, message: String)] = []

  mutating func verify<Value>(_ property: @escaping @Sendable (InjectedValues) -> Value) {
    count += 1
    let known = attempt.scope.problems.count
    attempt.run(property)
    let messages = attempt.scope.problems.dropFirst(known)
    if messages.isEmpty { return }
    let name = nameOfProperty(readBy: property)
    problems += messages.map { (name, $0) }
    // What was found to be wrong must be found again by whatever else needs it.
    attempt = Attempt()
  }

  func issue(at place: SourcePlace) -> InjectionIssue? {
    if problems.isEmpty { return nil }
    return InjectionIssue(unverified: problems, of: count, place: place)
  }
}

/// Builds properties in one container, until one of them is wrong.
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
