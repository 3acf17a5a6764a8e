import Dispatch
import Foundation
public import Injection

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
/// Each property is built in a fresh test container, in which nothing is overridden. A key whose
/// own test value is `unimplemented` is all right; a default that reads such a value while it is
/// built is not. What stops the process by itself, such as a failed precondition in a default,
/// still does.
///
/// Each property is built on a thread of its own. One that needs itself has no value to return, and
/// so its thread waits until the process ends.
///
/// - Parameters:
///   - properties: Key path literals: `\.repository`. Of a member, the whole value is built.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
public func verifyInjection<each Value>(
  _ properties: repeat @escaping @Sendable (InjectedValues) -> each Value,
  fileID: StaticString = #fileID,
  line: UInt = #line
) {
  var findings = Findings()
  for property in repeat each properties {
    let verification = Verification(keepsThreads: true)
    verification.runOnThread { _ = property($0) }
    findings.add(verification)
  }
  findings.report(fileID, line)
}

/// Checks that the defaults of properties can be built, some of them on the main actor.
///
/// Those that are isolated to it are built there. A default that needs itself there stops the
/// process, with a message that names the properties. See the other form for all else.
///
/// - Parameters:
///   - properties: Key path literals: `\.repository`. Of a member, the whole value is built.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
@_disfavoredOverload
@MainActor
public func verifyInjection<each Value>(
  _ properties: repeat @escaping (InjectedValues) -> each Value,
  fileID: StaticString = #fileID,
  line: UInt = #line
) {
  var findings = Findings()
  for property in repeat each properties {
    let verification = Verification(keepsThreads: false)
    verification.run { _ = property($0) }
    findings.add(verification)
  }
  findings.report(fileID, line)
}

private struct Findings {
  private var count = 0
  private var problems: [(property: String, message: String)] = []

  mutating func add(_ verification: Verification) {
    count += 1
    let found = verification.found
    problems += found.problems.map { (found.property ?? "a property without a key", $0) }
  }

  func report(_ fileID: StaticString, _ line: UInt) {
    if problems.isEmpty { return }
    let issue = InjectionIssue(
      unverified: problems,
      of: count,
      place: SourcePlace(fileID, line)
    )
    LinkedFrameworks.report(issue)
  }
}

/// Builds a property in a container of its own, and sees what is wrong.
///
/// A mistake that would stop the process keeps its thread instead, for ever: there is no value that
/// it could go on with, and nothing above it may be unwound.
private final class Verification: ScopeObserver {
  struct Found {
    /// What the property is called: the last key that it read itself.
    var property: String?
    var problems: [String] = []
  }

  private let keepsThreads: Bool
  private let ended = DispatchSemaphore(value: 0)
  private let state = Lock(Found())

  init(keepsThreads: Bool) {
    self.keepsThreads = keepsThreads
  }

  var found: Found { state.withLock { $0 } }

  func run(_ read: (InjectedValues) -> Void) {
    var values = InjectedValues.container(
      for: .test,
      at: SourcePlace(#fileID, #line),
      observer: self
    )
    values.setName(nil)
    let entered = values.entered
    withInjected(entered) { read(entered) }
  }

  /// Returns when the property is built, or found to be wrong.
  func runOnThread(_ read: @escaping @Sendable (InjectedValues) -> Void) {
    let thread = Thread { [self] in
      run(read)
      ended.signal()
    }
    // What a default needs is built in it, and so on: as deep as on the main thread.
    thread.stackSize = 8 << 20
    thread.start()
    ended.wait()
  }

  func didRead(_ request: Request, _ entry: Entry, in view: ScopeView) {
    let subject = request.subject
    state.withLock { state in
      if view.builtKey == nil {
        state.property = subject.short
      } else if entry.isUnimplemented {
        // That a key itself is unimplemented is what its declaration says. That a default reads
        // such a value while it is built means that no test can use the default as it is.
        let problem = Message.unimplemented(request, at: request.place).description
        if !state.problems.contains(problem) { state.problems.append(problem) }
      }
    }
  }

  func willStop(_ message: String, in key: KeyDescription?) {
    guard keepsThreads else { return }
    state.withLock { state in
      state.property = key.map { Subject($0).short }
      state.problems.append(message)
    }
    ended.signal()
    while true { Thread.sleep(forTimeInterval: 86_400) }
  }
}
