/// A declaration of a variable or a constant, taken apart. All ranges are of the code's bytes.
struct PropertyDeclaration {
  let header: DeclarationHeader

  /// `var` or `let`.
  let keyword: Range<Int>

  /// With its backticks.
  let name: Scanner.Token

  /// Empty if it is not written.
  let type: [Scanner.Token]

  /// Empty if there is none. The value itself is all code from its first token on.
  let initialValue: [Scanner.Token]

  /// Accessors or observers, with their braces.
  let accessors: Range<Int>?

  /// The type's bytes; empty where it could be written.
  var typeRange: Range<Int> {
    let end = (type.last ?? name).range.upperBound
    return (type.first?.range.lowerBound ?? end)..<end
  }

  /// Whether the type is written as an optional, so that Swift, too, would take `nil` for a missing
  /// initial value.
  var isOptional: Bool {
    ["?", "!"].contains(type.last?.text) && !type.contains { $0.text == "->" }
  }

  /// Whether other properties are declared with it: `a = 1, b = 2`.
  let hasSiblings: Bool

}

extension PropertyDeclaration {
  /// `nil` if the code declares something else, or has a pattern instead of a name.
  init?(_ code: [UInt8]) {
    var tokens = Scanner.tokens(of: code[...])[...]
    header = DeclarationHeader(&tokens, before: ["var", "let"])
    guard let keyword = tokens.popFirst(), let name = tokens.popFirst(), name.isWord,
      name.text != "_"
    else { return nil }
    self.keyword = keyword.range
    self.name = name
    // What follows a slash may be a regular expression's.
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
  /// Whether the comma here separates two declarations: not so in `A<B, C>()`.
  fileprivate var isAtSibling: Bool {
    guard count > 2, self[startIndex].text == ",", self[startIndex + 1].isWord else { return false }
    return [":", "="].contains(self[startIndex + 2].text)
  }
}

extension Scanner.Token {
  /// Whether these are braces around observers. After an initial value, all others are a closure's.
  fileprivate func areObservers(in code: [UInt8]) -> Bool {
    guard starts(with: "{") else { return false }
    var tokens = Scanner.tokens(of: code[range].dropFirst())[...]
    let header = DeclarationHeader(&tokens, before: ["didSet", "willSet", "init"])
    guard header.modifiers.isEmpty, let next = tokens.dropFirst().first else { return false }
    return next.starts(with: "{") || next.starts(with: "(")
  }
}
