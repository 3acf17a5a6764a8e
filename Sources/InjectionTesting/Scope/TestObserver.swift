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
    /// The keys of which checks tell nothing.
    var exceptions: [TestScopeOptions.Check: Set<KeyID>] = [:]
    /// What strictness has found, until all exceptions are known; `nil` from then on.
    var found: [(key: KeyID, issue: InjectionIssue)]?
    /// The check whose exception is being read, which is no read of the test.
    var reading: TestScopeOptions.Check?
    /// Whether the next read outside of a build names that exception.
    var awaitsKey = false
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
    if !scope.said.allOverrides.all.isEmpty { scopes?.add(scope) }
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
      let own = scope.said.allOverrides.all.lazy.compactMap { sources[ObjectIdentifier($0)] }.first
      reporter.report(
        InjectionIssue(.leakedScope, .leakedScope(scope, at: own ?? scope.said.source))
      )
    }
  }

  /// Reports the overrides that haven't been read.
  func reportUnreadOverrides() {
    guard options.tracksOverrides else { return }
    let state = state.withLock { $0 }
    for override in state.overrides.unread
    where !state.isException(override.subject.key.id, from: .unused) {
      let message = Message.unusedOverride(
        override,
        isInDefault: state.otherReads.isInDefault(override.subject.key),
        in: reporter.surroundings
      )
      // XCTest doesn't know the line of a method that is overridden.
      if !override.source.isKnown, reporter.test.endsWithScope {
        message.add("Overridden in", "inject(into:)")
      }
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
      if state.awaitsKey && build == nil {
        state.awaitsKey = false
        state.exceptions[state.reading!, default: []].insert(key.id)
      }
      if state.reading == nil, !request.isUpdate {
        if options.tracksOverrides { state.otherReads.add(request, found, in: layer, by: build) }
        if !entry.isOverride { state.defaults[key.id] = request.subject }
      }
      return entry.isOverride || request.isUpdate || state.reading == .unused
        || state.isException(key.id, from: .strict)
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

  /// Reads the exceptions. The first key that each of them reads is one.
  ///
  /// Called in the scope of the values, before the test's body.
  func readExceptions() {
    for exception in options.exceptions {
      switch exception.read {
      case .anywhere(let read): self.read(exception.check, read)
      case .onMainActor(let read):
        MainActor.precondition(notOnMainActor)
        MainActor.assumeIsolated { self.read(exception.check, read) }
      }
    }
    didReadExceptions()
  }

  func readExceptions(isolation: isolated (any Actor)?) async {
    for exception in options.exceptions {
      switch exception.read {
      case .anywhere(let read): self.read(exception.check, read)
      case .onMainActor(let read): await MainActor.run { self.read(exception.check, read) }
      }
    }
    didReadExceptions()
  }

  private func read(_ check: TestScopeOptions.Check, _ read: (InjectedValues) -> Void) {
    state.withLock { ($0.reading, $0.awaitsKey) = (check, true) }
    // A draft's reads don't count: a fixture that isn't overridden may be unimplemented.
    read(check == .strict ? .current : .draft(at: .unknown))
    state.withLock { ($0.reading, $0.awaitsKey) = (nil, false) }
  }

  /// All exceptions are known: reports what isn't one.
  private func didReadExceptions() {
    let all = state.withLock { state in
      defer { state.found = nil }
      return state
    }
    for (key, issue) in all.found ?? [] where !all.isException(key, from: .strict) {
      reporter.report(issue)
    }
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
  fileprivate func isException(_ key: KeyID, from check: TestScopeOptions.Check) -> Bool {
    exceptions[check]?.contains(key) == true
  }

  /// An override was read, or a default that stands on overrides.
  ///
  /// An override of a key that the default is scoped by counts, and so does provided code.
  fileprivate mutating func didRead(_ entry: Entry) {
    if reading != nil {
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
