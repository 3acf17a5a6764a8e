/// The attributes and modifiers before the keyword of a declaration.
struct DeclarationHeader {
  /// An attribute or a modifier.
  struct Part {
    /// The name, without an attribute's module and arguments: `Injectable` for `@A.Injectable(b)`.
    var name: String
    var range: Range<Int>
    /// Whether an attribute has parentheses.
    var hasArguments = false
  }

  var attributes: [Part] = []

  /// The modifiers, each with its parentheses: `private(set)`.
  var modifiers: [Part] = []

  /// The first `#if` among them.
  var condition: Range<Int>?

  /// Takes the tokens before the first of the keywords, or all tokens if there is none.
  init(_ tokens: inout ArraySlice<Scanner.Token>, before keywords: [String]) {
    while let token = tokens.first, !keywords.contains(token.text) {
      if let attribute = tokens.takeAttribute() {
        attributes.append(attribute)
        continue
      }
      tokens.removeFirst()
      if token.starts(with: "#") {
        condition = condition ?? token.range
      } else if token.isWord {
        let argument = tokens.takeParentheses()
        let range = token.range.lowerBound..<(argument ?? token).range.upperBound
        modifiers.append(Part(name: token.text + (argument?.text ?? ""), range: range))
      }
    }
  }

  func modifier(_ names: [String]) -> Part? { modifiers.first { names.contains($0.name) } }

  /// The access levels, from the highest to the lowest.
  static let accessLevels = ["public", "package", "internal", "fileprivate", "private"]

  var accessLevel: String? { modifier(Self.accessLevels)?.name }

  /// A macro can't look up a name. A global actor is an attribute whose name ends in `Actor`, or
  /// else one that begins with a capital letter and has no arguments: most other macros have some.
  var globalActor: Part? {
    attributes.first { $0.name.hasSuffix("Actor") }
      ?? attributes.first {
        $0.name.first!.isUppercase && !$0.hasArguments && $0.name != "Sendable"
          && !$0.name.hasPrefix("Injectable")
      }
  }
}

extension ArraySlice<Scanner.Token> {
  /// Takes an attribute with its arguments, if one comes next.
  mutating func takeAttribute() -> DeclarationHeader.Part? {
    guard let sign = first, sign.starts(with: "@") else { return nil }
    removeFirst()
    let name = takeName() ?? sign
    let endOfName = takeGenericArguments() ?? name.range.upperBound
    let arguments = takeParentheses()
    let range = sign.range.lowerBound..<(arguments?.range.upperBound ?? endOfName)
    return DeclarationHeader.Part(name: name.text, range: range, hasArguments: arguments != nil)
  }

  /// Takes `Name`, `Module.Name` or `Module::Name`, and returns its last part.
  mutating func takeName() -> Scanner.Token? {
    var name = popFirst()
    while first?.text == "." || prefix(2).map(\.text) == [":", ":"] {
      removeFirst(first?.text == "." ? 1 : 2)
      name = popFirst() ?? name
    }
    return name
  }

  /// Takes generic arguments, such as `<A, B<C>>`, if they come next, and returns their end.
  mutating func takeGenericArguments() -> Int? {
    var end: Int?
    var open = 0
    while let token = first, open > 0 || token.text == "<" {
      open += token.text == "<" ? 1 : token.text == ">" ? -1 : 0
      end = removeFirst().range.upperBound
    }
    return end
  }

  mutating func takeParentheses() -> Scanner.Token? {
    first?.starts(with: "(") == true ? removeFirst() : nil
  }
}
