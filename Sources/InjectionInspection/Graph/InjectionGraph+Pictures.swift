extension InjectionGraph {
  /// The graph as a Mermaid flowchart, which code hosts draw in Markdown files.
  ///
  /// A solid arrow points from a default to a value that it reads while it is built, a dotted arrow
  /// to one that it reads later. Names may contain any characters.
  ///
  /// - Complexity: O(nodes + edges).
  public var mermaid: String {
    let boxes = nodes.map { node in
      // Mermaid's own character references look like `#35;`.
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
  /// A solid arrow points from a default to a value that it reads while it is built, a dashed arrow
  /// to one that it reads later. Names may contain any characters. A tooltip has the details of a
  /// key.
  ///
  /// - Complexity: O(nodes + edges).
  public var dot: String {
    // Graphviz replaces HTML's character references, such as `&#38;`, before it looks for escapes,
    // such as `\n`, so a backslash is doubled.
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

/// A text in which characters that may have a meaning in a label are character references.
///
/// - Parameter reference: The start of a reference. The character's number and a semicolon follow.
private func escaped(_ text: String, _ reference: String) -> String {
  text.unicodeScalars.map { $0.isPlain ? "\($0)" : "\(reference)\(max($0.value, 0x20));" }.joined()
}

/// An identifier of letters, digits and underscores. Other characters, and even some words, may
/// have a meaning in a language for pictures.
private func safeID(_ id: String) -> String {
  "k_" + id.unicodeScalars.map { $0.isWord ? "\($0)" : "_\($0.value)_" }.joined()
}

extension Unicode.Scalar {
  /// Whether this is an ASCII letter or digit.
  fileprivate var isWord: Bool { isASCII && (Character(self).isLetter || Character(self).isNumber) }

  /// Whether the character has no special meaning in quotes, in either language.
  ///
  /// A colon has one: after the word "style", Mermaid reads it as the start of a color.
  fileprivate var isPlain: Bool {
    isWord || " .,()-_".unicodeScalars.contains(self)
      || (value >= 0xA0 && properties.generalCategory != .format)
  }
}
