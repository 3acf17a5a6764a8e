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
    let ids = safeIDs
    for edge in edges {
      guard let reader = ids[edge.reader], let read = ids[edge.read] else { continue }
      lines.append("  \(reader) \(edge.kind == .building ? "-->" : "-.->") \(read)")
    }
    return lines.joined(separator: "\n")
  }

  var safeIDs: [String: String] {
    Dictionary(nodes.map { ($0.id, $0.safeID) }, uniquingKeysWith: { first, _ in first })
  }

  /// Writes all that may have a meaning in a label as a character reference: `#35;`.
  private static func escapedForMermaid(_ text: String) -> String {
    text.unicodeScalars
      .map { $0.isPlain ? String($0) : "#\($0.value < 0x20 ? 0x20 : $0.value);" }
      .joined()
  }
}
