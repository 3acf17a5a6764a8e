public import Injection

/// Checks that the defaults of properties can be built in a test, and that none needs itself.
///
/// One test for all keys of an app. It fails once, with all that is wrong:
///
/// ```swift
/// @Test func `all services build`() {
///   verifyInjection(\.repository, \.checkout, \.session) { provideAll(to: &$0) }
/// }
/// ```
///
/// Each property is built in a fresh test container, which has what the closure provides, and
/// around that what the test's own trait or `withTestScope` does; not what scopes of the test's
/// body override. It fails for:
///
/// - A value that nobody provides: of a key whose `defaultValue` is `unprovided` or
///   `unimplemented`, and that has no test value of its own. A key whose own test value is
///   `unimplemented` is all right; a default that reads such a value while it is built is not.
/// - A default that needs itself.
/// - A singleton that read, while it was built, what scopes override: it is one for all of them.
///   Scopes override what other keys are `scoped(by:)`, and what is overridden around this call, in
///   `withInjected(\.user, …) { verifyInjection(\.cache) }`.
/// - A default that is isolated to an actor and built outside of it, or that does not return since
///   it waits for another thread, task or actor.
///
/// It cannot see what is read after a value was built, such as by wrapped properties; what is
/// behind a value that is missing; live defaults of keys with test values of their own; what a
/// `static let` read when it was first used; and what somebody holds, as a default does that keeps
/// `InjectedValues.current`. What stops the process by itself, such as a failed precondition in a
/// default, still does.
///
/// Each property is built on a thread of its own. One that needs itself has no value to return, and
/// so its thread waits until the process ends.
///
/// - Parameters:
///   - properties: Key path literals: `\.repository`. Of a member, the whole value is built.
///   - update: Replaces values and provides code, for each property anew.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
public func verifyInjection<each Value>(
  _ properties: repeat @escaping @Sendable (InjectedValues) -> each Value,
  update: @escaping @Sendable (inout InjectedValues) -> Void = { _ in },
  fileID: StaticString = #fileID,
  line: UInt = #line
) {
  var findings = Findings(in: .current)
  for property in repeat each properties {
    let verification = Verification(keepsThreads: true)
    let surroundings = findings.surroundings
    verification.runOnThread { [verification] in
      verification.run(in: surroundings, update) { _ = property($0) }
    }
    findings.add(verification)
  }
  findings.report(fileID, line)
}

/// Checks that the defaults of properties can be built, some of them on the main actor.
///
/// Those that are isolated to it are built there. A default that needs itself there, or that nobody
/// provides, stops the process, with a message that names the properties. See the other form for
/// all else.
///
/// - Parameters:
///   - properties: Key path literals: `\.repository`. Of a member, the whole value is built.
///   - update: Replaces values and provides code, for each property anew.
///   - fileID: The source location; leave the default.
///   - line: The source location; leave the default.
@_disfavoredOverload
@MainActor
public func verifyInjection<each Value>(
  _ properties: repeat @escaping (InjectedValues) -> each Value,
  update: (inout InjectedValues) -> Void = { _ in },
  fileID: StaticString = #fileID,
  line: UInt = #line
) {
  var findings = Findings(in: .current)
  for property in repeat each properties {
    let verification = Verification(keepsThreads: false)
    verification.run(in: findings.surroundings, update) { _ = property($0) }
    findings.add(verification)
  }
  findings.report(fileID, line)
}

/// What is wrong with all properties.
private struct Findings {
  /// The values of the test that asks.
  let surroundings: InjectedValues
  private var all: [Verification.Found] = []

  init(in surroundings: InjectedValues) { self.surroundings = surroundings }

  mutating func add(_ verification: Verification) { all.append(verification.found) }

  func report(_ fileID: StaticString, _ line: UInt) {
    var overridden: [KeyDescription: SourcePlace] = [:]
    for key in all.flatMap(\.scopedBy) { overridden[key] = .unknown }
    for level in surroundings.seen.levels where !level.isBase {
      for override in level.overrides { overridden[override.key] = level.place }
    }
    var problems: [(property: String, message: String)] = []
    for found in all {
      let captive = found.singletons.compactMap { $0.message(ifOneIsIn: overridden) }
      for problem in found.problems + captive {
        problems.append((found.property ?? "a property without a key", problem))
      }
    }
    if problems.isEmpty { return }
    let place = SourcePlace(fileID, line)
    LinkedFrameworks.report(InjectionIssue(unverified: problems, of: all.count, place: place))
  }
}
