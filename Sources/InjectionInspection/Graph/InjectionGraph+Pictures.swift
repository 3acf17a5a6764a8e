extension InjectionGraph {
  /// The graph as a Mermaid flowchart, which code hosts draw in Markdown files.
  ///
  /// A solid arrow leads from a default to what it reads while it is built, a dotted one to what it
  /// reads later. Names may have any characters.
  public var mermaid: String {
    var lines = ["flowchart LR"]
    for node in nodes {
      // Mermaid has character references of its own: `#35;`.
      let label = node.label.map { escaped($0, reference: "#", backslash: "#92;") }
      lines.append("  \(safeID(node.id))[\"\(label.joined(separator: "<br/>"))\"]")
    }
    for edge in edges {
      let arrow = edge.kind == .building ? "-->" : "-.->"
      lines.append("  \(safeID(edge.reader)) \(arrow) \(safeID(edge.read))")
    }
    return lines.joined(separator: "\n")
  }

  /// The graph in DOT, the language of Graphviz.
  ///
  /// A solid arrow leads from a default to what it reads while it is built, a dashed one to what it
  /// reads later. Names may have any characters. All else that is known of a key is its tooltip.
  public var dot: String {
    // Graphviz reads character references in labels, as HTML has them: `&#38;`. It does so before it looks
    // for escapes like `\n`.
    func quoted(_ text: String) -> String { escaped(text, reference: "&#", backslash: "\\\\") }
    var lines = ["digraph Injection {", "  rankdir=LR", "  node [shape=box]"]
    for node in nodes {
      let label = node.label.map(quoted).joined(separator: "\\n")
      let tooltip = quoted(node.details)
      lines.append("  \(safeID(node.id)) [label=\"\(label)\", tooltip=\"\(tooltip)\"]")
    }
    for edge in edges {
      let style = edge.kind == .building ? "" : " [style=dashed]"
      lines.append("  \(safeID(edge.reader)) -> \(safeID(edge.read))\(style)")
    }
    return lines.joined(separator: "\n") + "\n}"
  }
}

extension InjectionGraph.Node {
  /// The lines of a picture's box.
  fileprivate var label: [String] {
    [id, valueType] + (lifetime == "scoped" ? [] : [lifetime])
  }
}

/// A text in which all that may have a meaning in a label is written as a character reference.
///
/// - Parameters:
///   - reference: What a reference begins with; the character's number and a semicolon follow.
///   - backslash: What to write for a backslash.
private func escaped(_ text: String, reference: String, backslash: String) -> String {
  text.unicodeScalars.map { scalar in
    if scalar.isPlain { return String(scalar) }
    return scalar == "\\" ? backslash : "\(reference)\(max(scalar.value, 0x20));"
  }.joined()
}

/// An identifier in letters, digits and underscores: a picture's language may have meanings for
/// anything else, and even for some words.
private func safeID(_ id: String) -> String {
  "k_"
    + id.unicodeScalars.map { scalar in
      scalar.isLetterOrDigit ? String(scalar) : "_\(String(scalar.value, radix: 16))_"
    }.joined()
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    isASCII && (properties.isAlphabetic || properties.numericType != nil)
  }

  /// Whether no picture's language takes the character for itself when it is in quotes.
  ///
  /// A colon is not plain: after the word "style", Mermaid takes one for the start of a color.
  fileprivate var isPlain: Bool {
    isLetterOrDigit || " .,()-_".unicodeScalars.contains(self)
      || (value >= 0xA0 && properties.generalCategory != .format)
  }
}
