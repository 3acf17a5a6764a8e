import Dispatch
import Foundation
import Injection

/// Builds a property in a container of its own, and sees what is wrong.
///
/// A mistake that would stop the process keeps its thread instead, for ever: there is no value that
/// it could go on with, and nothing above it may be unwound.
package final class Verification: ScopeObserver, IssueObserver {
  struct Found {
    /// What the property is called: the last key that it read itself.
    var property: String?
    var problems: [String] = []
    /// The singletons that were built.
    var singletons: [Singleton] = []
    /// What keys that were built are scoped by.
    var scopedBy: Set<KeyDescription> = []
  }

  /// How long a default may take: what takes longer waits for something that does not happen.
  @TaskLocal package static var seconds = 30.0

  private let keepsThreads: Bool
  private let ended = DispatchSemaphore(value: 0)
  private let state = Lock(Found())

  init(keepsThreads: Bool) {
    self.keepsThreads = keepsThreads
  }

  var found: Found { state.withLock { $0 } }

  /// - Parameters:
  ///   - surroundings: The values of the test that asks: those of its own container count.
  ///   - update: What is replaced in there.
  func run(
    in surroundings: InjectedValues,
    _ update: (inout InjectedValues) -> Void,
    _ read: (InjectedValues) -> Void
  ) {
    var values = InjectedValues.container(
      for: .test,
      at: SourcePlace(#fileID, #line),
      observer: self
    )
    if surroundings.seen.sharedContainer != nil {
      values.addOverrides(ofContainerOf: surroundings)
    }
    update(&values)
    values.setName(nil)
    let entered = values.entered
    withInjected(entered) { read(entered) }
  }

  /// Returns when the property is built, or found to be wrong.
  func runOnThread(_ operation: @escaping @Sendable () -> Void) {
    let thread = Thread { [self] in
      operation()
      ended.signal()
    }
    // What a default needs is built in it, and so on: as deep as on the main thread.
    thread.stackSize = 8 << 20
    thread.start()
    let seconds = Self.seconds
    if ended.wait(timeout: .now() + seconds) == .success { return }
    let message = Message(
      "A default was not built within \(seconds) seconds.",
      fixes: [
        "Do not wait in it for another thread, task or actor: what it waits for may need the thread "
          + "that asks, such as the main thread.",
        "Or provide the value where what it waits for is there: withInjected(\\.x, opening: …).",
      ]
    )
    state.withLock { $0.problems.append(message.description) }
  }

  func didRead(_ request: Request, _ entry: Entry, in view: ScopeView) {
    let subject = request.subject
    state.withLock { state in
      if view.builtKey == nil && !request.isPreparation { state.property = subject.short }
      // That a key's own test value is unimplemented is what its declaration says. That a default
      // reads such a value while it is built means that no test can use the default as it is; and
      // without a test value, it is the live process where nobody provides it.
      guard entry.isUnimplemented, view.builtKey != nil || entry.isLive, !request.isPreparation
      else { return }
      let problem = Message.unimplemented(request, at: request.place).description
      if !state.problems.contains(problem) { state.problems.append(problem) }
    }
  }

  func didBuild(_ entry: Entry, owner: Level?, in view: ScopeView) {
    let lifetime = entry.key.lifetime
    state.withLock { state in
      state.scopedBy.formUnion(lifetime.scopedBy)
      if lifetime.kind == .singleton { state.singletons.append(Singleton(entry)) }
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

  /// Of a function without an implementation that a default called.
  func report(_ issue: InjectionIssue) {
    state.withLock { $0.problems.append(issue.description) }
  }
}

extension Verification {
  /// A default that is one for all scopes of its container, and the keys that it read while it was
  /// built, also through what it is built from. It holds no value.
  struct Singleton {
    let key: KeyDescription
    private(set) var reads: [KeyDescription] = []

    init(_ entry: Entry) {
      key = entry.key
      var entries = [entry]
      while let entry = entries.popLast() {
        for finding in entry.findings where !reads.contains(finding.key) {
          reads.append(finding.key)
          if case .entry(let read) = finding.found { entries.append(read) }
        }
      }
    }

    /// - Parameter overridden: What scopes override, and where.
    func message(ifOneIsIn overridden: [KeyDescription: SourcePlace]) -> String? {
      let captives = reads.filter { overridden[$0] != nil && $0 != key }
      guard let first = captives.first else { return nil }
      let names = captives.map { Subject($0).short }.joined(separator: ", ")
      var message = Message(
        "A singleton read, while it was built, what scopes override: \(names).",
        Subject(key),
        fixes: [
          "Read it when it is used: annotate a property with @Injected, or pass it to functions.",
          "Or give the singleton the lifetime .scoped: then each scope that overrides it has its own.",
        ]
      )
      if let place = overridden[first], place.isKnown {
        message.details.append(("Override", "\(place)"))
      }
      return message.description
    }
  }
}
