import Foundation
import Testing

@testable import InjectionMacrosExpansion

@Suite struct JSONTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-1", "12345678901", "1.5", "\"\"", "\"a\"", "[]", "[1,[2],{}]",
    "{}",
    #"{"a":1,"b":{"c":[null,true]}}"#, #""\"\\\n\u0000\u001f""#, "\"é😀\u{7F}\"",
  ])
  func `what is written is what was read`(_ text: String) throws {
    #expect(try roundTrip(text) == text)
  }

  @Test(arguments: [
    (" [ 1 , 2 ]\n", "[1,2]"), ("{\t\"a\" :\r\n1 }", #"{"a":1}"#),
    (#""\/\b\f\r\t""#, #""/\u0008\u000c\u000d\u0009""#),
    (#""\u00e9""#, "\"é\""), (#""\uD83D\uDE00""#, "\"😀\""), (#""\uD83D""#, "\"\u{FFFD}\""),
    (#""\ud83d\u0041""#, "\"\u{FFFD}A\""), (#""\ude00""#, "\"\u{FFFD}\""),
    (#""\ud83d\ud83d\ude00""#, "\"\u{FFFD}😀\""),
    ("1e2", "100"), ("1.0", "1"), ("-0", "0"), ("1E+2", "100"), ("25e-1", "2.5"),
    (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#),
  ])
  func `equal texts have one form`(_ text: String, form: String) throws {
    #expect(try roundTrip(text) == form)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "tru", "+1", "01", "-", ".5", "1.", "1e", "0x1", "1 2", "[", "[1",
    "[1,", "[1,]", "[,]",
    "]", "{", "{}}", "{a:1}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#, "{1:2}", "\"",
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

  @Test func `what no JSON can say is null`() {
    #expect(String(decoding: JSON.number(.infinity).text, as: UTF8.self) == "null")
    #expect(String(decoding: JSON.number(1e300).text, as: UTF8.self) == "1e+300")
  }

  // The other end has a reader of its own.
  @Test func `Foundation reads what is written, and the other way round`() throws {
    let scalars = (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init)
    let string = String(
      String.UnicodeScalarView(scalars.filter { $0.value % 7 == 0 || $0.value < 300 })
    )
    let written = JSON.array([.string(string)]).text
    #expect(try JSONDecoder().decode([String].self, from: Data(written)) == [string])
    let encoded = try JSONEncoder().encode([string])
    #expect(try JSON(Array(encoded)).array?.first?.string == string)
  }

  private func roundTrip(_ text: String) throws -> String {
    String(decoding: try JSON(Array(text.utf8)).text, as: UTF8.self)
  }
}
