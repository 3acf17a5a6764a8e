import Testing

@testable import InjectionMacrosExpansion

struct StructDeclarationTests {
  @Test(arguments: ClientDeclarations.functions)
  func `a member ends where the next one begins`(_ function: String) throws {
    for (head, other) in zip(ClientDeclarations.heads, ClientDeclarations.others + [""]) {
      let code = "struct S { \(other)\n  \(head)x: \(function)\n  \(head)y: Int\n  \(other)\n}"
      let members = try members(of: code)
      let isFound = members.filter { $0.contains { ["x", "y"].contains($0.text) } }
      #expect(isFound.count == 2, "\(code)")
      #expect(
        isFound.map { $0.prefix { $0.text != "x" && $0.text != "y" }.last?.text } == ["var", "var"]
      )
      #expect(isFound.first?.last?.text != ";" && isFound.last?.last?.text == "Int")
    }
  }

  @Test(arguments: [
    ("var a: Int; var b: Int", ["var a : Int", "var b : Int"]),
    ("@A\n@B(c)\npublic\nvar a: Int\nlet b = 3", ["@ A @ B (c) public var a : Int", "let b = 3"]),
    ("var a = b\n  .c()\nvar d = e +\n  f", ["var a = b . c ()", "var d = e + f"]),
    ("var a: A<B>\nvar b: C?\nvar c: D!", ["var a : A < B >", "var b : C ?", "var c : D !"]),
    ("var a:\n@B\n@C (D) -> E\nvar b: F", ["var a : @ B @ C (D) -> E", "var b : F"]),
    ("var a = b\n  as C\nvar d: E\n  { 3 }", ["var a = b as C", "var d : E { 3 }"]),
    ("func a()\n  where B: C {}\ninit() {}", ["func a () where B : C {}", "init () {}"]),
    (
      "var a = if b { c }\n  else { d }\nvar e = f\n  is G\nvar h: (I)\n  async\n  throws\n  -> J",
      ["var a = if b { c } else { d }", "var e = f is G", "var h : (I) async throws -> J"]
    ),
    ("", []), (";", [";"]), ("var", ["var"]),
  ])
  func `members are split`(_ code: String, expected: [String]) throws {
    let found = try members(of: "struct S<T>: P where T: Q {\(code)}")
    #expect(found.map { $0.map(\.text).joined(separator: " ") } == expected)
  }

  @Test(arguments: [
    "class A {}", "enum A { struct B {} }", "actor A {}", "extension A {}", "var a = 3", "",
    "struct",
    "struct A", "@A func f() { struct A {} }", "{}", "\"struct A {}\"",
  ])
  func `other declarations are none`(_ code: String) {
    let code = Array(code.utf8)
    #expect(StructDeclaration(Scanner.tokens(of: code[...])[...], of: code) == nil)
  }

  private func members(of code: String) throws -> [ArraySlice<Scanner.Token>] {
    let code = Array(code.utf8)
    return try #require(StructDeclaration(Scanner.tokens(of: code[...])[...], of: code)).members
  }
}
