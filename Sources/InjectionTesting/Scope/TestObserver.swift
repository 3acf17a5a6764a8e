import Injection
import InjectionInspection

/// Sees what a test reads, and reports what the test should fail for.
final class TestObserver: GraphRecording, IssueObserver {
  /// What the graph of the test's values is made from.
  let recorder = GraphRecorder()

  private let options: TestScopeOptions
  /// The scopes that were opened; `nil` where nobody asked.
  let scopes: TrackedScopes?
  private let reporter: any TestReporter
  /// Where the test's scope was opened; unknown where only the library knows of it.
  private let place: SourcePlace
  private let state = Lock(State())

  private struct State {
    var overrides = TrackedOverrides()
    /// Where the overrides of the test's own scope come from, while they are made; `nil` when that
    /// is over.
    var updatePlace: SourcePlace?
    /// The same of those that were made: of each key, the last one.
    var basePlaces: [KeyDescription: SourcePlace] = [:]
    /// How many issues were reported, by cause.
    var reported: [String: Int] = [:]
    /// The keys that a strict test may read as defaults.
    var exceptions: Set<KeyDescription> = []
    /// Whether the next read from outside of a build names an exception.
    var awaitsException = false
    /// What was overridden, and which defaults were read.
    var overridden: Set<Use> = []
    var defaults: Set<Use> = []
  }

  init(_ options: TestScopeOptions, _ reporter: any TestReporter, at place: SourcePlace) {
    self.options = options
    self.scopes = options.tracksScopes ? TrackedScopes() : nil
    self.reporter = reporter
    self.place = place
  }

  // MARK: Overrides

  /// Says where the overrides of the test's own scope come from, while they are made.
  func setUpdatePlace(_ place: SourcePlace?) {
    state.withLock { $0.updatePlace = place }
  }

  func willOverride(_ override: Entry, in scope: Scope, declaration: SourcePlace) {
    recorder.willOverride(override, in: scope, declaration: declaration)
    scopes?.add(scope)
    let use = Use(key: override.key, property: override.property, declaration: declaration)
    state.withLock { state in
      let place = (scope.isBase ? state.updatePlace : nil) ?? scope.place
      if scope.isBase { state.basePlaces[use.key] = place }
      state.overridden.insert(use)
      if options.tracksOverrides { state.overrides.add(override, use, in: scope, at: place) }
    }
  }

  /// Reports scopes that should have gone.
  func report(leaked scopes: [Scope]) {
    for scope in scopes {
      let basePlaces = state.withLock { $0.basePlaces }
      let basePlace = scope.overrides.lazy.compactMap { basePlaces[$0.key] }.first
      let place = (scope.isBase ? basePlace : nil) ?? scope.place
      let message = Message.leaked(scope, at: place)
      report(InjectionIssue(.leaked, nil, place: place, description: message.description))
    }
  }

  /// Reports the overrides that were not read so far.
  func reportUnreadOverrides() {
    guard options.tracksOverrides else { return }
    let (unread, defaults) = state.withLock { ($0.overrides.unread, $0.defaults) }
    for override in unread {
      let hints = NearMiss.ofUnread(override, defaults: defaults)
      report(
        .neverRead,
        .neverRead(override),
        override.subject,
        at: override.place,
        declaration: override.use.declaration,
        hints
      )
    }
  }

  // MARK: Reads

  func didBuild(_ entry: Entry, owner: Level?, in view: ScopeView) {
    recorder.didBuild(entry, owner: owner, in: view)
    guard options.tracksOverrides else { return }
    // Overrides of what the key is scoped by count as read, though nobody reads them.
    for finding in entry.findings {
      guard case .override = finding.found, let override = finding.entry(in: view) else { continue }
      state.withLock { $0.overrides.didRead(override) }
    }
  }

  func didMakeProperty(at place: SourcePlace, in build: KeyDescription) {
    recorder.didMakeProperty(at: place, in: build)
  }

  func didRead(_ request: Request, _ entry: Entry, in view: ScopeView) {
    recorder.didRead(request, entry, in: view)
    if entry.isOverride {
      return state.withLock { $0.overrides.didRead(entry) }
    }
    let provider = view.override(providing: entry)
    if request.isPreparation { return }
    let read = Use(
      key: request.key,
      property: request.property,
      declaration: request.declaration
    )
    let isException = state.withLock { state in
      if let provider { state.overrides.didRead(provider) }
      state.defaults.insert(read)
      if state.awaitsException && view.builtKey == nil {
        state.awaitsException = false
        state.exceptions.insert(read.key)
      }
      return state.exceptions.contains(read.key)
    }
    // Where nobody knows the place of the read, that of the test has to do.
    let place = request.place.isKnown ? request.place : self.place
    let kind: InjectionIssue.Kind
    let message: Message
    if entry.isUnimplemented {
      (kind, message) = (.unimplemented, .unimplemented(request, at: place))
    } else if options.isStrict && (entry.isLive || isContextLive && provider == nil) && !isException
    {
      (kind, message) = (.notOverridden, .notOverridden(request, at: place))
    } else {
      return
    }
    let (overridden, basePlaces) = state.withLock { ($0.overridden, $0.basePlaces) }
    let hints = NearMiss.ofDefault(read, in: view, overrides: overridden, basePlaces: basePlaces)
    report(kind, message, request.subject, at: place, declaration: request.declaration, hints)
  }

  /// In a live context, all defaults are live.
  private var isContextLive: Bool { options.context == .live }

  /// Reads properties that a strict test may read as defaults: of each, the first key that it
  /// reads.
  ///
  /// In the scope of the values, before the test's body.
  func readExceptions(from values: InjectedValues) {
    for exception in options.exceptions {
      switch exception {
      case .anywhere(let read): readException { read(values) }
      case .onMainActor(let read):
        if !MainActor.isRunning { stop() }
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

  private func stop() -> Never {
    let message = Message(
      "An exception of a strict test is isolated to the main actor, and the scope is opened "
        + "outside of it.",
      place: place,
      fixes: [
        "Open the scope on the main actor: @MainActor before the test.",
        "Or with await: then it is read there.",
      ]
    )
    fatalError(message.description, file: place.file, line: UInt(place.line))
  }

  // MARK: Reporting

  /// Reports an issue: each, since one that is expected must not hide the next one. Those of a loop
  /// are told in a line, after the first ten.
  func report(_ issue: InjectionIssue) {
    let cause = "\(issue.kind) \(issue.key ?? "") \(issue.place.fileID):\(issue.place.line)"
    let count = state.withLock { state in
      state.reported[cause, default: 0] += 1
      return state.reported[cause]!
    }
    reporter.report(count <= 10 ? issue : issue.repeated(count))
  }

  private func report(
    _ kind: InjectionIssue.Kind,
    _ message: Message,
    _ subject: Subject,
    at place: SourcePlace,
    declaration: SourcePlace,
    _ hints: [String]
  ) {
    var message = message
    message.details += hints.map { ("Near miss", $0) }
    report(
      InjectionIssue(
        kind,
        subject,
        place: place,
        declaration: declaration,
        description: message.description
      )
    )
  }
}
