import Injection

/// Records reads and builds in a scope.
///
/// It holds neither values nor scopes, and doesn't grow with the number of reads or scopes.
final class GraphRecorder: ScopeObserver {
  /// `nil` after the end. Values that were built meanwhile still hold this observer.
  private let state = Lock<GraphDraft?>(GraphDraft())

  /// Ends the recording, and releases the draft.
  func end() { state.withLock { $0 = nil } }

  /// The graph recorded so far, or `nil` after the end.
  var draft: GraphDraft? { state.withLock { $0 } }

  func willOverride(_ override: Entry, in _: Scope, declaration _: SourcePlace) {
    state.withLock { $0?.forget(override) }
  }

  func didBuild(_ entry: Entry, owner: Level?, in view: ScopeView) {
    state.withLock { $0?.forget(entry) }
  }

  func didMakeProperty(at place: SourcePlace, in build: KeyDescription) {
    state.withLock { _ = $0?.makers[place, default: []].insert(build) }
  }

  func didRead(_ request: Request, _ entry: Entry, in view: ScopeView) {
    request.report(entry, in: view)
    // Held, so that no level is released under the lock, with values whose deinit reads others.
    let levels = view.levels
    state.withLock { draft in
      draft?.add(entry.finding, in: view)
      draft?.addLateRead(request, in: view.builtKey)
    }
    withExtendedLifetime(levels) {}
  }
}
