import Foundation
import TestSupport
import Testing

@testable import InjectionMacrosExpansion

struct JSONTests {
  @Test(arguments: [
    ("null", "null"), (" true\n", "true"), ("-12", "-12"), ("1.5e+2", "1.5e+2"), ("[ ]", "[]"),
    (" [ 1 , [2],{}]", "[1,[2],{}]"), ("{\t\"a\" :\r\n1 }", "{a:1}"),
    (#"{"a":1,"b":{"c":[null,true]},"a":2}"#, "{a:2,b:{c:[null,true]}}"),
    ("\"\"", "<>"), ("\"é😀\u{7F}\"", "<é😀\u{7F}>"),
    (#""\"\\\/\b\f\n\r\t""#, "<\"\\/\u{8}\u{C}\n\r\t>"), (#""\u00e9\u00E9\u0000""#, "<éé\0>"),
    (#""\uD83D\uDE00x""#, "<😀x>"), (#""\uD83D""#, "<\u{FFFD}>"),
    (#""\ud83d\u0041""#, "<\u{FFFD}A>"),
    (#""\ude00\n""#, "<\u{FFFD}\n>"), (#""\ud83d\ud83d\ude00""#, "<\u{FFFD}😀>"),
  ])
  func `values are read`(_ text: String, value: String) throws {
    #expect(JSON(Array(text.utf8)).map(description) == value)
  }

  @Test(arguments: [
    "", " ", "1 2", "[", "[1", "[1,", "[1,]", "[,]", "]", "{", "{}}", "{a:1}", #"{"a"}"#,
    #"{"a":}"#,
    #"{"a":1,}"#, #"{"a":1 "b":2}"#, "{1:2}", #"{"a" 1}"#, "\"", "\"a", "\"\\", #""\x""#,
    #""\u12""#,
    #""\u12G4""#, "\"\n\"", "\"\u{1}\"", "'a'", "//", "[1]x,", #"["a" "b"]"#, #""\ud83d\u12""#,
  ])
  func `what is no JSON is refused`(_ text: String) {
    #expect(JSON(Array(text.utf8)) == nil)
  }

  @Test func `nesting has a limit`() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(JSON(nested(64)) != nil)
    #expect(JSON(nested(65)) == nil && JSON(nested(1_000_000)) == nil)
  }

  // The other end has a reader of its own.
  @Test func `Foundation reads what is written, and the other way round`() throws {
    let scalars = (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init)
      .filter { $0.value % (isLong ? 7 : 101) == 0 || $0.value < 300 }
    let string = String(String.UnicodeScalarView(scalars))
    let written = "[\(JSON.quoted(string))]"
    #expect(try JSONDecoder().decode([String].self, from: Data(written.utf8)) == [string])
    let encoded = try JSONEncoder().encode([string])
    #expect(JSON(Array(encoded))?.array?.first?.string == string)
  }

  private func description(of json: JSON) -> String {
    switch json {
    case .other(let text): text
    case .string(let string): "<\(string)>"
    case .array(let values): "[" + values.map(description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\($0):\(description(of: $1))" }.sorted().joined(separator: ",") + "}"
    }
  }
}
