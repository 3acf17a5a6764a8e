package import Injection
import Synchronization

/// An observer that has a graph of what it sees.
package protocol GraphRecording: ScopeObserver {
  var recorder: GraphRecorder { get }
}

/// Records what is read and built in a scope.
///
/// It holds neither values nor scopes, and does not grow with the number of reads or scopes.
package final class GraphRecorder: GraphRecording {
  package var recorder: GraphRecorder { self }

  private struct State {
    var draft = GraphDraft()
    /// The keys in whose builds a property was made, by its declaration.
    var makers: [SourcePlace: Set<KeyDescription>] = [:]
  }

  /// `nil` when nothing more is recorded: what was built meanwhile keeps its observers.
  private let state = Mutex<State?>(State())

  package init() {}

  /// Ends the recording, and lets go of all that was recorded.
  func end() { state.withLock { $0 = nil } }

  /// What was recorded so far; `nil` when the recording has ended.
  var draft: GraphDraft? { state.withLock { $0?.draft } }

  package func didBuild(_ entry: Entry, owner: Scope?, in view: Scope) {
    state.withLock { $0?.draft.forget(entry) }
  }

  package func didMakeProperty(at place: SourcePlace, in build: KeyDescription) {
    state.withLock { _ = $0?.makers[place, default: []].insert(build) }
  }

  package func didRead(_ request: Request, _ entry: Entry, in scope: Scope) {
    request.report(entry, in: scope)
    // Held, so that none goes under the lock, and with it values that read others.
    let view = Array(scope.ancestors)
    let running = scope.builtKey
    state.withLock { state in
      state?.draft.add(entry.finding, in: scope)
      if request.isPlaceOfKey { return }
      // What the running build reads is in its record.
      for maker in state?.makers[request.place] ?? [] where maker !== running {
        state?.draft.addLateRead(of: request.key, by: maker)
      }
    }
    withExtendedLifetime(view) {}
  }
}
