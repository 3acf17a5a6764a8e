/// The parts of a struct's declaration. All ranges are offsets in the code's bytes.
struct StructDeclaration {
  let name: Scanner.Token

  /// The tokens of each member.
  let members: [ArraySlice<Scanner.Token>]

  /// The first `#if` around members.
  let condition: Range<Int>?

  /// Returns `nil` if the code declares something else.
  init?(_ tokens: ArraySlice<Scanner.Token>, of code: [UInt8]) {
    var tokens = tokens
    _ = DeclarationHeader(&tokens, before: ["struct"])
    guard tokens.popFirst() != nil, let name = tokens.popFirst(), let body = tokens.last,
      body.starts(with: "{")
    else { return nil }
    self.name = name
    var rest = Scanner.tokens(inside: body, of: code)[...]
    condition = zip(rest, rest.dropFirst()).first { $0.text == "#" && $1.text == "if" }?.0.range
    var members: [ArraySlice<Scanner.Token>] = []
    while !rest.isEmpty { members.append(rest.takeMember()) }
    self.members = members
  }
}

extension ArraySlice<Scanner.Token> {
  private static let keywords = """
    var let func init deinit subscript struct class enum actor protocol typealias case import
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  /// What a line ends with that the next one continues, and the words that continue one.
  private static let continued = Set(":=,.&|+-*/%<^~".map(String.init) + ["->"])
  private static let continuing: Set = ["as", "async", "else", "is", "throws", "where"]

  /// Takes a declaration, with the semicolon after it. There must be a token.
  fileprivate mutating func takeMember() -> Self {
    let all = self
    _ = DeclarationHeader(&self, before: Self.keywords)
    while let token = popFirst(), let next = first, next.text != ";" {
      // A type can begin with attributes on lines of their own.
      while token.text == ":", takeAttribute() != nil {}
      let begins = next.isWord && !Self.continuing.contains(next.text) || next.text == "@"
      if next.startsLine, begins, !Self.continued.contains(token.text) { break }
    }
    let member = all[..<startIndex]
    if first?.text == ";" { removeFirst() }
    return member
  }
}
