/// A lexer that has read one token ahead.
///
/// What is called everywhere is not inlined: clients build this, and so it takes them a third less
/// time.
struct TokenReader {
  private(set) var lexer: Lexer

  /// The token that is read next.
  private(set) var token: Token

  /// Where the token ends that was read last.
  private(set) var end = 0

  @inline(never)
  init(_ code: [UInt8]) {
    lexer = Lexer(code)
    token = lexer.next()
  }

  var isAtEnd: Bool { token.kind == .end }
  var isTooDeep: Bool { lexer.isTooDeep }

  /// Whether operators are split from the token after this one on.
  var isInType: Bool {
    get { lexer.isInType }
    set { lexer.isInType = newValue }
  }

  /// Whether the next token does not stand on the line of the last one.
  var isAfterNewline: Bool {
    lexer.code[end..<token.range.lowerBound].contains {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
  }

  @inline(never)
  mutating func advance() {
    end = token.range.upperBound
    token = lexer.next()
  }

  /// Skips a bracket, and all up to the one that closes it.
  @inline(never)
  mutating func skipGroup() {
    lexer.skipGroup()
    end = lexer.position
    token = lexer.next()
  }

  @inline(never)
  func isSign(_ sign: Unicode.Scalar) -> Bool { token.isSign(sign) }

  @inline(never)
  func isWord(_ word: String) -> Bool { token.kind == .word && text == word }

  @inline(never)
  func text(_ range: Range<Int>) -> String { lexer.text(range) }

  /// The text of the token that is read next.
  var text: String { text(token.range) }
}
