/// The parts of a variable's or constant's declaration. All ranges are offsets in the code's bytes.
struct PropertyDeclaration {
  let header: DeclarationHeader

  /// `var` or `let`.
  let keyword: Range<Int>

  /// The name, with its backticks.
  let name: Scanner.Token

  /// The type annotation, or empty if there is none.
  let type: [Scanner.Token]

  /// The tokens after `=`, or empty if there are none. The value is all code from the first token
  /// on.
  let initialValue: [Scanner.Token]

  /// Accessors or observers, with their braces.
  let accessors: Range<Int>?

  /// The range of the type annotation. If there is none, an empty range at the place for one.
  var typeRange: Range<Int> {
    let end = (type.last ?? name).range.upperBound
    return (type.first?.range.lowerBound ?? end)..<end
  }

  /// Whether the type annotation is an optional, so that a missing initial value is `nil`.
  var isOptional: Bool {
    ["?", "!"].contains(type.last?.text) && !type.contains { $0.text == "->" }
  }

  /// Whether the declaration has further properties: `a = 1, b = 2`.
  let hasSiblings: Bool
}

extension PropertyDeclaration {
  /// Returns `nil` if the code declares something else, or has a pattern instead of a name.
  init?(_ code: [UInt8]) {
    var tokens = Scanner.tokens(of: code[...])[...]
    header = DeclarationHeader(&tokens, before: ["var", "let"])
    guard let keyword = tokens.popFirst(), let name = tokens.popFirst(), name.isWord,
      name.text != "_"
    else { return nil }
    self.keyword = keyword.range
    self.name = name
    // Code after a slash may belong to a regular expression.
    let read = tokens.prefix { $0.text != "/" }
    hasSiblings = read.indices.contains { read[$0...].isAtSibling }
    let equals = tokens.firstIndex { $0.text == "=" } ?? tokens.endIndex
    let value = tokens[equals...].dropFirst()
    let braces =
      tokens[..<equals].firstIndex { $0.starts(with: "{") }
      ?? value.dropFirst().firstIndex { $0.areObservers(in: code) }
    accessors = braces.map { tokens[$0].range }
    let head = tokens[..<min(equals, braces ?? equals)]
    type = head.first?.text == ":" ? Array(head.dropFirst()) : []
    initialValue = Array(value)
  }
}

extension ArraySlice<Scanner.Token> {
  /// Whether the comma here separates two declarations, unlike that in `A<B, C>()`.
  fileprivate var isAtSibling: Bool {
    guard count > 2, self[startIndex].text == ",", self[startIndex + 1].isWord else { return false }
    return [":", "="].contains(self[startIndex + 2].text)
  }
}

extension Scanner.Token {
  /// Whether this is a block of observers. After an initial value, any other braces are a closure.
  fileprivate func areObservers(in code: [UInt8]) -> Bool {
    guard starts(with: "{") else { return false }
    var tokens = Scanner.tokens(of: code[range].dropFirst())[...]
    let header = DeclarationHeader(&tokens, before: ["didSet", "willSet", "init"])
    guard header.modifiers.isEmpty, let next = tokens.dropFirst().first else { return false }
    return next.starts(with: "{") || next.starts(with: "(")
  }
}
