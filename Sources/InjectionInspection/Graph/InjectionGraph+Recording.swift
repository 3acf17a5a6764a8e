public import Injection

extension InjectedValues {
  /// The defaults that the scopes of these values have built, and what each was built from.
  ///
  /// The graph also has what these scopes override or provide. In an `InjectionGraph.recording`, it
  /// has everything recorded so far, including other scopes and what objects read later.
  ///
  /// Getting the graph reads and builds nothing.
  ///
  /// - Complexity: O(what the scopes keep and override × the depth of nesting).
  public var graph: InjectionGraph {
    let recorders = (Scope.current?.recordings ?? []).compactMap { $0.observer as? GraphRecorder }
    var draft = recorders.last?.draft ?? GraphDraft()
    draft.add(layer())
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
  /// The graph has every key that is read in `operation`, including the scopes it opens and the
  /// tasks it starts, with what each value was built from and what is overridden. It also has the
  /// later reads of objects that a default created while it was built in `operation`. Their
  /// injected properties are identified by the lines that declare them.
  ///
  /// Recorded reads are slower than others. Nothing is recorded after `operation` ends.
  ///
  /// - Parameter operation: The code to run. Neither it nor its result needs to be `Sendable`.
  /// - Returns: What `operation` returns, and the graph.
  /// - Throws: What `operation` throws, with its type.
  public static func recording<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, graph: InjectionGraph) {
    let recorder = GraphRecorder()
    defer { _ = recorder.end() }  // Also when it throws.
    let result = try enter(.recorded(by: recorder, in: Scope.current), operation)
    return (result, recorder.draft!.graph)
  }

  /// Runs `operation`, and records what is read and built in it.
  ///
  /// `operation` runs on the caller's actor. Otherwise this is the same as the synchronous form.
  ///
  /// - Parameter operation: The code to run. Neither it nor its result needs to be `Sendable`.
  /// - Returns: What `operation` returns, and the graph.
  /// - Throws: What `operation` throws, with its type.
  public static func recording<Result, Failure: Error>(
    _ operation: () async throws(Failure) -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> (result: Result, graph: InjectionGraph) {
    let recorder = GraphRecorder()
    defer { _ = recorder.end() }  // Also when it throws.
    let scope = Scope.recorded(by: recorder, in: Scope.current)
    let result = try await enter(scope, isolation: isolation, operation)
    return (result, recorder.draft!.graph)
  }
}
