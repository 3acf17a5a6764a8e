extension JSON {
  /// Reads JSON text in UTF-8, or returns `nil` for invalid text. Numbers and words aren't
  /// validated.
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
    if skip("[") { return readElements(until: "]").map { .array($0.map(\.value)) } }
    if skip("{") { return readElements(until: "}").map { .object(Dictionary($0) { $1 }) } }
    let start = position
    while isWordByte(byte) || [UInt8]("+-.".utf8).contains(byte) { position += 1 }
    return start == position ? nil : .other(String(decoding: text[start..<position], as: UTF8.self))
  }

  /// Reads the values of an array, or those of an object with their names.
  private mutating func readElements(until end: Unicode.Scalar) -> [(name: String, value: JSON)]? {
    var elements: [(name: String, value: JSON)] = []
    skipSpace()
    if skip(end) { return elements }
    repeat {
      let name = end == "}" ? readName() : ""
      guard let name, let value = readValue() else { return nil }
      elements.append((name, value))
    } while skip(",")
    return skip(end) ? elements : nil
  }

  private mutating func readName() -> String? {
    guard let name = readValue()?.string, skip(":") else { return nil }
    return name
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

  private mutating func readEscape() -> String? {
    if skip("u") { return readUnits() }
    let values = "\u{8}\u{C}\n\r\t\"\\/".unicodeScalars
    return zip("bfnrt\"\\/".unicodeScalars, values).first { skip($0.0) }.map { String($0.1) }
  }

  /// Reads the digits of `\u0041`, and of directly following escapes, since two can form one
  /// character.
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
