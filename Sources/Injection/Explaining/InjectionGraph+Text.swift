extension InjectionGraph: CustomStringConvertible {
  /// The same as ``text``.
  public var description: String { text }

  /// All that the graph holds, for people.
  ///
  /// ```
  /// userService: any UserService
  ///   UserServiceKey, scoped, built once, kept by the process
  ///   reads repository
  ///   reads logger later
  /// ```
  public var text: String {
    nodes.map { node in
      var lines = ["\(node.title): \(node.valueType)", "  " + node.details]
      for edge in edges where edge.reader == node.id {
        lines.append("  reads \(edge.read)" + (edge.kind == .later ? " later" : ""))
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension InjectionGraph.Node {
  /// What a picture calls the node.
  var title: String { id }

  /// All but the title and the type of the value, in one line.
  var details: String {
    var parts = [key]
    if let lifetime { parts.append(lifetime.rawValue) }
    switch builds {
    case 0: parts.append("not built")
    case 1: parts.append("built once")
    default: parts.append("built \(builds) times")
    }
    parts += owners.map { "kept by \($0)" }
    parts += overrides.map(\.asOverriding)
    return parts.joined(separator: ", ")
  }
}
