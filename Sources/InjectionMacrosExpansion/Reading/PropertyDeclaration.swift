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

  /// The range of the type annotation. If there is none, an empty range where it would be.
  var typeRange: Range<Int> {
    let end = (type.last ?? name).range.upperBound
    return (type.first?.range.lowerBound ?? end)..<end
  }

  /// Whether the type annotation is an optional, so that a missing initial value is `nil`.
  var isOptional: Bool {
    ["?", "!"].contains(type.last?.text) && !type.contains { $0.text == "->" }
  }

  /// Whether there are accessors and no observers, so that nothing is stored.
  let isComputed: Bool

  /// Whether the declaration has further properties: `a = 1, b = 2`.
  let hasSiblings: Bool
}

extension PropertyDeclaration {
  /// Returns `nil` if the code declares something else, or has a pattern instead of a name.
  init?(_ tokens: ArraySlice<Scanner.Token>, of code: [UInt8]) {
    var tokens = tokens
    header = DeclarationHeader(&tokens, before: ["var", "let"])
    guard let keyword = tokens.popFirst(), let name = tokens.popFirst(), name.isWord,
      name.text != "_"
    else { return nil }
    self.keyword = keyword.range
    self.name = name
    // Code after a slash may belong to a regular expression.
    let read = tokens.prefix { $0.text != "/" }
    hasSiblings = read.indices.contains { read[$0...].isAtSibling(in: code) }
    let equals = tokens.firstIndex { $0.text == "=" } ?? tokens.endIndex
    let value = tokens[equals...].dropFirst()
    let braces =
      tokens[..<equals].firstIndex { $0.starts(with: "{") }
      ?? (value.endsInObservers(in: code) ? tokens.endIndex - 1 : nil)
    accessors = braces.map { tokens[$0].range }
    isComputed = value.isEmpty && braces != nil && !tokens.endsInObservers(in: code)
    let head = tokens[..<min(equals, braces ?? equals)]
    type = head.first?.text == ":" ? Array(head.dropFirst()) : []
    initialValue = Array(value)
  }
}

extension ArraySlice<Scanner.Token> {
  /// Whether the comma here separates two declarations, unlike those in `A<B, C>()` and in
  /// `if let a = b, a == c`.
  fileprivate func isAtSibling(in code: [UInt8]) -> Bool {
    guard count > 2, self[startIndex].text == ",", self[startIndex + 1].isWord else { return false }
    let sign = self[startIndex + 2]
    // Not the first character of an operator, such as `==`.
    let next = code[sign.range.upperBound...].first
    return sign.text == ":"
      || sign.text == "=" && next.map("=<>!~&|^+-*%?".utf8.contains) != true
  }

  /// Whether the last token of an initial value is a block of observers. The compiler, too, reads
  /// braces as one if they begin like this, except those of an `else`. Any others are a closure.
  fileprivate func endsInObservers(in code: [UInt8]) -> Bool {
    guard count > 1, let block = last, block.starts(with: "{"), dropLast().last?.text != "else"
    else { return false }
    var tokens = Scanner.tokens(of: code[block.range].dropFirst())[...]
    while tokens.takeAttribute() != nil {}
    guard ["didSet", "willSet", "init"].contains(tokens.popFirst()?.text) else { return false }
    return tokens.first.map { $0.starts(with: "{") || $0.starts(with: "(") } ?? false
  }
}
