import Injection
import InjectionInspection

/// Watches a test's reads and overrides, and reports issues, if the test's options need that.
final class TestObserver: ReadObserver {
  private let options: TestScopeOptions
  /// The scopes that were opened, or `nil` if the options don't ask for leaks.
  let scopes: TrackedScopes?
  private let reporter: TestReporter
  private let state = Lock(State())

  fileprivate struct State: Sendable {
    var overrides = TrackedOverrides()
    /// Where the overrides of the test's own scope were made, by the addresses of their entries.
    var sources: [ObjectIdentifier: SourceLine] = [:]
    /// The keys that a strict test may read as defaults.
    var exceptions: Set<KeyID> = []
    /// What strictness has found, until all exceptions are known; `nil` from then on.
    var found: [(key: KeyID, issue: InjectionIssue)]?
    /// Whether an exception is read, which is no read of the test.
    var readsException = false
    /// Whether the next read outside of a build names an exception.
    var awaitsException = false
    /// The records of defaults that only exceptions have read.
    var readByExceptions: Set<ObjectIdentifier> = []
    /// The defaults that were read.
    var defaults: [KeyID: Subject] = [:]
    var otherReads = OtherReads()
  }

  init(_ options: TestScopeOptions, _ reporter: TestReporter) {
    self.options = options
    self.scopes = options.tracksScopes ? TrackedScopes() : nil
    self.reporter = reporter
    if !options.exceptions.isEmpty { state.withLock { $0.found = [] } }
  }

  // MARK: Overrides

  /// Notes where the test's own scope got its overrides since the last call.
  func didUpdate(_ overrides: Overrides, at source: SourceLine) {
    state.withLock { state in
      for entry in overrides.all where state.sources[ObjectIdentifier(entry)] == nil {
        state.sources[ObjectIdentifier(entry)] = source
      }
    }
  }

  func didOpen(_ scope: Scope) {
    if !scope.allOverrides.all.isEmpty { scopes?.add(scope) }
    guard options.tracksOverrides else { return }
    state.withLock { $0.overrides.add(scope, sources: $0.sources) }
  }

  func didMeet(_ home: Layer, from current: Layer, at source: SourceLine) {
    if options.tracksHomes { reporter.report(.foreignHome(home, from: current, at: source)) }
  }

  /// Reports scopes that should no longer exist.
  func report(leakedScope scopes: [Scope]) {
    let sources = state.withLock { $0.sources }
    for scope in scopes {
      let own = scope.allOverrides.all.lazy.compactMap { sources[ObjectIdentifier($0)] }.first
      reporter.report(
        InjectionIssue(.leakedScope, .leakedScope(scope, at: own ?? scope.opening.source))
      )
    }
  }

  /// Reports the overrides that haven't been read.
  func reportUnreadOverrides() {
    guard options.tracksOverrides else { return }
    let state = state.withLock { $0 }
    for override in state.overrides.unread {
      let message = Message.unusedOverride(
        override,
        isInDefault: state.otherReads.isInDefault(override.subject.key),
        in: reporter.surroundings
      )
      let hints =
        override.nearMisses(in: state.defaults.values)
        + state.otherReads.hints(for: override.subject)
      for hint in hints { message.add("Near miss", hint) }
      reporter.report(InjectionIssue(.unusedOverride, message))
    }
  }

  // MARK: Reads

  func didRead(_ request: Request, _ found: Found, in layer: Layer, by build: Build?) {
    let (entry, key) = (found.entry, request.key)
    let isException = state.withLock { state in
      state.didRead(entry)
      if options.tracksOverrides, !request.isUpdate, !state.readsException {
        state.otherReads.add(request, found, in: layer, by: build)
      }
      let isNamed = state.awaitsException && build == nil
      if isNamed { state.awaitsException = false }
      if entry.isOverride || request.isUpdate { return true }
      if !state.readsException { state.defaults[key.id] = request.subject }
      if isNamed { state.exceptions.insert(key.id) }
      return state.exceptions.contains(key.id)
    }
    // In a live context, all defaults are live.
    let isLive = entry.isLive || options.context == .live && found.provider == nil
    if isException || !options.isStrict || !isLive || entry.isUnimplemented { return }
    let message = Message.liveDefault(request, in: reporter.surroundings)
    let sources = state.withLock { $0.sources }
    for hint in reporter.nearMisses(of: request, in: layer, sources: sources) {
      message.add("Near miss", hint)
    }
    let issue = reporter.issue(.liveDefault, message)
    let isKept = state.withLock { state in
      state.found?.append((key.id, issue))
      return state.found != nil
    }
    if !isKept { reporter.report(issue) }
  }

  /// A verification in the test has read overrides.
  func didVerify(_ overrides: Set<ObjectIdentifier>) {
    state.withLock { $0.overrides.didRead(overrides) }
  }

  /// Reads the properties that a strict test may read as defaults. The first key that each of them
  /// reads is an exception.
  ///
  /// Called in the scope of the values, before the test's body.
  func readExceptions(from values: InjectedValues) {
    for exception in options.exceptions {
      switch exception {
      case .anywhere(let read): readException { read(values) }
      case .onMainActor(let read):
        MainActor.precondition(notOnMainActor)
        MainActor.assumeIsolated { readException { read(values) } }
      }
    }
    didReadExceptions()
  }

  func readExceptions(from values: InjectedValues, isolation: isolated (any Actor)?) async {
    for exception in options.exceptions {
      switch exception {
      case .anywhere(let read): readException { read(values) }
      case .onMainActor(let read): await MainActor.run { readException { read(values) } }
      }
    }
    didReadExceptions()
  }

  private func readException(_ read: () -> Void) {
    state.withLock { ($0.readsException, $0.awaitsException) = (true, true) }
    read()
    state.withLock { ($0.readsException, $0.awaitsException) = (false, false) }
  }

  /// All exceptions are known: reports what isn't one.
  private func didReadExceptions() {
    let (found, exceptions) = state.withLock { state in (state.found.take() ?? [], state.exceptions)
    }
    for (key, issue) in found where !exceptions.contains(key) { reporter.report(issue) }
  }

  private var notOnMainActor: Message {
    Message(
      "An exception of a strict test is isolated to the main actor, and the scope is opened "
        + "outside of it.",
      label: "Opened at",
      source: reporter.source,
      fixes: """
        - Isolate the test to the main actor: @MainActor.
        - Or open the scope with await, so that the exception is read on the main actor.
        """
    )
  }
}

extension TestObserver.State {
  /// An override was read, or a default that stands on overrides.
  ///
  /// An override of a key that the default is scoped by counts, and so does provided code.
  fileprivate mutating func didRead(_ entry: Entry) {
    if readsException {
      if let record = entry.record { readByExceptions.insert(ObjectIdentifier(record)) }
      return
    }
    if entry.isOverride { overrides.didRead(entry) }
    var rest = entry.record.map { [$0] } ?? []
    while let record = rest.popLast() {
      for read in record.reads {
        if let override = read.override { overrides.didRead(override) }
        // Its own reads weren't counted when it was built.
        guard let inner = read.record, readByExceptions.remove(ObjectIdentifier(inner)) != nil
        else { continue }
        rest.append(inner)
      }
    }
  }
}
