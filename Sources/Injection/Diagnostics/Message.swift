/// The form of all messages: the fact; what it is about; what to do.
package struct Message: CustomStringConvertible {
  let fact: String
  package var details: [(label: String, text: String)] = []
  var fixes: [String]

  /// - Parameter declaration: Where the property is declared: said where the place is unknown.
  package init(
    _ fact: String,
    _ subject: Subject? = nil,
    place: SourcePlace = .unknown,
    declaration: SourcePlace = .unknown,
    fixes: [String]
  ) {
    self.fact = fact
    self.fixes = fixes
    if let property = subject?.property { details.append(("Property", "\\.\(property)")) }
    if let subject {
      details.append(("Key", "\(subject.key.type)"))
      details.append(("Value", typeName(subject.key.valueType)))
    }
    if place.isKnown {
      details.append(("Place", "\(place)"))
    } else if declaration.isKnown {
      details.append(("Declared", "\(declaration)"))
    }
  }

  package var description: String {
    var lines = [fact, ""]
    if !details.isEmpty {
      let width = details.map(\.label.count).max()! + 2
      for (label, text) in details {
        let padding = String(repeating: " ", count: width - label.count - 1)
        lines.append("  \(label):\(padding)\(text)")
      }
      lines.append("")
    }
    lines.append("To fix this:")
    lines += fixes.map { "- \($0)" }
    return lines.joined(separator: "\n")
  }
}
