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
func safeID(_ id: String) -> String {
  "k_"
    + escaped(id) { scalar in
      scalar.isLetterOrDigit ? nil : "_\(String(scalar.value, radix: 16))_"
    }
}

/// A text in which some characters are replaced: those that `replacement` has something for.
func escaped(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    escaped += replacement(scalar) ?? String(scalar)
  }
  return escaped
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
  }

  /// Whether no picture's language takes the character for itself when it is in quotes.
  ///
  /// A colon is not plain: after the word "style", Mermaid takes one for the start of a colour.
  var isPlain: Bool {
    isLetterOrDigit || " .,()-_".unicodeScalars.contains(self)
      || (value >= 0xA0 && properties.generalCategory != .format)
  }
}
