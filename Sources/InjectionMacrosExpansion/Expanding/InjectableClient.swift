/// The expansion of `@InjectableClient` for a struct.
struct InjectableClient: Macro {
  let declaration: [UInt8]

  /// A stored property that the initializer sets.
  struct Property {
    let stored: PropertyDeclaration
    let member: StructDeclaration.Member

    /// `nil` if its type is no function, or can't be seen.
    let function: FunctionType?

    var name: String { stored.name.text }

    /// Whether it has a function that must be implemented. An optional one is `nil`.
    var needsImplementation: Bool { function?.isOptional == false }
  }

  func expand() -> ExpandedCode {
    guard let client = StructDeclaration(declaration) else {
      let start = Scanner.tokens(of: declaration[...]).first?.range.lowerBound ?? 0
      let message = "'@InjectableClient' can only be applied to a struct"
      return ExpandedCode(problems: [Problem(message: message, position: start)])
    }
    let properties = client.members.compactMap(property)
    let problems = problems(of: client, properties)
    if !problems.isEmpty { return ExpandedCode(problems: problems) }
    let methods = properties.compactMap { method(for: $0, of: client) }
    let members = [initializer(of: client, properties)] + methods
    return ExpandedCode(code: members.joined(separator: "\n\n"))
  }

  /// Returns `nil` for other members, and for properties that keep their initial value: constants,
  /// private ones, and those that are no functions.
  private func property(_ member: StructDeclaration.Member) -> Property? {
    guard let stored = PropertyDeclaration(declaration[member.range]), !stored.isComputed,
      stored.header.modifier(["static", "lazy"]) == nil
    else { return nil }
    let function = FunctionType(stored.type, of: declaration)
    let property = Property(stored: stored, member: member, function: function)
    let isPrivate = ["private", "fileprivate"].contains(stored.header.accessLevel)
    let isUntyped = stored.type.isEmpty && stored.initialValue.first?.starts(with: "{") == true
    let isKept = function == nil && !stored.hasSiblings && !isUntyped || isPrivate
    return isKept && !stored.initialValue.isEmpty ? nil : property
  }
}
