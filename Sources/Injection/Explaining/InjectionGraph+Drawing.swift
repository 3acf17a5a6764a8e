// What the languages of pictures have in common.

extension InjectionGraph {
  /// The edges between nodes of the graph, with identifiers as `Node.safeID` has them.
  var drawableEdges: [Edge] {
    let ids = Set(nodes.map(\.id))
    var drawable: [Edge] = []
    for edge in edges where ids.contains(edge.reader) && ids.contains(edge.read) {
      let edge = Edge(reader: safeID(edge.reader), read: safeID(edge.read), kind: edge.kind)
      drawable.append(edge)
    }
    return drawable
  }

  /// A text in which all that may have a meaning in a label is written as a character reference.
  ///
  /// - Parameters:
  ///   - reference: What a reference begins with; the character's number and a semicolon follow.
  ///   - backslash: What to write for a backslash.
  static func escaped(_ text: String, reference: String, backslash: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar.isPlain {
        escaped += String(scalar)
      } else if scalar == "\\" {
        escaped += backslash
      } else {
        escaped += "\(reference)\(max(scalar.value, 0x20));"
      }
    }
    return escaped
  }
}

extension InjectionGraph.Node {
  /// The lines of a picture's box.
  var label: [String] {
    var lines = [title, valueType]
    if let lifetime, lifetime != .scoped { lines.append(lifetime.rawValue) }
    return lines
  }

  var safeID: String { Injection.safeID(id) }
}

/// A node's identifier in letters, digits and underscores: a picture's language may have meanings for
/// anything else, and even for some words.
private func safeID(_ id: String) -> String {
  var safe = "k_"
  for scalar in id.unicodeScalars {
    safe += scalar.isLetterOrDigit ? String(scalar) : "_\(String(scalar.value, radix: 16))_"
  }
  return safe
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  /// Whether no picture's language takes the character for itself when it is in quotes.
  ///
  /// A colon is not plain: after the word "style", Mermaid takes one for the start of a colour.
  fileprivate var isPlain: Bool {
    switch self {
    case " ", ".", ",", "(", ")", "-", "_": true
    default: isLetterOrDigit || (value >= 0xA0 && properties.generalCategory != .format)
    }
  }
}
