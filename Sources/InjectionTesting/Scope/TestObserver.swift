import Injection

/// Observes a test's reads and overrides, and reports issues.
final class TestObserver: ScopeObserver, IssueObserver {
  private let options: TestScopeOptions
  /// The scopes that were opened, or `nil` if the options don't ask for leaks.
  let scopes: TrackedScopes?
  private let reporter: any TestReporter
  /// Where the test's scope was opened. Unknown if the library opened it.
  private let place: SourcePlace
  private let state = Lock(State())
  var surroundings: Surroundings { reporter.surroundings }

  private struct State {
    var overrides = TrackedOverrides()
    /// The place of the overrides that are being made in the test's own scope, or `nil` otherwise.
    var updatePlace: SourcePlace?
    /// The place of the last override of each key in the test's own scope.
    var basePlaces: [KeyDescription: SourcePlace] = [:]
    /// How many issues were reported, by cause.
    var reported: [String: Int] = [:]
    /// The keys that a strict test may read as defaults.
    var exceptions: Set<KeyDescription> = []
    /// Whether the next read outside of a build names an exception.
    var awaitsException = false
    /// The overrides that were made, and the defaults that were read.
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

  /// Sets the place of the overrides that are being made in the test's own scope.
  func setUpdatePlace(_ place: SourcePlace?) {
    state.withLock { $0.updatePlace = place }
  }

  func willOverride(_ override: Entry, in scope: Scope, declaration: SourcePlace) {
    scopes?.add(scope)
    let use = Use(key: override.key, property: override.property, declaration: declaration)
    state.withLock { state in
      let place = (scope.isBase ? state.updatePlace : nil) ?? scope.place
      if scope.isBase { state.basePlaces[use.key] = place }
      state.overridden.insert(use)
      if options.tracksOverrides { state.overrides.add(override, use, in: scope, at: place) }
    }
  }

  /// Reports scopes that should no longer exist.
  func report(leaked scopes: [Scope]) {
    for scope in scopes {
      let basePlaces = state.withLock { $0.basePlaces }
      let basePlace = scope.overrides.lazy.compactMap { basePlaces[$0.key] }.first
      let place = (scope.isBase ? basePlace : nil) ?? scope.place
      report(.leaked, .leaked(scope, at: place))
    }
  }

  /// Reports the overrides that haven't been read.
  func reportUnreadOverrides() {
    guard options.tracksOverrides else { return }
    let (unread, defaults) = state.withLock { ($0.overrides.unread, $0.defaults) }
    for override in unread {
      let hints = NearMiss.ofUnread(override, defaults: defaults)
      report(.neverRead, .neverRead(override), hints)
    }
  }

  // MARK: Reads

  func didBuild(_ entry: Entry, owner: Level?, in view: ScopeView) {
    guard options.tracksOverrides else { return }
    // An override of a key that this one is scoped by counts as read.
    for finding in entry.findings {
      let overrides = view.level(numbered: finding.override)?.overrides
      guard let override = overrides?.first(where: { $0.key == finding.key }) else { continue }
      state.withLock { $0.overrides.didRead(override) }
    }
  }

  func didRead(_ request: Request, _ entry: Entry, in view: ScopeView) {
    if entry.isOverride {
      return state.withLock { $0.overrides.didRead(entry) }
    }
    if request.isPreparation { return }
    let provider = view.override(providing: entry)
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
    // Without the place of the read, fall back to the test's.
    let place = request.place.isKnown ? request.place : self.place
    let kind: InjectionIssue.Kind
    let message: Message
    if entry.isUnimplemented {
      (kind, message) = (.unimplemented, .unimplemented(request, at: place, in: surroundings))
    } else if options.isStrict && (entry.isLive || isContextLive && provider == nil) && !isException
    {
      (kind, message) = (.notOverridden, .notOverridden(request, at: place, in: surroundings))
    } else {
      return
    }
    let (overridden, basePlaces) = state.withLock { ($0.overridden, $0.basePlaces) }
    let hints = NearMiss.ofDefault(read, in: view, overrides: overridden, basePlaces: basePlaces)
    report(kind, message, hints)
  }

  /// Whether the context is live, in which all defaults are live.
  private var isContextLive: Bool { options.context == .live }

  /// Reads the properties that a strict test may read as defaults. The first key that each of them
  /// reads is an exception.
  ///
  /// Called in the scope of the values, before the test's body.
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

  /// Reports an issue. Every issue is reported, since a known one must not hide the next. After the
  /// first ten from the same place, each is reported in one line.
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
    _ hints: [String] = []
  ) {
    var message = message
    message.details += hints.map { ("Near miss", $0) }
    report(InjectionIssue(kind, message))
  }
}
