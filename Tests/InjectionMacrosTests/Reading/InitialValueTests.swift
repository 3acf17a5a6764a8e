import Testing

@testable import InjectionMacrosExpansion

struct InitialValueTests {
  @Test(arguments: [
    ("3", "Integer"), ("-3", "Integer"), ("+3", "Integer"), ("1_000", "Integer"),
    ("0xFE", "Integer"), ("-0b1", "Integer"), ("0o17", "Integer"), ("/* c */ 3 // d", "Integer"),
    ("1.5", "Float"), ("-1_0.5", "Float"), ("1e3", "Float"), ("0x1.8p-3", "Float"),
    (#""""#, "String"), (##"#"a"#"##, "String"), (#""\(a)""#, "String"),
    ("\"\"\"\n  a\n  \"\"\"", "String"), ("true", "Boolean"), ("false", "Boolean"),
  ])
  func `a literal says its type`(_ value: String, type: String) {
    #expect(self.type(of: value) == "\(type)LiteralType")
  }

  @Test(arguments: [
    ("Cart()", "Cart"), ("Cart(limit: 3)", "Cart"), ("Cart.empty", "Cart"),
    ("Cart.make(3) { $0 }", "Cart"), ("Cart.init(limit: 3)", "Cart"), ("Cart { $0 }", "Cart"),
    ("Shop.Cart(\n  a\n)", "Shop.Cart"), ("Shop.Cart.empty // c", "Shop.Cart"),
    ("Cart<Int, [String]>()", "Cart<Int, [String]>"), ("A<B<C>>.D.e", "A<B<C>>.D"),
    ("URL(string: \"a\")!", "URL"), ("[Int]()", "[Int]"),
    ("[Int: A](minimumCapacity: 3)", "[Int: A]"),
    ("Ärger()", "Ärger"),
  ])
  func `what is named as a type is one`(_ value: String, type: String) {
    #expect(self.type(of: value) == type)
  }

  @Test(arguments: [
    "nil", "[1]", "[:]", "(3)", "3 + 4", "3.foo", "\"a\" + b", "\"a\".count", "!true", "x", "-x",
    "/a/", "#/a/#", "- 3 + 1", "{ 3 }", "-true", "-\"a\"", "#line", "3!", ".three", "`true`", "x()",
    "x.Y()", "Cart", "Cart.self", "Cart.Type", "Cart().empty", "Cart.empty.first", "Cart() ?? b",
    "Cart.empty as Any", "try! Cart()", "A < B", "[1].first", "infinity", "1e", "Cart()?",
  ])
  func `all else does not say it`(_ value: String) {
    #expect(type(of: value) == nil)
  }

  private func type(of value: String) -> String? {
    let code = Array(value.utf8)
    return InitialValue(tokens: Scanner.tokens(of: code[...]), code: code).type
  }
}
