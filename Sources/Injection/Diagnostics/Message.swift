/// The form of all messages: the fact; what it is about; what to do (R20).
struct Message: CustomStringConvertible {
  let fact: String
  var details: [(label: String, text: String)] = []
  let fixes: [String]

  @inline(never)  // For size: each caller would hold a copy.
  init(
    _ fact: String,
    _ name: KeyName? = nil,
    value: Any.Type? = nil,
    place: SourcePlace? = nil,
    fixes: [String]
  ) {
    self.fact = fact
    self.fixes = fixes
    if let property = name?.property { details.append(("Property", "\\.\(property)")) }
    if let name { details.append(("Key", "\(name.key)")) }
    if let value { details.append(("Value", typeName(value))) }
    if let place { details.append(("Place", "\(place)")) }
  }

  var description: String {
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
