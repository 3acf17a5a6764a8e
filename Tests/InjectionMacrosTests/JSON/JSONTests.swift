import Foundation
import Testing

@testable import InjectionMacrosExpansion

@Suite struct JSONTests {
  @Test(arguments: [
    ("null", "null"), ("true", "true"), (" false\n", "false"), ("0", "0"), ("-0", "0"),
    ("-12", "-12"),
    ("12345678901", "12345678901"), ("1.5", "1.5"), ("1e2", "100"), ("1E+2", "100"),
    ("25e-1", "2.5"),
    ("1.0", "1"), ("[]", "[]"), (" [ 1 , [2],{}]", "[1,[2],{}]"), ("{}", "{}"),
    ("[ ]", "[]"), ("{\n}", "{}"), (#"{"a":1, "b" : 2}"#, "{a:1,b:2}"),
    ("{\t\"a\" :\r\n1 }", "{a:1}"),
    (#"{"a":1,"b":{"c":[null,true]},"a":2}"#, "{a:1,b:{c:[null,true]},a:2}"),
    ("\"\"", "<>"), ("\"é😀\u{7F}\"", "<é😀\u{7F}>"),
    (#""\"\\\/\b\f\n\r\t""#, "<\"\\/\u{8}\u{C}\n\r\t>"),
    (#""\u00e9\u00E9\u0000""#, "<éé\0>"), (#""\uD83D\uDE00""#, "<😀>"), (#""\uD83D""#, "<\u{FFFD}>"),
    (#""\ud83d\u0041""#, "<\u{FFFD}A>"), (#""\ude00""#, "<\u{FFFD}>"),
    (#""\ud83d\n""#, "<\u{FFFD}\n>"),
    (#""\ud83d\ud83d\ude00""#, "<\u{FFFD}😀>"), (#""\ud83dx""#, "<\u{FFFD}x>"),
    (#""\ud83dude00""#, "<\u{FFFD}ude00>"),
  ])
  func `values are read`(_ text: String, value: String) throws {
    #expect(description(of: try JSON(Array(text.utf8))) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "tru", "+1", "01", "-", ".5", "1.", "1e", "0x1", "1 2", "[", "[1",
    "[1,", "[1,]", "[,]",
    "]", "{", "{}}", "{a:1}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#, "{1:2}",
    #"{a":1}"#, #"{"a" 1}"#, "\"",
    "\"a",
    "\"\\", #""\x""#, #""\u12""#, #""\u12G4""#, "\"\n\"", "\"\u{1}\"", "'a'", "NaN", "Infinity",
    "1e999x", "//",
    "[1]x", "\u{FEFF}1", "true false", #"["a" "b"]"#, #""\ud83d\u12""#,
  ])
  func `what is no JSON is refused`(_ text: String) {
    #expect(throws: JSON.Malformed.self) { try JSON(Array(text.utf8)) }
  }

  @Test func `what is wrong has a place`() throws {
    let malformed = #expect(throws: JSON.Malformed.self) { try JSON(Array("[1, x]".utf8)) }
    #expect(malformed?.offset == 4)
  }

  @Test func `nesting has a limit`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: "["), count: depth)
        + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
    _ = try JSON(nested(64))
    for depth in [65, 1_000_000] {
      #expect(throws: JSON.Malformed.self) { try JSON(nested(depth)) }
    }
  }

  @Test func `bytes that are no UTF-8 are mended`() throws {
    #expect(try JSON([0x22, 0xFF, 0x22]).string == "\u{FFFD}")
  }

  @Test func `members, elements, numbers`() throws {
    let json = try JSON(Array(#"{"a":[1,2.5,"b"],"c":3,"c":4}"#.utf8))
    #expect(json["a"]?.array?.map(\.integer) == [1, nil, nil])
    #expect(json["a"]?.array?.map(\.string) == [nil, nil, "b"])
    #expect(json["c"]?.integer == 4)
    #expect(json["d"] == nil && json["a"]?["b"] == nil && json.array == nil)
  }

  @Test(arguments: [
    ("", #""""#), ("a\"b\\c/", #""a\"b\\c/""#),
    ("\n\r\t\0\u{1F}", #""\n\u000d\u0009\u0000\u001f""#),
    ("é😀\u{7F}\u{2028}", "\"é😀\u{7F}\u{2028}\""),
  ])
  func `strings are written`(_ string: String, text: String) {
    #expect(JSON.quoted(string) == text)
  }

  // The other end has a reader of its own.
  @Test func `Foundation reads what is written, and the other way round`() throws {
    let scalars = (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init)
      .filter { $0.value % 7 == 0 || $0.value < 300 }
    let string = String(String.UnicodeScalarView(scalars))
    let written = "[\(JSON.quoted(string))]"
    #expect(try JSONDecoder().decode([String].self, from: Data(written.utf8)) == [string])
    let encoded = try JSONEncoder().encode([string])
    #expect(try JSON(Array(encoded)).array?.first?.string == string)
  }

  private func description(of json: JSON) -> String {
    switch json {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): json.integer.map { "\($0)" } ?? "\(number)"
    case .string(let string): "<\(string)>"
    case .array(let values):
      "[" + values.map { description(of: $0) }.joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\($0.name):\(description(of: $0.value))" }.joined(separator: ",") + "}"
    }
  }
}
