import Injection
import InjectionInspection

/// Watches a test's reads and overrides, and reports issues, if the test's options need that.
final class TestObserver: ReadObserver {
  private let options: TestScopeOptions
  /// The scopes that were opened, or `nil` if the options don't ask for leaks.
  let scopes: TrackedScopes?
  private let reporter: ScopeReporter
  private let state = Lock(State())

  private struct State: Sendable {
    var overrides = TrackedOverrides()
    /// Where the overrides of the test's own scope were made, by the addresses of their entries.
    var sources: [ObjectIdentifier: SourceLine] = [:]
    /// The keys that a strict test may read as defaults.
    var exceptions: Set<KeyID> = []
    /// Whether the next read outside of a build names an exception.
    var awaitsException = false
    /// The defaults that were read.
    var defaults: [KeyID: Subject] = [:]
    var otherReads = OtherReads()
  }

  init(_ options: TestScopeOptions, _ reporter: ScopeReporter) {
    self.options = options
    self.scopes = options.tracksScopes ? TrackedScopes() : nil
    self.reporter = reporter
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
    if options.tracksHomes { reporter.report(.outlivedScope(home, from: current, at: source)) }
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
    // An override of a key that this one is scoped by counts as read, and so does provided code.
    let isException = state.withLock { state in
      for read in [entry] + (entry.record?.reads ?? []).compactMap(\.override) where read.isOverride
      {
        state.overrides.didRead(read)
      }
      if options.tracksOverrides, !request.isUpdate {
        state.otherReads.add(request, found, in: layer, by: build)
      }
      if entry.isOverride || request.isUpdate { return true }
      state.defaults[key.id] = request.subject
      if state.awaitsException && build == nil {
        state.awaitsException = false
        state.exceptions.insert(key.id)
      }
      return state.exceptions.contains(key.id)
    }
    // In a live context, all defaults are live.
    let isLive = entry.isLive || options.context == .live && found.provider == nil
    if isException || !options.isStrict || !isLive || entry.isUnimplemented { return }
    let message = Message.liveDefault(request, in: reporter.surroundings)
    let sources = state.withLock { $0.sources }
    for hint in layer.nearMisses(of: request, sources: sources) { message.add("Near miss", hint) }
    reporter.report(.liveDefault, message)
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
  }

  func readExceptions(from values: InjectedValues, isolation: isolated (any Actor)?) async {
    for exception in options.exceptions {
      switch exception {
      case .anywhere(let read): readException { read(values) }
      case .onMainActor(let read): await MainActor.run { readException { read(values) } }
      }
    }
  }

  private func readException(_ read: () -> Void) {
    state.withLock { $0.awaitsException = true }
    read()
    state.withLock { $0.awaitsException = false }
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
