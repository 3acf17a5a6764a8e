import Dispatch
import Foundation
import Injection

/// Builds a property in its own container, and collects problems.
///
/// A mistake that would stop the process blocks its thread forever instead: there is no value to
/// continue with, and the callers on the stack must not be unwound.
package final class Verification: ScopeObserver, IssueObserver {
  struct Found {
    /// The property's name: that of the last key that it read itself.
    var property: String?
    var problems: [String] = []
    /// The singletons that were built.
    var singletons: [Singleton] = []
    /// The keys that other keys, whose defaults were built, are scoped by.
    var scopedBy: Set<KeyDescription> = []
  }

  /// The time limit of a default. One that takes longer waits for something that never happens.
  @TaskLocal package static var seconds = 30.0

  private let keepsThreads: Bool
  private let ended = DispatchSemaphore(value: 0)
  private let state = Lock(Found())

  init(keepsThreads: Bool) {
    self.keepsThreads = keepsThreads
  }

  var found: Found { state.withLock { $0 } }
  var surroundings: Surroundings { .verification }

  /// - Parameters:
  ///   - surroundings: The values of the calling test. The overrides of its container apply.
  ///   - update: A closure that replaces values.
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

  /// Returns after the property was built, or a problem found.
  func runOnThread(_ operation: @escaping @Sendable () -> Void) {
    let thread = Thread { [self] in
      operation()
      ended.signal()
    }
    // Builds nest, as deep as on the main thread.
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
      // A test value may be declared as unimplemented. It is a problem if a default reads such a
      // value while it is built, since then no test can use the default as it is. Without a test
      // value of its own, the key has no value in the live process either.
      guard entry.isUnimplemented, view.builtKey != nil || entry.isLive, !request.isPreparation
      else { return }
      let problem = Message.unimplemented(request, at: request.place, in: surroundings).description
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

  /// Notes an issue of an unimplemented function that a default called.
  func report(_ issue: InjectionIssue) {
    state.withLock { $0.problems.append(issue.description) }
  }
}

extension Verification {
  /// A singleton that was built, and the keys that it read meanwhile, directly or through other
  /// defaults. It holds no value.
  struct Singleton {
    let key: KeyDescription
    private(set) var reads: [KeyDescription] = []

    init(_ entry: Entry) {
      key = entry.key
      var entries = [entry]
      while let entry = entries.popLast() {
        for finding in entry.findings where !reads.contains(finding.key) {
          reads.append(finding.key)
          if let read = finding.entry { entries.append(read) }
        }
      }
    }

    /// - Parameter overridden: The keys that scopes override, and the places.
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
