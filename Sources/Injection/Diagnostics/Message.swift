/// The form of all messages: the fact, its details, and how to fix it.
package struct Message: CustomStringConvertible {
  let fact: String
  package let subject: Subject?
  package var place: SourcePlace
  package let declaration: SourcePlace
  /// The kind of issue for a handler, or `nil` if handlers don't get it.
  var kind: InjectionIssue.Kind?
  /// For a default that needs itself: the keys of the circle, from one until it is needed again.
  var circle: [Subject] = []
  /// The name of the called function.
  var function: String?
  package var details: [(label: String, text: String)] = []
  var fixes: [String]

  /// - Parameter declaration: The place of the declaration, for a message whose place is unknown.
  package init(
    _ fact: String,
    _ subject: Subject? = nil,
    place: SourcePlace = .unknown,
    declaration: SourcePlace = .unknown,
    fixes: [String]
  ) {
    self.fact = fact
    self.subject = subject
    self.place = place
    self.declaration = declaration
    self.fixes = fixes
  }

  /// A message about a read.
  package init(_ fact: String, _ request: Request, fixes: [String]) {
    self.init(
      fact,
      request.subject,
      place: request.place,
      declaration: request.declaration,
      fixes: fixes
    )
  }

  package var description: String {
    var details = function.map { [("Function", $0)] } ?? []
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
    details += self.details
    let width = details.map(\.0.count).max() ?? 0
    var lines = [fact, ""]
    for (label, text) in details {
      let padding = String(repeating: " ", count: width - label.count)
      lines.append("  \(label): \(padding)\(text)")
    }
    if !details.isEmpty { lines.append("") }
    lines += ["To fix this:"] + fixes.map { "- \($0)" }
    return lines.joined(separator: "\n")
  }
}
