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

  /// Mermaid has character references of its own: `#35;`.
  private static func escapedForMermaid(_ text: String) -> String {
    escaped(text, reference: "#", backslash: "#92;")
  }
}
