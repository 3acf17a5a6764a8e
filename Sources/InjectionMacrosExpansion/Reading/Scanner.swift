/// Splits code into its outermost tokens: words, signs, literals, and groups in brackets.
///
/// It knows only enough of the language to find the parts of a declaration. It accepts any input,
/// and its time is proportional to the input's length. It treats a regular expression between bare
/// slashes as ordinary code, so an unbalanced bracket or quotation mark in one misleads it.
struct Scanner {
  private let code: ArraySlice<UInt8>
  private let isGrouping: Bool
  private var position: Int

  /// A word, a sign of one byte or `->`, a literal, or a group from a bracket to the closing one.
  struct Token {
    /// Its bytes, without whitespace and comments before it.
    let range: Range<Int>
    let text: String
    let first: UInt8
    /// Whether a newline is before it.
    let startsLine: Bool

    /// A name without its backticks.
    var bareName: String { text.filter { $0 != "`" } }
    var isWord: Bool { isWordByte(first) || first == UInt8(ascii: "`") }
    func starts(with character: Unicode.Scalar) -> Bool { first == UInt8(ascii: character) }
  }

  /// The tokens of a part of the code. Their ranges are offsets in the whole code.
  ///
  /// - Parameter isGrouping: Whether a group in brackets is one token. Otherwise, brackets are
  ///   signs.
  static func tokens(of code: ArraySlice<UInt8>, isGrouping: Bool = true) -> [Token] {
    var scanner = Scanner(code: code, isGrouping: isGrouping, position: code.startIndex)
    var tokens: [Token] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }

  /// The tokens between the brackets of a group.
  static func tokens(inside group: Token, of code: [UInt8]) -> [Token] {
    tokens(of: code[group.range].dropFirst().dropLast())
  }

  /// An open bracket or literal. A literal has its end, and the escape that begins an
  /// interpolation.
  private enum Opening: Equatable {
    case bracket(end: UInt8)
    case literal(end: String, escape: String)
  }

  private mutating func next() -> Token? {
    let end = position
    skipSpaceAndComments()
    let start = position
    var open: [Opening] = []
    repeat { skipPart(&open) } while !open.isEmpty && position < code.endIndex
    // In an unterminated literal or group, the position may be past the end.
    position = min(position, code.endIndex)
    guard start < position else { return nil }
    let text = String(decoding: code[start..<position], as: UTF8.self)
    let startsLine = code[end..<start].contains(where: "\n\r".utf8.contains)
    return Token(range: start..<position, text: text, first: code[start], startsLine: startsLine)
  }

  /// The byte at an offset from here, or 0 past the end.
  private func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < code.endIndex ? code[position + offset] : 0
  }

  private func at(_ text: String) -> Bool {
    !text.isEmpty && code[min(position, code.endIndex)...].starts(with: text.utf8)
  }

  private mutating func skipPart(_ open: inout [Opening]) {
    if case .literal(let end, let escape)? = open.last {
      if at(end) {
        position += end.utf8.count
        open.removeLast()
      } else {
        let isEscape = at(escape)
        if isEscape { position += escape.utf8.count }
        if isEscape, at("(") { open.append(.bracket(end: UInt8(ascii: ")"))) }
        position += 1
      }
      return
    }
    skipSpaceAndComments()
    switch byte() {
    case let start where "([{".utf8.contains(start):
      // In ASCII, `)` is the next character after `(`, and `]` and `}` are the ones after the next.
      let end = start == UInt8(ascii: "(") ? start + 1 : start + 2
      if isGrouping || !open.isEmpty { open.append(.bracket(end: end)) }
      position += 1
    case let end where open.last == .bracket(end: end):
      // Any other closing bracket is a sign, such as the one in `f(\[Int].count)`.
      open.removeLast()
      position += 1
    case UInt8(ascii: "\""), UInt8(ascii: "#"):
      skipStartOfLiteral(&open)
    case UInt8(ascii: "`"):
      repeat { position += 1 } while position < code.endIndex && !at("`") && !at("\n")
      position += 1
    case UInt8(ascii: "-") where at("->"):
      position += 2
    case UInt8(ascii: "\\"):
      // In a key path, or as an escape in a regular expression before a character that is no
      // bracket.
      position += 2
    case let first where isWordByte(first):
      repeat { position += 1 } while isWordByte(byte()) && !isAtNoBreakSpace
    default:
      position += 1
    }
  }
}

// MARK: - Literals

extension Scanner {
  /// Skips the start of a string or a regular expression, or `#` alone.
  private mutating func skipStartOfLiteral(_ open: inout [Opening]) {
    var pounds = ""
    while at("#") {
      pounds += "#"
      position += 1
    }
    if at("\"") {
      let quotes = at("\"\"\"") && !isClosedOnLine("\"" + pounds) ? "\"\"\"" : "\""
      position += quotes.utf8.count
      open.append(.literal(end: quotes + pounds, escape: "\\" + pounds))
    } else if at("/"), !pounds.isEmpty {
      position += 1
      open.append(.literal(end: "/" + pounds, escape: ""))
    }
  }

  /// Whether a string that begins like a multiline string ends on the same line: `#"""#`.
  private func isClosedOnLine(_ end: String) -> Bool {
    guard end.utf8.count > 1 else { return false }
    var rest = self
    rest.position += 1
    while rest.position < code.endIndex, !rest.at("\n"), !rest.at(end) { rest.position += 1 }
    return rest.at(end)
  }
}

// MARK: - Space

extension Scanner {
  private mutating func skipSpaceAndComments() {
    while position < code.endIndex {
      switch byte() {
      case 0x00, 0x09...0x0D, 0x20: position += 1
      case 0xC2 where isAtNoBreakSpace: position += 2
      case 0xEF where byte(1) == 0xBB && byte(2) == 0xBF: position += 3  // A byte order mark.
      case UInt8(ascii: "/") where at("//"):
        while position < code.endIndex, !at("\n"), !at("\r") { position += 1 }
      case UInt8(ascii: "/") where at("/*"): skipBlockComment()
      default: return
      }
    }
  }

  private var isAtNoBreakSpace: Bool { byte() == 0xC2 && byte(1) == 0xA0 }

  /// Block comments nest.
  private mutating func skipBlockComment() {
    var open = 0
    repeat {
      let isStart = at("/*")
      let isEnd = at("*/")
      open += isStart ? 1 : isEnd ? -1 : 0
      position += isStart || isEnd ? 2 : 1
    } while open > 0 && position < code.endIndex
  }
}

/// Whether the byte can be part of a name or a number. This includes every non-ASCII byte, even
/// those of operators: nothing here depends on the difference.
func isWordByte(_ byte: UInt8) -> Bool {
  let lowercase = byte | 0x20
  return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z") || byte >= 0x80
    || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || "_$".utf8.contains(byte)
}
