import Dispatch
import Foundation
public import Injection

/// Checks that the defaults of properties can be built in a test, and that none needs itself.
///
/// Use it in one test for all keys of an app. It reports all problems in one issue:
///
/// ```swift
/// @Test(.injected(.context(.live))) func `all services build`() {
///   verifyInjection(\.repository, \.checkout, \.session) { provideAll(to: &$0) }
/// }
/// ```
///
/// Each property is built in a new container, which has the context and the overrides of the test's
/// own trait or `withTestScope`, and the overrides of the closure, but not those of scopes in the
/// test's body.
///
/// In a live context, as here, live defaults are built: replace in the closure what reaches the
/// outside while it is built. In the context of tests, a key's own test value is built in place of
/// its default, and hides that the app provides none.
///
/// It reports:
///
/// - A value that is never provided: the key's `defaultValue` is `unprovided` or `unimplemented`,
///   and the key has no test value of its own, or the context is live. A key's own test value may be
///   `unimplemented`, but a default must not read such a value while it is built.
/// - A default that needs itself.
/// - A singleton that, while it is built, reads a key that scopes override, since all scopes share
///   the singleton. Scopes override the keys that others are `scoped(by:)`, and the keys that are
///   overridden around this call: `withInjected(\.user, …) { verifyInjection(\.cache) }`.
/// - A property whose getter reads the current values instead of its own:
///   `InjectedValues.current[SomeKey.self]` instead of `self[SomeKey.self]`. Captured values and
///   objects with a home would see other overrides.
/// - A default that is isolated to an actor and built outside of it.
/// - A default that doesn't return within 30 seconds, because it waits for another thread, task or
///   actor.
///
/// It doesn't see:
///
/// - Later reads, such as those of wrapped properties.
/// - What a default reads after a value that is missing.
/// - Live defaults of keys with test values of their own, unless the context is live.
/// - What a `static let` read when it was first used.
/// - Reads through values that a default stored: `InjectedValues.current`.
///
/// A failed precondition in a default still stops the process. In a process that runs no tests,
/// such as a tool that checks the values of an app, the context is that of the process, and the
/// problems stop the process.
///
/// Each property is built on its own thread. If its default can't continue, since a value is
/// missing, the property needs itself or the time limit has passed, the thread waits until the
/// process ends, with the locks that it has taken and the `static let` that it evaluates: another
/// test that needs one of these waits, too. If another module doesn't write out that a property is
/// isolated to the main actor, call this on the main actor: the property is then built there.
///
/// - Parameters:
///   - properties: Key path literals: `\.repository`. For a member, the whole value is built.
///   - update: A closure that replaces values and provides code. It runs on the caller's actor, for
///     each property.
/// - Complexity: O(properties), plus the cost of building each of them.
public func verifyInjection<each Value>(
  _ properties: repeat @escaping @Sendable (InjectedValues) -> each Value,
  update: (inout InjectedValues) -> Void = noUpdate,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line
) {
  var reads: [@Sendable (InjectedValues) -> Void] = []
  for property in repeat each properties { reads.append { _ = property($0) } }
  verify(
    reads,
    update,
    at: SourceLine(fileID, line),
    in: SourceFile(fileID: fileID, path: filePath)
  )
}

/// Checks that the values of keys can be built in a test.
///
/// Use it with the keys that a module lists because an app must provide them:
///
/// ```swift
/// @Test(.injected(.context(.live))) func `all that the app requires is provided`() {
///   verifyInjection(keys: InjectedValues.requiredByApp) { provideAll(to: &$0) }
/// }
/// ```
///
/// Otherwise this is the same as the form with properties.
///
/// - Parameters:
///   - keys: The keys.
///   - update: A closure that replaces values and provides code. It runs on the caller's actor, for
///     each key.
/// - Complexity: O(keys), plus the cost of building the value of each.
public func verifyInjection(
  keys: [any InjectionKey.Type],
  update: (inout InjectedValues) -> Void = noUpdate,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line
) {
  let reads = keys.map { key in
    // Safe: a type does not change, and whether its conformance may be used is checked.
    nonisolated(unsafe) let key = key
    return { @Sendable (values: InjectedValues) in _ = unsafe values.value(of: key) }
  }
  verify(
    reads,
    update,
    at: SourceLine(fileID, line),
    in: SourceFile(fileID: fileID, path: filePath)
  )
}

private func verify(
  _ reads: [@Sendable (InjectedValues) -> Void],
  _ update: (inout InjectedValues) -> Void,
  at source: SourceLine,
  in file: SourceFile
) {
  let test = InjectedValues.current
  let findings = reads.map { read in
    let observer = VerificationObserver()
    let values = observer.values(in: test, update)
    onThread(observer) { observer.read(values, read) }
    if !observer.findings.needsMainActor || !MainActor.isCurrent { return observer.findings }
    // Isolated to the main actor, which the compiler didn't know.
    return verifyHere([read], test, update, at: source)[0]
  }
  report(findings, in: test, at: source, in: file)
}

/// Builds properties on this thread. If one needs itself or isn't provided, the process stops.
private func verifyHere(
  _ reads: [(InjectedValues) -> Void],
  _ test: InjectedValues,
  _ update: (inout InjectedValues) -> Void,
  at source: SourceLine
) -> [VerificationObserver.Findings] {
  let observers = reads.map { _ in VerificationObserver() }
  for (observer, read) in zip(observers, reads) {
    let verification = verification { message in
      observer.add(message)
      let problems = observers.flatMap { $0.findings.allProblems(overridden: [:]) }
      let issue = InjectionIssue(unverified: problems, of: observers.count, source: source)
      source.stop(issue.description)
    }
    let values = observer.values(in: test, update)
    Verification.current.withValue(verification) { observer.read(values, read) }
  }
  return observers.map(\.findings)
}

