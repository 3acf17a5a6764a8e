import Injection
import InjectionInspection
import Synchronization

/// Sees what a test reads, and reports what the test should fail for.
final class TestObserver: GraphRecording {
  /// What the graph of the test's values is made from.
  let recorder = GraphRecorder()

  private let options: TestScopeOptions
  private let reporter: any TestReporter
  /// Where the test's scope was opened.
  private let place: SourcePlace
  private let state = Mutex(State())

  private struct State {
    var overrides = TrackedOverrides()
    /// The causes of the issues that were reported.
    var reported: Set<String> = []
    /// The keys that a strict test may read as defaults.
    var exceptions: Set<KeyDescription> = []
    /// Whether the next read from outside of a build names an exception.
    var awaitsException = false
    /// The keys whose defaults were read.
    var defaults: Set<KeyDescription> = []
  }

  init(_ options: TestScopeOptions, _ reporter: any TestReporter, at place: SourcePlace) {
    self.options = options
    self.reporter = reporter
    self.place = place
  }

  // MARK: Overrides

  /// Says where the overrides of the test's own scope come from, while they are made.
  ///
  /// - Parameter place: `nil` where only the declaration of the property is known.
  func setOverridePlace(_ place: SourcePlace??) {
    state.withLock { $0.overrides.basePlace = place }
  }

  func willOverride(_ override: Entry, in scope: Scope, declaration: SourcePlace) {
    recorder.willOverride(override, in: scope, declaration: declaration)
    if !options.tracksOverrides { return }
    state.withLock { $0.overrides.add(override, in: scope, declaration: declaration) }
  }

  /// Reports the overrides that were not read so far.
  func reportUnreadOverrides() {
    guard options.tracksOverrides else { return }
    let (unread, defaults) = state.withLock { ($0.overrides.unread, $0.defaults) }
    for override in unread {
      let hints = NearMiss.ofUnread(override, defaults: defaults)
      report(.neverRead, override.subject, at: override.place, hints: hints)
    }
  }

  // MARK: Reads

  func didBuild(_ entry: Entry, owner: Scope?, in view: Scope) {
    recorder.didBuild(entry, owner: owner, in: view)
  }

  func didMakeProperty(at place: SourcePlace, in build: KeyDescription) {
    recorder.didMakeProperty(at: place, in: build)
  }

  func didRead(_ request: Request, _ entry: Entry, in scope: Scope) {
    recorder.didRead(request, entry, in: scope)
    let key = request.key
    if entry.isOverride {
      return state.withLock { $0.overrides.didRead(entry) }
    }
    let provider = scope.override(providing: entry)
    if request.isPreparation { return }
    let isException = state.withLock { state in
      if let provider { state.overrides.didRead(provider) }
      state.defaults.insert(key)
      if state.awaitsException && scope.builtKey == nil {
        state.awaitsException = false
        state.exceptions.insert(key)
      }
      return state.exceptions.contains(key)
    }
    let kind: InjectionIssue.Kind
    if entry.isUnimplemented {
      kind = .unimplemented
    } else if options.isStrict && entry.isLive && !isException {
      kind = .notOverridden
    } else {
      return
    }
    // The file of an app's keys is not where the mistake is: then the test's own place has to do.
    let place = request.isPlaceOfKey ? self.place : request.place
    report(kind, request.subject, at: place, hints: NearMiss.sameType(as: key, in: scope))
  }

  /// Reads properties that a strict test may read as defaults: of each, the first key that it reads.
  func readExceptions(from values: InjectedValues) {
    for read in options.exceptions {
      state.withLock { $0.awaitsException = true }
      read(values)
      state.withLock { $0.awaitsException = false }
    }
  }

  // MARK: Reporting

  /// Reports an issue once for its cause and place.
  private func report(
    _ kind: InjectionIssue.Kind,
    _ subject: Subject,
    at place: SourcePlace,
    hints: [String]
  ) {
    let cause = "\(kind) \(subject.key.id) \(place.fileID):\(place.line)"
    guard state.withLock({ $0.reported.insert(cause).inserted }) else { return }
    var message = kind.message(subject, place)
    message.details += hints.map { ("Near miss", $0) }
    reporter.report(
      InjectionIssue(kind, subject, place: place, description: message.description)
    )
  }
}
