/// Splits code into its outermost parts: words, signs, and as a whole what stands in brackets or
/// quotation marks.
///
/// It knows as much of the language as is needed to find a declaration's parts, and takes all
/// input, in a time that is proportional to its length. A regular expression between bare slashes
/// is code to it: only an odd bracket or quotation mark in one is mistaken for a real one.
struct Scanner {
  private let code: ArraySlice<UInt8>
  private let isGrouping: Bool
  private var position: Int

  /// A word, a sign of one byte or `->`, a literal, or all from a bracket to the one that closes
  /// it.
  struct Token {
    /// Its bytes, without the space and the comments before it.
    let range: Range<Int>
    let text: String
    let first: UInt8

    var isWord: Bool { isWordByte(first) || first == UInt8(ascii: "`") }
    func starts(with character: Unicode.Scalar) -> Bool { first == UInt8(ascii: character) }
  }

  /// The tokens of a part of some code. Their ranges are those of the whole.
  ///
  /// - Parameter isGrouping: Whether what stands in brackets is one token; else brackets are signs.
  static func tokens(of code: ArraySlice<UInt8>, isGrouping: Bool = true) -> [Token] {
    var scanner = Scanner(code: code, isGrouping: isGrouping, position: code.startIndex)
    var tokens: [Token] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }

  /// What is open where the scanner is: brackets, and literals, each with what ends it and what
  /// comes before the bracket of an interpolation.
  private enum Opening {
    case bracket
    case literal(end: String, escape: String)
  }

  private mutating func next() -> Token? {
    skipSpaceAndComments()
    let start = position
    var open: [Opening] = []
    repeat { skipPart(&open) } while !open.isEmpty && position < code.endIndex
    // What is skipped last may lie behind the code, in what does not end.
    position = min(position, code.endIndex)
    guard start < position else { return nil }
    let text = String(decoding: code[start..<position], as: UTF8.self)
    return Token(range: start..<position, text: text, first: code[start])
  }

  /// The byte at an offset from here; 0 beyond the code.
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
        if isEscape, at("(") { open.append(.bracket) }
        position += 1
      }
      return
    }
    skipSpaceAndComments()
    switch byte() {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      if isGrouping || !open.isEmpty { open.append(.bracket) }
      position += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      _ = open.popLast()
      position += 1
    case UInt8(ascii: "\""), UInt8(ascii: "#"):
      skipStartOfLiteral(&open)
    case UInt8(ascii: "`"):
      repeat { position += 1 } while position < code.endIndex && !at("`") && !at("\n")
      position += 1
    case UInt8(ascii: "-") where at("->"):
      position += 2
    case UInt8(ascii: "\\"):
      // Of a key path; or of a regular expression, where the bracket after it is none.
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
  /// Skips a quotation mark with the `#` before it, or `#` alone.
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

  /// Whether a string that begins like one of several lines is one of a single line: `#"""#`.
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

/// Whether the byte can be in a name or a number. All that is not ASCII is taken for such, also the
/// operators among it: nothing here depends on the difference.
func isWordByte(_ byte: UInt8) -> Bool {
  let lowercase = byte | 0x20
  return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z") || byte >= 0x80
    || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || "_$".utf8.contains(byte)
}