/// Checks that the defaults of properties can be built, some of them on the main actor.
///
/// All of them are built on the main actor. A default that needs itself or isn't provided stops the
/// process there, with a message that names the properties. Otherwise this is the same as the other
/// form.
///
/// - Parameters:
///   - properties: Key path literals: `\.repository`. For a member, the whole value is built.
///   - update: A closure that replaces values and provides code. It runs on the caller's actor, for
///     each property.
/// - Complexity: O(properties), plus the cost of building each of them.
@_disfavoredOverload
@MainActor
public func verifyInjection<each Value>(
  _ properties: repeat @escaping (InjectedValues) -> each Value,
  update: (inout InjectedValues) -> Void = noUpdate,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line
) {
  var reads: [(InjectedValues) -> Void] = []
  for property in repeat each properties { reads.append { _ = property($0) } }
  let (test, source) = (InjectedValues.current, SourceLine(fileID, line))
  let file = SourceFile(fileID: fileID, path: filePath)
  report(verifyHere(reads, test, update, at: source), in: test, at: source, in: file)
}

/// The time limit of a default. One that takes longer waits for something that never happens.
package enum VerificationLimit {
  @TaskLocal package static var seconds = 30.0
}

/// What to do before a message of this thread stops the process. Tasks that a default starts stop
/// on their own.
private func verification(_ willStop: @escaping @Sendable (Message) -> Void) -> Verification {
  let thread = Thread.current.hash
  return Verification { if Thread.current.hash == thread { willStop($0) } }
}

/// Runs a read on a thread of its own, and returns when it has ended, or is stuck.
private func onThread(_ observer: VerificationObserver, _ read: @escaping @Sendable () -> Void) {
  let ended = DispatchSemaphore(value: 0)
  let thread = Thread {
    let verification = verification { message in
      observer.add(message)
      ended.signal()
      // There is no value to continue with, and the callers that wait for it can't be unwound.
      while true { Thread.sleep(forTimeInterval: 86_400) }
    }
    Verification.current.withValue(verification) { read() }
    ended.signal()
  }
  // Builds nest, as deep as on the main thread.
  thread.stackSize = 8 << 20
  thread.start()
  let seconds = VerificationLimit.seconds
  if ended.wait(timeout: .now() + seconds) == .success { return }
  let message = Message(
    "A default was not built within \(seconds) seconds.",
    observer.findings.firstBuilt.map { Subject($0) },
    fixes: #"""
      - Do not wait for another thread, task or actor in the default: that may need the thread \#
      that reads it, such as the main thread.
      - Or open the value with await before it is read: withInjected(\.x, opening: …).
      """#
  )
  observer.add(message)
}

extension VerificationObserver {
  /// The values of a new container.
  ///
  /// - Parameters:
  ///   - test: The values of the calling test. The context and the overrides of its container apply.
  ///   - update: A closure that replaces values.
  fileprivate func values(
    in test: InjectedValues,
    _ update: (inout InjectedValues) -> Void
  ) -> InjectedValues {
    let container = Container(test.context, reporter: self, observer: self)
    var values = InjectedValues(Scope(in: nil, rootOf: container, at: .unknown))
    if !test.layer().isOfProcess {
      for override in test.layer().root.overridesOfParts.all { values.add(override) }
    }
    let before = values.overrides.all
    update(&values)
    if values.overrides.all.elementsEqual(before, by: ===) { didSetNothing() }
    return InjectedValues(values.finished(), at: .unknownOfProperty)
  }

  fileprivate func read(_ values: InjectedValues, _ read: (InjectedValues) -> Void) {
    willRead()
    enter(values.scope) { read(values) }
  }
}

/// In place of an update.
@usableFromInline
func noUpdate(_ values: inout InjectedValues) {
  (values.scope?.ownContainer?.observer as? VerificationObserver)?.hasNoUpdate()
}

/// Reports the problems of all properties.
private func report(
  _ findings: [VerificationObserver.Findings],
  in test: InjectedValues,
  at source: SourceLine,
  in file: SourceFile
) {
  let overrides = findings.flatMap(\.overrides.values)
  (test.layer().container.observer as? TestObserver)?.didVerify(overrides)
  var overridden: [KeyID: SourceLine] = [:]
  for key in findings.flatMap(\.scopedBy) { overridden[key] = .unknown }
  for scope in test.layer().chain where !scope.isRoot {
    for override in scope.allOverrides.all { overridden[KeyID(override.type)] = scope.source }
  }
  let problems = findings.flatMap { $0.allProblems(overridden: overridden) }
  let ofTest = test.layer().container.reporter as? TestReporter
  let reporter = ofTest ?? TestReporter(LinkedFrameworks.runningTest())
  reporter.add(file)
  func report(_ issue: InjectionIssue) {
    if reporter.canFail { reporter.report(issue) } else { source.stop(issue.description) }
  }
  if !problems.isEmpty {
    report(InjectionIssue(unverified: problems, of: findings.count, source: source))
  }
  if findings.first?.updateSetsNothing == true {
    report(InjectionIssue(.unusedOverride, .ofNothing(at: source)))
  }
}
