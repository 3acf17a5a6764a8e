/// The expansion of `@InjectableClient` for a struct.
struct InjectableClient: Macro {
  let declaration: [UInt8]

  init(attribute: [UInt8], declaration: [UInt8], context: [UInt8]?) {
    self.declaration = declaration
  }

  /// A stored property that the initializer sets.
  struct Property {
    let stored: PropertyDeclaration

    /// `nil` if the code of its type is not that of a function.
    let function: FunctionType?

    /// The function, which must have an implementation. An optional one is `nil` without.
    var implemented: FunctionType? { function.flatMap { $0.isOptional ? nil : $0 } }
    var name: String { stored.name.text }
    var hasValue: Bool { !stored.initialValue.isEmpty }
  }

  func expand(_ role: String) -> ExpandedCode? {
    guard role == "member" else { return nil }
    guard let client = StructDeclaration(tokens, of: declaration) else {
      let message = "'@InjectableClient' can only be applied to a struct"
      return ExpandedCode(problems: [Problem(message: message, position: start)])
    }
    let properties = client.members.compactMap(property)
    let problems = problems(of: client, properties)
    if !problems.isEmpty { return ExpandedCode(problems: problems) }
    let members = initializers(of: client, properties) + properties.compactMap(method)
    return ExpandedCode(code: members.joined(separator: "\n\n"))
  }

  /// Returns `nil` for other members, and for properties that keep their initial value: private
  /// ones, and those that are no functions or optional ones.
  private func property(_ member: ArraySlice<Scanner.Token>) -> Property? {
    guard let stored = PropertyDeclaration(member, of: declaration), !stored.isComputed,
      stored.header.modifier(["static", "lazy"]) == nil
    else { return nil }
    let function = FunctionType(stored.type, of: declaration)
    let property = Property(stored: stored, function: function)
    let isPrivate = stored.header.modifier(["private", "fileprivate"]) != nil
    let isClosure = stored.type.isEmpty && stored.initialValue.first?.starts(with: "{") == true
    let isSet = property.implemented != nil || isClosure || stored.hasSiblings
    return property.hasValue && (isPrivate || !isSet) ? nil : property
  }
}
