import Injection
import InjectionInspection

/// Watches a property being built in a container of its own.
final class VerificationObserver: ReadObserver, ReporterInTests {
  /// A property that can't be built, and why.
  typealias Problem = (property: String, message: String)

  struct Findings: Sendable {
    var problems: [Problem] = []
    /// The first key that is built.
    var firstBuilt: Key?
    /// The property that is read: named by the last key that it read itself.
    var property: Subject?
    /// The thread that reads the property.
    var thread: UInt?
    /// A property that doesn't read its own values, but those of the current scope.
    var ofCurrent: Subject?
    /// The singletons that were built, with the keys that they read meanwhile, directly or not.
    var singletons: [(key: Key, reads: [KeyID])] = []
    /// The keys that other keys, whose defaults were built, are scoped by.
    var scopedBy: Set<KeyID> = []
    /// The overrides that were read. It holds them, so that no other gets the address of one.
    var overrides: [ObjectIdentifier: Entry] = [:]
    /// Whether there is an update, and it has set no key.
    var updateSetsNothing = false
    var hasUpdate = true
    /// Whether the unimplemented value that is about to be reported may be one.
    var isAllowed = false
  }

  private let state = Lock(Findings())

  var findings: Findings { state.withLock { $0 } }
  var surroundings: Surroundings { .verification }
  var testName: String? { LinkedFrameworks.testName }

  func didRead(_ request: Request, _ found: Found, in layer: Layer, by build: Build?) {
    let (entry, key) = (found.entry, request.key)
    state.withLock { state in
      // A key's own test value may be unimplemented. It is a problem if a default reads such a
      // value while it is built, since then no test can use the default as it is. Without a test
      // value of its own, or in a live context, the key has no value in the live process either.
      state.isAllowed = build == nil && !entry.isLive && layer.context != .live
      if build == nil && !request.isUpdate {
        state.property = request.subject
        // The values that are verified have the line of a property, and `current` has none.
        let isOfCurrent = !request.source.isKnown && request.source.line == 0
        if isOfCurrent && state.thread == Platform.currentThread {
          state.ofCurrent = request.subject
        }
      }
      let reads = [entry] + (entry.record?.reads ?? []).compactMap(\.override)
      for read in reads where read.isOverride { state.overrides[ObjectIdentifier(read)] = read }
      guard let record = entry.record else { return }
      state.scopedBy.formUnion(key.lifetime.scopedBy.map(\.id))
      if key.lifetime.kind == .singleton, !state.singletons.contains(where: { $0.key === key }) {
        state.singletons.append((key, record.allReads))
      }
    }
  }

  func report(_ kind: InjectionIssue.Kind, _ message: Message) {
    let text = message.description
    state.withLock { state in
      if state.isAllowed {
        state.isAllowed = false
        return
      }
      if state.problems.contains(where: { $0.message == text }) { return }
      state.problems.append(("", text))
    }
  }

  func hasNoUpdate() { state.withLock { $0.hasUpdate = false } }

  /// The update has set no key, if there is one.
  func didSetNothing() { state.withLock { $0.updateSetsNothing = $0.hasUpdate } }

  func willRead() { state.withLock { $0.thread = Platform.currentThread } }

  func willBuild(_ key: Key) { state.withLock { $0.firstBuilt = $0.firstBuilt ?? key } }

  /// Takes the message of a mistake that stops the process, or of one that is found from outside.
  func add(_ message: Message) {
    state.withLock { state in
      let subject = state.firstBuilt.map { Subject($0) } ?? message.subject
      state.problems.append((subject?.short ?? "a property without a key", message.description))
    }
  }
}

extension VerificationObserver.Findings {
  /// Whether a default was built on no actor, and is isolated to the main actor.
  var needsMainActor: Bool {
    problems.contains { $0.message.hasPrefix(Message.builtOffActorFact) }
  }

  /// All problems, under the property's name.
  ///
  /// - Parameter overridden: The keys that scopes override, and where.
  func allProblems(overridden: [KeyID: SourceLine]) -> [VerificationObserver.Problem] {
    let captive = singletons.compactMap { message($0.key, $0.reads, overridden) }.map { ("", $0) }
    let other = ofCurrent.map { ("", Message.ofCurrent($0).description) }
    let name = property?.short ?? "a property without a key"
    return (problems + captive + [other].compactMap(\.self)).map {
      ($0.0.isEmpty ? name : $0.0, $0.1)
    }
  }

  /// The message about a singleton that was built from values that scopes override.
  private func message(_ key: Key, _ reads: [KeyID], _ overridden: [KeyID: SourceLine]) -> String? {
    var captives: [KeyID] = []
    for read in reads where overridden[read] != nil && read != key.id {
      if !captives.contains(read) { captives.append(read) }
    }
    guard let first = captives.first, let source = overridden[first] else { return nil }
    let names = captives.compactMap { Key.known($0) }.map { Subject($0).short }
    let message = Message(
      "A singleton was built from values that scopes override: "
        + names.joined(separator: ", ") + ".",
      Subject(key),
      fixes: """
        - Read them when they are used, through @Injected properties, or pass them to functions.
        - Or give the singleton the lifetime .scoped: each scope that overrides them has its own then.
        """
    )
    if source.isKnown { message.add("Overridden at", source.description) }
    return message.description
  }
}
