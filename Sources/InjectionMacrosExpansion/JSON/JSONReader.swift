extension JSON {
  /// What is wrong with a text that should be JSON.
  struct Malformed: Error {
    var offset: Int
  }

  /// Reads JSON text in UTF-8.
  init(_ text: [UInt8]) throws(Malformed) {
    var reader = JSONReader(text: text)
    self = try reader.readDocument()
  }
}

private struct JSONReader {
  let text: [UInt8]
  var position = 0
  var depth = 0

  /// Far deeper than the compiler's messages are, and far from the end of a thread's stack.
  static let greatestDepth = 64

  init(text: [UInt8]) {
    self.text = text
  }

  mutating func readDocument() throws(JSON.Malformed) -> JSON {
    let value = try readValue()
    guard position == text.count else { throw malformed }
    return value
  }

  private var malformed: JSON.Malformed { JSON.Malformed(offset: position) }

  /// The byte here; 0 at the end.
  private var byte: UInt8 { position < text.count ? text[position] : 0 }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while skip(" ") || skip("\n") || skip("\r") || skip("\t") {}
  }

  /// Reads a value with the space around it.
  private mutating func readValue() throws(JSON.Malformed) -> JSON {
    skipSpace()
    let value: JSON
    switch byte {
    case UInt8(ascii: "\""): value = .string(try readString())
    case UInt8(ascii: "["): value = .array(try readArray())
    case UInt8(ascii: "{"): value = .object(try readObject())
    case UInt8(ascii: "t"): value = try read("true", as: .bool(true))
    case UInt8(ascii: "f"): value = try read("false", as: .bool(false))
    case UInt8(ascii: "n"): value = try read("null", as: .null)
    default: value = .number(try readNumber())
    }
    skipSpace()
    return value
  }

  private mutating func read(_ word: String, as value: JSON) throws(JSON.Malformed) -> JSON {
    for character in word.unicodeScalars where !skip(character) { throw malformed }
    return value
  }

  private mutating func enter() throws(JSON.Malformed) {
    guard depth < Self.greatestDepth else { throw malformed }
    depth += 1
    position += 1
    skipSpace()
  }

  private mutating func readArray() throws(JSON.Malformed) -> [JSON] {
    try enter()
    defer { depth -= 1 }
    var values: [JSON] = []
    if skip("]") { return values }
    repeat { values.append(try readValue()) } while skip(",")
    guard skip("]") else { throw malformed }
    return values
  }

  private mutating func readObject() throws(JSON.Malformed) -> [(name: String, value: JSON)] {
    try enter()
    defer { depth -= 1 }
    var members: [(name: String, value: JSON)] = []
    if skip("}") { return members }
    repeat {
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { throw malformed }
      let name = try readString()
      skipSpace()
      guard skip(":") else { throw malformed }
      members.append((name, try readValue()))
    } while skip(",")
    guard skip("}") else { throw malformed }
    return members
  }

  // MARK: Numbers

  private mutating func readNumber() throws(JSON.Malformed) -> Double {
    let start = position
    _ = skip("-")
    if !skip("0") { try skipDigits() }
    if skip(".") { try skipDigits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try skipDigits()
    }
    guard let number = Double(String(decoding: text[start..<position], as: UTF8.self)) else {
      throw malformed
    }
    return number
  }

  private mutating func skipDigits() throws(JSON.Malformed) {
    guard isDigit(byte) else { throw malformed }
    while isDigit(byte) { position += 1 }
  }

  // MARK: Strings

  private mutating func readString() throws(JSON.Malformed) -> String {
    let quote = UInt8(ascii: "\"")
    let backslash = UInt8(ascii: "\\")
    position += 1
    var bytes: [UInt8] = []
    while position < text.count {
      let byte = text[position]
      position += 1
      if byte == quote { return String(decoding: bytes, as: UTF8.self) }
      if byte == backslash {
        for byte in try readEscape().utf8 { bytes.append(byte) }
      } else if byte >= 0x20 {
        bytes.append(byte)
      } else {
        break
      }
    }
    throw malformed
  }

  private mutating func readEscape() throws(JSON.Malformed) -> Unicode.Scalar {
    let character = byte
    position += 1
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(character)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape()
    default: throw malformed
    }
  }

  /// Reads four hexadecimal digits, and four more if they are half of a pair. A half that has lost
  /// the other one is read as the replacement character.
  private mutating func readUnicodeEscape() throws(JSON.Malformed) -> Unicode.Scalar {
    let unit = try readHexadecimal()
    let afterUnit = position
    guard unit & 0xFC00 == 0xD800, skip("\\"), skip("u") else {
      position = afterUnit
      return Unicode.Scalar(unit) ?? "\u{FFFD}"
    }
    let trail = try readHexadecimal()
    guard trail & 0xFC00 == 0xDC00 else {
      position = afterUnit
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + trail & 0x3FF) ?? "\u{FFFD}"
  }

  private mutating func readHexadecimal() throws(JSON.Malformed) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      let lowercase = byte | 0x20
      let digit: UInt8
      if isDigit(byte) {
        digit = byte - UInt8(ascii: "0")
      } else if lowercase >= UInt8(ascii: "a"), lowercase <= UInt8(ascii: "f") {
        digit = lowercase - UInt8(ascii: "a") + 10
      } else {
        throw malformed
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
