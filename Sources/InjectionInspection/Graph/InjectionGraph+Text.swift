extension InjectionGraph: CustomStringConvertible {
  /// The same as `text`.
  public var description: String { text }

  /// The whole graph as text.
  ///
  /// ```
  /// userService: any UserService
  ///   UserServiceKey, scoped, built once, kept by the process
  ///   reads repository
  ///   reads logger later
  /// ```
  ///
  /// - Complexity: O(nodes + edges).
  public var text: String {
    let edges = Dictionary(grouping: edges, by: \.reader)
    return nodes.flatMap { node in
      let lines = (edges[node.id] ?? []).map {
        "  reads \($0.read)" + ($0.kind == .later ? " later" : "")
      }
      return ["\(node.id): \(node.valueType)", "  " + node.details] + lines
    }.joined(separator: "\n")
  }
}

extension InjectionGraph.Node {
  /// Everything except the identifier and the value's type, in one line.
  var details: String {
    var parts = [key, lifetime]
    if builds > 0 { parts.append(builds == 1 ? "built once" : "built \(builds) times") }
    parts += owners.map { "kept by \($0)" }
    parts += providers.map { $0.what("provided") }
    parts += overrides.map { $0.what("overridden") }
    return parts.joined(separator: ", ")
  }
}
