public import Injection

/// Checks that the defaults of properties can be built in a test, and that none needs itself.
///
/// Use it in one test for all keys of an app. It reports all problems in one issue:
///
/// ```swift
/// @Test func `all services build`() {
///   verifyInjection(\.repository, \.checkout, \.session) { provideAll(to: &$0) }
/// }
/// ```
///
/// Each property is built in a new test container. The container has the overrides of the test's
/// own trait or `withTestScope`, and those of the closure, but not those of scopes in the test's
/// body. It reports:
///
/// - A value that is never provided: the key's `defaultValue` is `unprovided` or `unimplemented`,
///   and the key has no test value of its own. A key's own test value may be `unimplemented`, but a
///   default must not read such a value while it is built.
/// - A default that needs itself.
/// - A singleton that, while it is built, reads a key that scopes override, since all scopes share
///   the singleton. Scopes override the keys that others are `scoped(by:)`, and the keys that are
///   overridden around this call: `withInjected(\.user, …) { verifyInjection(\.cache) }`.
/// - A default that is isolated to an actor and built outside of it.
/// - A default that doesn't return, because it waits for another thread, task or actor.
///
/// It can't see later reads, such as those of wrapped properties; the values behind a missing one;
/// live defaults of keys with their own test values; what a `static let` read when it was first
/// used; and values that are held elsewhere, such as by a default that keeps
/// `InjectedValues.current`. A failed precondition in a default still stops the process.
///
/// Each property is built on its own thread. If a property needs itself, there is no value to
/// return, and its thread waits until the process ends.
///
/// - Parameters:
///   - properties: Key path literals: `\.repository`. For a member, the whole value is built.
///   - update: A closure that replaces values and provides code. It runs once for each property.
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
/// All of them are built on the main actor. A default that needs itself, or that is never provided,
/// stops the process there, with a message that names the properties. Otherwise this is the same as
/// the other form.
///
/// - Parameters:
///   - properties: Key path literals: `\.repository`. For a member, the whole value is built.
///   - update: A closure that replaces values and provides code. It runs once for each property.
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

/// The problems of all properties.
private struct Findings {
  /// The values of the calling test.
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
