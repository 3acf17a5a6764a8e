package import Injection

/// An observer that has a graph of what it sees.
package protocol GraphRecording: ScopeObserver { var recorder: GraphRecorder { get } }

/// Records what is read and built in a scope.
///
/// It holds neither values nor scopes, and does not grow with the number of reads or scopes.
package final class GraphRecorder: GraphRecording {
  package var recorder: GraphRecorder { self }

  /// `nil` when nothing more is recorded: what was built meanwhile keeps its observers.
  private let state = Lock<GraphDraft?>(GraphDraft())

  package init() {}

  /// Ends the recording, and lets go of all that was recorded.
  func end() { state.withLock { $0 = nil } }

  /// What was recorded so far; `nil` when the recording has ended.
  var draft: GraphDraft? { state.withLock { $0 } }

  package func willOverride(_ override: Entry, in _: Scope, declaration _: SourcePlace) {
    state.withLock { $0?.forget(override) }
  }

  package func didBuild(_ entry: Entry, owner: Level?, in view: ScopeView) {
    state.withLock { $0?.forget(entry) }
  }

  package func didMakeProperty(at place: SourcePlace, in build: KeyDescription) {
    state.withLock { _ = $0?.makers[place, default: []].insert(build) }
  }

  package func didRead(_ request: Request, _ entry: Entry, in view: ScopeView) {
    request.report(entry, in: view)
    // Held, so that none goes under the lock, and with it values that read others.
    let levels = view.levels
    state.withLock { draft in
      draft?.add(entry.finding, in: view)
      draft?.addLateRead(request, in: view.builtKey)
    }
    withExtendedLifetime(levels) {}
  }
}
