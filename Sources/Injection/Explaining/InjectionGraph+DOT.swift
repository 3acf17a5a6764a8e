extension InjectionGraph {
  /// The graph in DOT, the language of Graphviz.
  ///
  /// A solid arrow leads from a default to what it reads while it is built, a dashed one to what it
  /// reads later. Names may have any characters. All else that is known of a key is its tooltip.
  public var dot: String {
    var lines = ["digraph Injection {", "  rankdir=LR", "  node [shape=box]"]
    for node in nodes {
      let label = node.label.map(InjectionGraph.escapedForDOT).joined(separator: "\\n")
      let tooltip = InjectionGraph.escapedForDOT(node.details)
      lines.append("  \(node.safeID) [label=\"\(label)\", tooltip=\"\(tooltip)\"]")
    }
    for edge in drawableEdges {
      let style = edge.kind == .building ? "" : " [style=dashed]"
      lines.append("  \(edge.reader) -> \(edge.read)\(style)")
    }
    lines.append("}")
    return lines.joined(separator: "\n")
  }

  /// Graphviz reads character references in labels, as HTML has them: `&#38;`. It does so before it looks
  /// for escapes like `\n`.
  private static func escapedForDOT(_ text: String) -> String {
    escaped(text, reference: "&#", backslash: "\\\\")
  }
}
