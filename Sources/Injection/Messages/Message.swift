/// The form of all messages: the fact, its details, and how to fix it.
package final class Message {
  let fact: String
  package let subject: Subject?
  /// The line of code that the message is about.
  package private(set) var source: SourceLine
  /// What happens on that line: `Read at`.
  private var label: String
  /// Where the property is declared, for a message whose line is unknown.
  private(set) var declaration: SourceLine
  /// Whether it is about a read.
  private var isRead: Bool
  /// The kind of issue for a handler, or `nil` if handlers don't get it.
  package var kind: Optional<InjectionIssue.Kind>
  /// The name of the called function.
  var function: Optional<String>
  private var details: String
  /// One or more lines, each with a dash.
  var fixes: String

  @inline(never) package init(
    _ fact: String,
    _ subject: Subject? = nil,
    label: String = "Called at",
    source: SourceLine = .unknown,
    fixes: String
  ) {
    (self.fact, self.subject, self.fixes) = (fact, subject, fixes)
    (self.label, self.source) = (label, source)
    (declaration, isRead, kind, function, details) = (.unknown, false, nil, nil, "")
  }

  /// A message about a read.
  @inline(never) package convenience init(_ fact: String, _ request: Request, fixes: String) {
    self.init(fact, request.subject, label: "Read at", source: request.source, fixes: fixes)
    declaration = request.declaration
    isRead = true
  }

  /// Sets the line that the message is about.
  package func locate(_ label: String, _ source: SourceLine) {
    (self.label, self.source) = (label, source)
  }

  @inline(never) package func add(_ label: String, _ text: String) { details.add(label, text) }

  @inline(never) func addFix(_ action: String, _ code: String) {
    fixes += "\n- Or \(action): \(code)"
  }

  package var description: String {
    var text = fact + "\n"
    text.add("Function", function)
    if let subject {
      text.add("Property", subject.property.map { "\\." + $0 })
      if isRead && subject.property == nil { text.add("Read in", subject.user) }
      text.add("Key", subject.key.name)
      text.add("Value", typeName(subject.key.valueType))
    }
    if source.isKnown {
      text.add(label, source.description)
    } else if declaration.isKnown {
      text.add("Declared at", declaration.description)
    }
    text += details
    if !text.hasSuffix("\n") { text += "\n" }
    return "\(text)\nTo fix this:\n\(fixes)"
  }
}

extension String {
  /// Adds a detail of a message, if there is one.
  @inline(never) fileprivate mutating func add(_ label: String, _ detail: String?) {
    if let detail { self += "\n  \(label): \(detail)" }
  }
}
