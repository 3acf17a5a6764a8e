extension InjectionGraph {
  /// The graph as a Mermaid flowchart, which code hosts draw in Markdown files.
  ///
  /// A solid arrow leads from a default to what it reads while it is built, a dotted one to what it
  /// reads later. Names may have any characters.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    for node in nodes {
      let label = node.label.map(InjectionGraph.escapedForMermaid).joined(separator: "<br/>")
      lines.append("  \(node.safeID)[\"\(label)\"]")
    }
    for edge in drawableEdges {
      lines.append("  \(edge.reader) \(edge.kind == .building ? "-->" : "-.->") \(edge.read)")
    }
    return lines.joined(separator: "\n")
  }

  /// The edges between nodes of the graph, with identifiers as `Node.safeID` has them.
  var drawableEdges: [Edge] {
    let ids = Set(nodes.map(\.id))
    var drawable: [Edge] = []
    for edge in edges where ids.contains(edge.reader) && ids.contains(edge.read) {
      drawable.append(
        Edge(reader: safeID(edge.reader), read: safeID(edge.read), kind: edge.kind)
      )
    }
    return drawable
  }

  /// Writes all that may have a meaning in a label as a character reference: `#35;`.
  private static func escapedForMermaid(_ text: String) -> String {
    escaped(text) { $0.isPlain ? nil : "#\(max($0.value, 0x20));" }
  }
}
