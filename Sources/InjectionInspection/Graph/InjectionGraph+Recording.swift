public import Injection

extension InjectedValues {
  /// What the scopes of these values have built, and from what.
  ///
  /// It holds the defaults that these scopes keep, what those read while they were built, and what
  /// these scopes override or provide. In a test's scope and in an `InjectionGraph.recording` it
  /// also holds what was recorded so far, in other scopes too, and so what objects read later.
  ///
  /// Nothing is read or built by asking. Use it on any thread, in any task or actor.
  ///
  /// - Complexity: O(what the scopes keep and override × the depth of nesting).
  public var graph: InjectionGraph {
    var recorded: GraphDraft?
    seen.observation?.tell {
      recorded = recorded ?? ($0 as? any GraphRecording)?.recorder.draft
    }
    var draft = recorded ?? GraphDraft()
    draft.add(seen)
    return draft.graph
  }
}

extension InjectionGraph {
  /// Runs `operation`, and records what is read and built in it.
  ///
  /// ```swift
  /// let (receipt, graph) = await InjectionGraph.recording { await checkout() }
  /// print(graph.mermaid)
  /// ```
  ///
  /// The graph holds every key that is read in `operation`, in the scopes that are opened and the
  /// tasks that are started there, with what it is built from, and what is overridden there. It
  /// also has what objects read later, if they were made by a default that was built there: through
  /// their injected properties, which are told apart by where they are declared.
  ///
  /// Recorded reads take a slower way than others. Nothing is recorded after `operation` has ended.
  /// Use it on any thread, in any task or actor.
  ///
  /// - Parameters:
  ///   - operation: What to run. Neither it nor its result need be `Sendable`.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Returns: What `operation` returns, and the graph.
  /// - Throws: What `operation` throws, with its type.
  public static func recording<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) -> (result: Result, graph: InjectionGraph) {
    let recorder = GraphRecorder()
    let values = InjectedValues.current.observed(by: recorder, at: SourcePlace(fileID, line))
    defer { recorder.end() }
    return (try withInjected(values, operation: operation), recorder.draft!.graph)
  }

  /// Runs `operation`, and records what is read and built in it.
  ///
  /// `operation` runs on the caller's actor. See the synchronous form for all else.
  ///
  /// - Parameters:
  ///   - operation: What to run. Neither it nor its result need be `Sendable`.
  ///   - isolation: The caller's actor; leave the default.
  ///   - fileID: The source location; leave the default.
  ///   - line: The source location; leave the default.
  /// - Returns: What `operation` returns, and the graph.
  /// - Throws: What `operation` throws, with its type.
  public static func recording<Result, Failure: Error>(
    _ operation: () async throws(Failure) -> Result,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws(Failure) -> (result: Result, graph: InjectionGraph) {
    let recorder = GraphRecorder()
    let values = InjectedValues.current.observed(by: recorder, at: SourcePlace(fileID, line))
    defer { recorder.end() }
    let result = try await withInjected(values, operation: operation, isolation: isolation)
    return (result, recorder.draft!.graph)
  }
}
