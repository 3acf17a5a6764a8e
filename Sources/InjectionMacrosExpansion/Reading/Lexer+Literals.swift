extension Lexer {
  /// Skips a number: `12_000`, `1.5e-3`, `0xFF.8p2`.
  mutating func skipNumber() {
    let isHexadecimal = at("0") && at("x", 1)
    if isHexadecimal { position += 2 }
    skipDigits(isHexadecimal)
    if at("."), isHexadecimal ? isFractionWithExponent : isDigit(byte(1)) {
      position += 1
      skipDigits(isHexadecimal)
    }
    if isHexadecimal ? at("p") || at("P") : at("e") || at("E") {
      position += at("+", 1) || at("-", 1) ? 2 : 1
    }
    while isWord(byte()) { position += 1 }
  }

  private mutating func skipDigits(_ isHexadecimal: Bool) {
    while isDigit(byte()) || at("_") || isHexadecimal && isHexadecimalLetter(byte()) {
      position += 1
    }
  }

  /// `0x1.8p3` is a number, `0x1.byteSwapped` is not.
  private var isFractionWithExponent: Bool {
    var rest = self
    rest.position += 1
    rest.skipDigits(true)
    let exponent = rest.at("+", 1) || rest.at("-", 1) ? 2 : 1
    return rest.position > position + 1 && (rest.at("p") || rest.at("P"))
      && isDigit(rest.byte(exponent))
  }

  private func isHexadecimalLetter(_ byte: UInt8) -> Bool {
    let lowercase = byte | 0x20
    return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "f")
  }

  // MARK: Strings

  /// Skips a string literal, from its first quote. It had as many `#` before it.
  mutating func skipString(pounds: Int) {
    let isMultiline = at("\"", 1) && at("\"", 2) && !isClosedOnLine(pounds: pounds)
    let quotes = isMultiline ? 3 : 1
    position += quotes
    while !isAtEnd {
      if isAtNewline, !isMultiline { return }
      if at("\""), isAtEndOfString(quotes: quotes, pounds: pounds) {
        position += quotes + pounds
        return
      }
      guard at("\\"), hasPounds(pounds, at: 1) else {
        position += 1
        continue
      }
      position += 1 + pounds
      if at("(") {
        position += 1
        nest {
          // A string in a type is no type, and what it interpolates neither.
          let wasInType = $0.isInType
          $0.isInType = false
          $0.skipGroup()
          $0.isInType = wasInType
        }
      } else if !isAtNewline {
        position += 1
      }
    }
  }

  private func isAtEndOfString(quotes: Int, pounds: Int) -> Bool {
    (quotes == 1 || at("\"", 1) && at("\"", 2)) && hasPounds(pounds, at: quotes)
  }

  private func hasPounds(_ count: Int, at offset: Int) -> Bool {
    for index in 0..<count where !at("#", offset + index) { return false }
    return true
  }

  /// Whether a string that begins like one of several lines is one of a single line: `#"""#`.
  private func isClosedOnLine(pounds: Int) -> Bool {
    guard pounds > 0 else { return false }
    var rest = self
    while !rest.isAtEnd, !rest.isAtNewline {
      if rest.at("\""), rest.hasPounds(pounds, at: 1) { return true }
      rest.position += 1
    }
    return false
  }

  // MARK: Regex literals

  /// Skips `#/regex/#`, which may have several lines if the first one is empty.
  mutating func skipExtendedRegex(pounds: Int) {
    position += pounds + 1
    var rest = self
    while rest.at(" ") || rest.at("\t") { rest.position += 1 }
    let isMultiline = rest.isAtNewline
    while !isAtEnd, isMultiline || !isAtNewline {
      if at("/"), hasPounds(pounds, at: 1) {
        position += 1 + pounds
        return
      }
      position += at("\\") ? 2 : 1
    }
  }

  /// Where a regex literal ends that begins with the slash here; `nil` if the slash is an operator.
  func endOfBareRegex() -> Int? {
    var rest = self
    rest.position += 1
    if rest.at(" ") || rest.at("\t") { return nil }
    var groups = 0
    var classes = 0
    while !rest.isAtEnd, !rest.isAtNewline {
      switch rest.byte() {
      case UInt8(ascii: "/"):
        let isComment = rest.at("/", 1) || rest.at("*", 1)
        let isAfterSpace = rest.at(" ", -1) || rest.at("\t", -1)
        return isComment || isAfterSpace && !rest.at("\\", -2) ? nil : rest.position + 1
      case UInt8(ascii: "\\"):
        rest.position += 1
        if rest.isAtNewline { return nil }
      case UInt8(ascii: "["): classes += 1
      case UInt8(ascii: "]"): classes = max(0, classes - 1)
      case UInt8(ascii: "(") where classes == 0: groups += 1
      case UInt8(ascii: ")") where classes == 0:
        if groups == 0 { return nil }
        groups -= 1
      default: break
      }
      rest.position += 1
    }
    return nil
  }
}
