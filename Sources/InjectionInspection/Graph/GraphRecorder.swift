import Injection

/// Records reads and builds.
///
/// It holds no scopes, and doesn't grow with the number of reads or scopes.
final class GraphRecorder: ReadObserver {
  /// `nil` after the end, when tasks may still have this observer.
  private let state = Lock<GraphDraft?>(GraphDraft())

  /// Ends the recording, and returns what was recorded.
  func end() -> GraphDraft? { state.withLock { $0.take() } }

  /// The graph recorded so far, or `nil` after the end.
  var draft: GraphDraft? { state.withLock { $0 } }

  func didMakeProperty(at source: SourceLine, in build: Build) {
    state.withLock { _ = $0?.makers[source.id, default: []].insert(build.key.id) }
  }

  func didRead(_ request: Request, _ found: Found, in layer: Layer, by build: Build?) {
    // Outlives the lock: a value that it is the last to hold may read others when it goes.
    var kept = KeptDefaults(layer)
    defer { withExtendedLifetime(kept) {} }
    state.withLock { draft in
      draft?.add(found, &kept)
      draft?.addLateRead(request, in: build?.key.id)
    }
  }
}
