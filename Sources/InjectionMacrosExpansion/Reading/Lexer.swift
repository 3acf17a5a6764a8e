/// Splits Swift code into tokens.
///
/// It knows as much of the language as is needed to find where a declaration's parts begin and end:
/// what brackets, commas and equals signs are code, and which stand in a literal or in a comment.
/// It takes all input, and its time is proportional to the input's length.
struct Lexer {
  let code: [UInt8]

  /// Whether each character of an operator is a token, as it is in types: `Array<Array<Int>>=[]`.
  var isInType = false

  /// Whether literals were nested too deeply to be read. The rest is skipped then.
  private(set) var isTooDeep = false

  var position = 0
  private var depth = 0
  private var isAtOperand = true
  private var isAfterTry = false
  private var endOfRegex: Int?

  /// Deeper than anybody nests strings, and far from the end of a thread's stack.
  static let greatestDepth = 64

  init(_ code: [UInt8]) {
    self.code = code
  }

  /// The byte at an offset from here; 0 beyond the code.
  func byte(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return index >= 0 && index < code.count ? code[index] : 0
  }

  func at(_ character: Unicode.Scalar, _ offset: Int = 0) -> Bool {
    byte(offset) == UInt8(ascii: character)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: code[range], as: UTF8.self) }

  var isAtEnd: Bool { position >= code.count }
  var isAtNewline: Bool { at("\n") || at("\r") }

  /// The next token; one of kind `end` where there is none.
  @inline(never)  // See `TokenReader`.
  mutating func next() -> Token {
    skipSpaceAndComments()
    let start = position
    let kind = skipToken()
    // What is read last may lie behind the code, in a literal that does not end.
    position = min(position, code.count)
    let range = start..<position
    let sign = kind == .sign && range.count == 1 ? code[start] : 0
    let token = Token(kind: kind, range: range, sign: sign)
    note(token)
    return token
  }

  private mutating func skipToken() -> Token.Kind {
    if isAtEnd { return .end }
    if let end = endOfRegex {
      endOfRegex = nil
      position = end
      return .regex
    }
    let first = byte()
    switch first {
    case _ where isWord(first), UInt8(ascii: "`"):
      return skipWordOrNumber()
    case UInt8(ascii: "\""):
      skipString(pounds: 0)
      return .string
    case UInt8(ascii: "#"):
      return skipPound()
    case _ where isOperator(first):
      return skipOperator()
    default:
      position += 1
      return .sign
    }
  }

  private mutating func skipWordOrNumber() -> Token.Kind {
    if at("`") {
      var end = 1
      while !at("`", end), position + end < code.count, !at("\n", end), !at("\r", end) { end += 1 }
      position += at("`", end) ? end + 1 : 1
      return .word
    }
    guard isDigit(byte()) else {
      while isWord(byte()), !isAtNoBreakSpace { position += 1 }
      return .word
    }
    skipNumber()
    return .number
  }

  /// Skips `#if`, `#"raw"#`, `#/regex/#`.
  private mutating func skipPound() -> Token.Kind {
    var pounds = 1
    while at("#", pounds) { pounds += 1 }
    if at("\"", pounds) {
      position += pounds
      skipString(pounds: pounds)
      return .string
    }
    if at("/", pounds) {
      skipExtendedRegex(pounds: pounds)
      return .regex
    }
    position += pounds
    while isWord(byte()) { position += 1 }
    return .directive
  }

  private mutating func skipOperator() -> Token.Kind {
    let start = position
    if isInType {
      position += at("-") && at(">", 1) ? 2 : 1
      return .sign
    }
    let isLeftBound = isLeftBound
    position += 1
    // `?` and `!` after an operand stand alone.
    let first = code[start]
    if isLeftBound, first == UInt8(ascii: "?") || first == UInt8(ascii: "!") { return .sign }
    while isOperator(byte()) {
      if at("."), first != UInt8(ascii: ".") { break }
      if at("/"), at("/", 1) || at("*", 1) { break }
      position += 1
    }
    guard !isLeftBound, isAtOperand || isRightBound else { return .sign }
    let end = position
    guard let slash = code[start..<end].firstIndex(of: UInt8(ascii: "/")) else { return .sign }
    position = slash
    guard let endOfRegex = endOfBareRegex() else {
      position = end
      return .sign
    }
    guard slash == start else {
      // An operator before it: `!/a/`.
      self.endOfRegex = endOfRegex
      return .sign
    }
    position = endOfRegex
    return .regex
  }

  /// Whether what is before an operator belongs to it.
  private var isLeftBound: Bool {
    guard position > 0 else { return false }
    switch byte(-1) {
    case 0, UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"),
      UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "/"): return !at("*", -2)
    default: return true
    }
  }

  /// Whether what is after an operator belongs to it, if what is before it does not.
  private var isRightBound: Bool {
    switch byte() {
    case 0, UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"),
      UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    default: return true
    }
  }

  /// Notes whether an operand can follow, since there a slash can begin a regex literal.
  private mutating func note(_ token: Token) {
    switch token.kind {
    case .word:
      let word = text(token.range)
      isAfterTry = word == "try"
      isAtOperand = Self.wordsBeforeOperands.contains(word)
    case .sign:
      let isPostfix = token.isSign("?") || token.isSign("!")
      isAtOperand =
        isPostfix
        ? isAfterTry || !isBound(token)
        : !token.isClosing
      isAfterTry = false
    case .number, .string, .regex, .directive, .end:
      isAtOperand = false
    }
  }

  private func isBound(_ token: Token) -> Bool {
    var before = self
    before.position = token.range.lowerBound
    return before.isLeftBound
  }

  private static let wordsBeforeOperands = [
    "return", "try", "in", "case", "is", "as", "if", "else", "while", "where", "guard", "switch",
    "throw", "do", "repeat", "for", "defer", "let", "var",
  ]
}

// MARK: - Nesting

extension Lexer {
  /// Skips what is between a bracket that was read and the one that closes it, and that one too.
  mutating func skipGroup() {
    var open = 1
    while open > 0 {
      let token = next()
      if token.kind == .end { return }
      if token.isOpening { open += 1 }
      if token.isClosing { open -= 1 }
    }
  }

  /// Runs `skip` one level deeper, or gives up.
  mutating func nest(_ skip: (inout Lexer) -> Void) {
    guard depth < Self.greatestDepth else {
      isTooDeep = true
      position = code.count
      return
    }
    depth += 1
    skip(&self)
    depth -= 1
  }
}
