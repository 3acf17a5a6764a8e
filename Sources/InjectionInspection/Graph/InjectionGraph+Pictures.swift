extension InjectionGraph {
  /// The graph as a Mermaid flowchart, which code hosts draw in Markdown files.
  ///
  /// A solid arrow leads from a default to what it reads while it is built, a dotted one to what it
  /// reads later. Names may have any characters.
  public var mermaid: String {
    let boxes = nodes.map { node in
      // Mermaid has character references of its own: `#35;`.
      let label = node.label.map { escaped($0, "#") }
      return "  \(safeID(node.id))[\"\(label.joined(separator: "<br/>"))\"]"
    }
    let arrows = edges.map { edge in
      "  \(safeID(edge.reader)) \(edge.kind == .building ? "-->" : "-.->") \(safeID(edge.read))"
    }
    return (["flowchart LR"] + boxes + arrows).joined(separator: "\n")
  }

  /// The graph in DOT, the language of Graphviz.
  ///
  /// A solid arrow leads from a default to what it reads while it is built, a dashed one to what it
  /// reads later. Names may have any characters. All else that is known of a key is its tooltip.
  public var dot: String {
    // Graphviz reads character references in labels, as HTML has them: `&#38;`. It does so before
    // it looks for escapes like `\n`, so a backslash is two.
    func quoted(_ text: String) -> String { escaped(text.replacing("\\", with: "\\\\"), "&#") }
    let boxes = nodes.map { node in
      let label = node.label.map(quoted).joined(separator: "\\n")
      return "  \(safeID(node.id)) [label=\"\(label)\", tooltip=\"\(quoted(node.details))\"]"
    }
    let arrows = edges.map { edge in
      let style = edge.kind == .building ? "" : " [style=dashed]"
      return "  \(safeID(edge.reader)) -> \(safeID(edge.read))\(style)"
    }
    let start = ["digraph Injection {", "  rankdir=LR", "  node [shape=box]"]
    return (start + boxes + arrows + ["}"]).joined(separator: "\n")
  }
}

extension InjectionGraph.Node {
  /// The lines of a picture's box.
  fileprivate var label: [String] { [id, valueType] + (lifetime == "scoped" ? [] : [lifetime]) }
}

/// A text in which all that may have a meaning in a label is written as a character reference.
///
/// - Parameter reference: What one begins with; the character's number and a semicolon follow.
private func escaped(_ text: String, _ reference: String) -> String {
  text.unicodeScalars.map { $0.isPlain ? "\($0)" : "\(reference)\(max($0.value, 0x20));" }.joined()
}

/// An identifier in letters, digits and underscores: a picture's language may have meanings for
/// anything else, and even for some words.
private func safeID(_ id: String) -> String {
  "k_" + id.unicodeScalars.map { $0.isWord ? "\($0)" : "_\($0.value)_" }.joined()
}

extension Unicode.Scalar {
  /// Whether this is a letter or a digit of ASCII.
  fileprivate var isWord: Bool { isASCII && "\(self)".allSatisfy { $0.isLetter || $0.isNumber } }

  /// Whether no picture's language takes the character for itself when it is in quotes.
  ///
  /// A colon is not plain: after the word "style", Mermaid takes one for the start of a color.
  fileprivate var isPlain: Bool {
    isWord || " .,()-_".unicodeScalars.contains(self)
      || (value >= 0xA0 && properties.generalCategory != .format)
  }
}
