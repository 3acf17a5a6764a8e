extension JSON {
  /// Reads JSON text in UTF-8, or returns `nil` for invalid text. Numbers and words aren't validated.
  init?(_ text: [UInt8]) {
    var reader = JSONReader(text: text)
    guard let value = reader.readValue(), reader.position == text.count else { return nil }
    self = value
  }
}

private struct JSONReader {
  let text: [UInt8]
  var position = 0
  var depth = 0

  /// The limit of nesting: much deeper than the compiler's messages, and safe for a thread's stack.
  static let greatestDepth = 64

  init(text: [UInt8]) { self.text = text }

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

  /// Reads a value with the whitespace around it.
  mutating func readValue() -> JSON? {
    guard depth < Self.greatestDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    skipSpace()
    defer { skipSpace() }
    if skip("\"") { return readString().map(JSON.string) }
    if skip("[") { return readArray() }
    if skip("{") { return readObject() }
    let start = position
    while isWordByte(byte) || [UInt8]("+-.".utf8).contains(byte) { position += 1 }
    return start == position ? nil : .other(String(decoding: text[start..<position], as: UTF8.self))
  }

  private mutating func readArray() -> JSON? {
    var values: [JSON] = []
    skipSpace()
    if skip("]") { return .array(values) }
    repeat {
      guard let value = readValue() else { return nil }
      values.append(value)
    } while skip(",")
    return skip("]") ? .array(values) : nil
  }

  private mutating func readObject() -> JSON? {
    var members: [String: JSON] = [:]
    skipSpace()
    if skip("}") { return .object(members) }
    repeat {
      guard case .string(let name)? = readValue(), skip(":"), let value = readValue() else {
        return nil
      }
      members[name] = value
    } while skip(",")
    return skip("}") ? .object(members) : nil
  }

  // MARK: Strings

  /// Reads a string after its first quotation mark.
  private mutating func readString() -> String? {
    var bytes: [UInt8] = []
    while !skip("\"") {
      if skip("\\") {
        guard let escaped = readEscape() else { return nil }
        bytes += escaped.utf8
      } else {
        // Also where the text ends.
        guard byte >= 0x20 else { return nil }
        bytes.append(byte)
        position += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let escapes: [UInt8: String] = [
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t", UInt8(ascii: "\""): "\"",
    UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
  ]

  private mutating func readEscape() -> String? {
    if skip("u") { return readUnits() }
    defer { position += 1 }
    return Self.escapes[byte]
  }

  /// Reads the digits of `\u0041`, and of directly following escapes, since two can form one character.
  private mutating func readUnits() -> String? {
    var units: [UInt16] = []
    while true {
      let digits = String(decoding: text[position...].prefix(4), as: UTF8.self)
      guard let unit = UInt16(digits, radix: 16) else { return nil }
      units.append(unit)
      position += digits.utf8.count
      guard text[position...].starts(with: #"\u"#.utf8) else { break }
      position += 2
    }
    return String(decoding: units, as: UTF16.self)
  }
}
