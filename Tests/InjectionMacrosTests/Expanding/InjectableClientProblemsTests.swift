import Testing

@testable import InjectionMacrosExpansion

struct InjectableClientProblemsTests {
  /// The error is shown at `👉`. `RefusedClientsTests` has the messages.
  @Test(arguments: [
    ("var f: () -> Int👉", "var f: () -> Int = { () in <#value#> }"),
    (
      "var f: @Sendable (A, _ b: B) async -> C👉 // c",
      "var f: @Sendable (A, _ b: B) async -> C = { (_, _) in <#value#> } // c"
    ),
    (
      "var f: (A) throws(B) -> C👉 { didSet {} }",
      "var f: (A) throws(B) -> C = { (_) throws(B) in throw <#error#> } { didSet {} }"
    ),
    (
      "var f: () throws(A) -> Void👉",
      "var f: () throws(A) -> Void = { () throws(A) in throw <#error#> }"
    ),
    ("public 👉let /* ö */ f: () -> Void", "public var /* ö */ f: () -> Void"),
    ("👉let f: () -> Void = { }", "var f: () -> Void = { }"),
    ("var f👉 = { 3 }", "var f: <#Type#> = { 3 }"),
    ("var 👉f: () -> Void, g: () -> Void", nil), ("var 👉f, g: () -> Void", nil),
    ("var f: (_ a: 👉Int...) -> Void", nil), ("var f: 👉@convention(c) () -> Void", nil),
    ("var f: @Sendable 👉@isolated(any) () -> Void", nil),
  ])
  func `a mistake is shown where it is, with its fix`(_ member: String, fixed: String?) throws {
    for (head, tail) in [("/* größe */\n", ""), ("let a = 3;", "\n  var g: () -> Void")] {
      let parts = "@A struct S { \(head) \(member)\(tail)\n}".split(separator: "👉")
      var code = Array(parts.joined().utf8)
      let result = expand(code)
      let problem = try #require(result.problems.first)
      #expect(result.code == nil && result.problems.count == 1)
      #expect(problem.position == parts[0].utf8.count && (problem.fix == nil) == (fixed == nil))
      if let fix = problem.fix, let fixed {
        code.replaceSubrange(fix.range, with: fix.newText.utf8)
        #expect(String(decoding: code, as: UTF8.self).contains(fixed))
        // A fix results in a declaration without mistakes, once a type is filled in.
        let filled = String(decoding: code, as: UTF8.self).replacing("<#Type#>", with: "() -> Int")
        #expect(expand(Array(filled.utf8)).code != nil)
      }
    }
  }

  @Test(arguments: [
    ("👉class C { var f: () -> Void }", "'@InjectableClient' can only be applied to a struct"),
    ("// a\n👉@A enum E { }", "'@InjectableClient' can only be applied to a struct"),
    ("struct 👉S { }", "'@InjectableClient' needs a property whose type is written as a function"),
    (
      "struct 👉S { var a: A }",
      "'@InjectableClient' needs a property whose type is written as a function"
    ),
    (
      "struct S { var f: () -> Void\n👉#if A\n var g: () -> Void\n#endif\n }",
      "'@InjectableClient' cannot read '#if' here; put it into a function's code"
    ),
  ])
  func `a mistake of the whole is shown once`(_ declaration: String, message: String) {
    let parts = declaration.split(separator: "👉", omittingEmptySubsequences: false)
    let result = expand(Array(parts.joined().utf8))
    #expect(result.problems.map(\.message) == [message] && result.code == nil)
    #expect(result.problems.first?.position == parts[0].utf8.count)
  }
}

// MARK: - Fixtures

private func expand(_ code: [UInt8]) -> ExpandedCode {
  InjectableClient(attribute: [], declaration: code, context: nil).expand("member")!
}
