import Testing

@testable import InjectionMacrosExpansion

struct ScannerTests {
  @Test(arguments: [
    ("a.b(c: 1) [d] {e}", "a|.|b|(c: 1)|[d]|{e}"), ("(a[b{c}]d)e", "(a[b{c}]d)|e"),
    ("a->b-c", "a|->|b|-|c"), ("A<B<C>>=D", "A|<|B|<|C|>|>|=|D"), ("a)b", "a|)|b"),
    ("a//b\n/*c/*d*/e*/f//\rg", "a|f|g"), ("(a/*)*/)b", "(a/*)*/)|b"), ("/* / * */b /* *", "b"),
    ("`a b`.`c` `d", "`a b`|.|`c`|`d"), ("$0+größe", "$0|+|größe"), ("#if #\"#\"#", "#|if|#\"#\"#"),
    (#""a" "\"" "\\" "\(b(")"))" c"#, ##""a"|"\""|"\\"|"\(b(")"))"|c"##),
    (##"#"\"# "a\(" #"\#(a(")"))"# #"""# a"##, ##"#"\"#|"a\(" #"\#(a(")"))"# #"""# a"##),
    (##"#"\#(a(")"))"# #"""# #"""""# a"##, ##"#"\#(a(")"))"#|#"""#|#"""""#|a"##),
    ("\"\"\"\n a \"\" \\\"\"\" b\n \"\"\" c", "\"\"\"\n a \"\" \\\"\"\" b\n \"\"\"|c"),
    ("#/a(\"/b/# ##/c/#d/## (#/)/#)", "#/a(\"/b/#|##/c/#d/##|(#/)/#)"),
    (#"(/\)\"/)a (\.b)"#, #"(/\)\"/)|a|(\.b)"#),
    (#"(\[A].b)c"#, #"(\[A].b)|c"#), ("(a]b)c", "(a]b)|c"), ("([(])])d", "([(])])|d"),
    ("\u{FEFF}a\u{A0}b\u{0}c", "a|b|c"), ("a ©b aàb", "a|©b|aàb"),
    ("(a", "(a"), ("\"\\", "\"\\"), ("#/a\\", "#/a\\"), ("#\"\"\"", "#\"\"\""), ("\\", "\\"),
  ])
  func `code is split into its outermost parts`(_ code: String, tokens: String) {
    let found = Scanner.tokens(of: Array(code.utf8)[...])
    #expect(found.map(\.text).joined(separator: "|") == tokens)
    for token in found { #expect(Array(code.utf8)[token.range].elementsEqual(token.text.utf8)) }
  }

  @Test func `brackets can be signs, and a part of code can be split`() {
    let code = Array("a([b: \"(\\(c))\"])".utf8)
    let tokens = Scanner.tokens(of: code[2...], isGrouping: false)
    #expect(tokens.map(\.text) == ["[", "b", ":", "\"(\\(c))\"", "]", ")"])
    #expect(tokens.first?.range == 2..<3)
  }
}
