import Testing

@testable import InjectionMacrosExpansion

@Suite struct LexerTests {
  @Test(arguments: [
    ("a.b(c: 1)", "a|.|b|(|c|:|1|)"),
    ("a+b - -c", "a|+|b|-|-|c"),
    ("a?.b! ?? c", "a|?|.|b|!|??|c"),
    ("a...b ..< c", "a|...|b|..<|c"),
    ("a=b==c", "a|=|b|==|c"),
    ("a//b\n/*c/*d*/e*/f", "a|f"),
    ("a+/*c*/b +//d\nc", "a|+|b|+|c"),
    ("`a b`.`c`", "`a b`|.|`c`"),
    ("$0+größe", "$0|+|größe"),
    ("#if #line #\"#\"#", "#if|#line|#\"#\"#"),
    ("1.5 1.foo 0x1.8p3 0x1.foo 1e-3 1.e", "1.5|1|.|foo|0x1.8p3|0x1|.|foo|1e-3|1|.|e"),
    ("0x1.8 0x1p-3 1_0.0_1e+1 0b1.0", "0x1|.|8|0x1p-3|1_0.0_1e+1|0b1|.|0"),
    (#""a" "\"" "\\" "\(b(")"))" c"#, ##""a"|"\""|"\\"|"\(b(")"))"|c"##),
    ("\"\"\"\n a \"\" \\\"\"\" b\n \"\"\" c", "\"\"\"\n a \"\" \\\"\"\" b\n \"\"\"|c"),
    ("\"a\nb\"", "\"a|b|\""),
    ("/a/ / b / c", "/a/|/|b|/|c"),
    ("a /b", "a|/|b"),
    ("f(/a/, /b/)", "f|(|/a/|,|/b/|)"),
    ("f(/)/ a", "f|(|/|)|/|a"),
    ("!/a/ -/b", "!|/a/|-/|b"),
    ("return / a/", "return|/|a|/"),
    ("try? /^ a/", "try|?|/^ a/"),
    ("a? /^ b/", "a|?|/^|b|/"),
    ("x = /^ a/", "x|=|/^ a/"),
    ("#/a/b/# ##/c/#d/##", "#/a/b/#|##/c/#d/##"),
    ("#/\n a\n/# b", "#/\n a\n/#|b"),
    ("\u{FEFF}a\u{A0}b\u{0}c", "a|b|c"),
    // What ends where it does in code that is not finished, and with any line ending.
    ("a//b\rc", "a|c"), ("\"a\rb", "\"a|b"), ("\"a\\\nb", "\"a\\|b"),
    ("`a\nb` c", "`|a|b|`|c"), ("`a\rb` c", "`|a|b|`|c"),
    // Numbers.
    ("0xFF.8Ap3 0x1.8p+3 0x1.8P-3", "0xFF.8Ap3|0x1.8p+3|0x1.8P-3"),
    ("0x1.p3 0x1.apple 0x1.Gp3", "0x1|.|p3|0x1|.|apple|0x1|.|Gp3"), ("0.foo", "0|.|foo"),
    // Operators.
    ("a!+b?*c", "a|!|+|b|?|*|c"), ("a+.b ...c", "a|+|.|b|...|c"), ("a+-*b", "a|+-*|b"),
    // Whether a slash begins a regex literal depends on what stands before it.
    ("a/b/c", "a|/|b|/|c"), ("f(/^ a/)", "f|(|/^ a/|)"), ("a! /^ b/", "a|!|/^|b|/"),
    ("x ? /^ a/ : b", "x|?|/^ a/|:|b"), ("(a) /^ b/", "(|a|)|/^|b|/"),
    ("a ... /^ b/", "a|...|/^ b/"), ("x = /\ta/", "x|=|/|a|/"), ("f(/a\nb/)", "f|(|/|a|b|/|)"),
    ("x = /a// b", "x|=|/|a"), ("x = /a/* b */", "x|=|/|a"), ("x = /a / b", "x|=|/|a|/|b"),
    ("x = /a\t/ b", "x|=|/|a|/|b"), ("x = /a\\ / b", "x|=|/a\\ /|b"),
    ("x = /a\\\nb/", "x|=|/|a|\\|b|/"), ("x = /(a)/", "x|=|/(a)/"), ("x = /[)]/", "x|=|/[)]/"),
    ("x = /[(])/", "x|=|/|[|(|]|)|/"), ("#/ \t\n a\n/# b", "#/ \t\n a\n/#|b"),
    ("#/a#b/# c", "#/a#b/#|c"), ("#/a\nb/#", "#/a|b|/|#"),
    ("x = /(a)b)/", "x|=|/|(|a|)|b|)|/"), ("x = y /^ b/", "x|=|y|/^|b|/"),
    ("x = 1 /^ b/", "x|=|1|/^|b|/"), ("try? ()! /^ b/", "try|?|(|)|!|/^|b|/"),
    // The end of the code.
    ("\"a\\", "\"a\\"), ("\"\\(\"\\", "\"\\(\"\\"), ("#/a\\", "#/a\\"), ("/* *", ""), ("0x", "0x"),
    ("1e", "1e"), ("#\"\"\"", "#\"\"\""), ("`", "`"),
    // Space and comments.
    ("/* / * */b", "b"), ("a ©b", "a|©b"), ("a©b", "a©b"), ("aàb", "aàb"), ("a ！b", "a|！b"),
    ("a ﻀb", "a|ﻀb"),
  ])
  func `code is split into tokens`(_ code: String, tokens: String) {
    #expect(self.tokens(of: code).joined(separator: "|") == tokens)
  }

  @Test func `in a type, operators are split`() {
    #expect(
      tokens(of: "A<B<C>>=D->E?!&-1", inType: true).joined(separator: "|")
        == "A|<|B|<|C|>|>|=|D|->|E|?|!|&|-|1"
    )
  }

  @Test func `a type's text is code again in what it interpolates`() {
    #expect(
      tokens(of: #"@A("\(b(/)/))") C<D>"#, inType: true).joined(separator: "|")
        == #"@|A|(|"\(b(/)/))"|)|C|<|D|>"#
    )
  }

  @Test func `kinds`() {
    var lexer = Lexer(Array("a `b` 1 \"c\" /d/ #/e/# #f ( += ".utf8))
    var kinds: [Token.Kind] = []
    repeat { kinds.append(lexer.next().kind) } while kinds.last != .end
    #expect(
      kinds == [.word, .word, .number, .string, .regex, .regex, .directive, .sign, .sign, .end]
    )
    #expect(lexer.next().kind == .end)
  }

  private func tokens(of code: String, inType: Bool = false) -> [String] {
    var lexer = Lexer(Array(code.utf8))
    lexer.isInType = inType
    var tokens: [String] = []
    while true {
      let token = lexer.next()
      if token.kind == .end { return tokens }
      tokens.append(lexer.text(token.range))
    }
  }
}
