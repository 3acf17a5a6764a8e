/// Declarations as people write them, and parts of which the tests make more. See `MarkedCode`.
enum Declarations {
  static let heads = [
    "", "@Injectable ", "  @Injectable\n  ",
    "\n\n  // before\n  /// Doc: var y = 3\n  @Injectable ", "@Injectable() ",
    "@Injectable(lifetime: .singleton) ", "@InjectionMacros.Injectable ",
    "@Injectable(test: MockMailer(\"var (\"), preview: [1, 2]) ",
    "@Injectable(test: { var y = 3 }) ", "@Injectable /* c */ public ", "@Injectable @MainActor ",
    "@MainActor @Injectable package ", "@available(macOS 15, *) @Injectable fileprivate ",
    "@available(*, deprecated, message: \"use `var y`\") @Injectable\ninternal ",
    "@Injectable nonisolated ", "@Injectable nonisolated(unsafe) ",
    "@Injectable private(set) public ", "@Injectable public private(set) ",
    "@Injectable public internal ( set ) ", "@Other(a, b: c) ", "@Other<Int> ",
    "@Other<[Int], (A) -> B>(1) ", "@A.B.C ", "@InjectionMacros::Injectable ", "@Other<A<B<C>>> ",
    "@_spi(X) @usableFromInline ", "@Injectable static ", "@Injectable lazy ", "@Injectable weak ",
    "@Injectable unowned(safe) ", "@Injectable // var z = 3\n  ",
    "@Injectable /* var z /* = */ 3 */ ", "\u{FEFF}@Injectable ", "@Injectable\r\n  public\r\n",
    "@Injectable\t", "@objc(var:) ", "@Other(#\"\"\"\"#) ", "@Other(\"\\(\")\")\") ",
    "@Other(/\\)/) ", "@Other( /* ) */ ) ",
  ]

  static let names = [
    "x", "repository", "größe", "`default`", "`my name`", "_x", "$x", "var1", "式",
  ]

  static let spaces = [
    " ", "", "\n", "\t", "\r\n  ", " /* = 1 */ ", " // = {\n", " /* /* : */ , */ ",
  ]

  static let types = [
    "Int", "any Repository", "Module.Name", "Int?", "Int??", "Int!", "(any P)?", "any P & Q",
    "[Int]", "[String: Int]", "[[Int?]: [String]]", "Array<Int>", "Array<Array<Int>>",
    "Dictionary<A, B<C, D>>", "A<B>.C<D>", "()", "(Int)", "(Int, String)",
    "(a: Int, b: (String, Int))", "() -> Void", "(Int) -> Int", "@Sendable () -> Date",
    "@Sendable (A, inout B) async throws(E) -> C", "@MainActor @Sendable () -> A",
    "(A) -> (B) -> C", "((A) -> B)?", "[(A) -> B]", "@convention(c) (A) -> B",
    "@escaping () -> Void", "nonisolated(nonsending) () async -> A", "isolated (any Actor)?",
    "any P<Int>", "P.Type", "(any P).Type", "any P.Type", "Self", "~Copyable", "borrowing A",
    "sending A", "InlineArray<3, Int>", "[3 of Int]", "A<(B) -> C>", "A<[B], (C, D)>", "`default`",
    "größe", "Int /* = 4 */ ?", "Array<\n  Int\n>", "_", "some P", "each T", "(repeat each T)",
    "@isolated(any) @Sendable () -> Void", "A<-1>",
  ]

  static let values = [
    // Names, calls and literals.
    "3", "-3", "1.5", "0x1.8p3", "0x1.bytes", "1.foo", "true", "nil", "x", ".none", "X()", "X.y",
    "X().y!.z?.w", "X.init { $0 }", "X.init(a) { b }", "X(a, b: c)", "[]", "[:]", "[1, 2,]",
    "[a: b, c: d]", "(1, 2)", "(a: 1, b: 2)", "\\.a.b", "\\A<B, C>.d", "self", "`default`", "größe",
    "$0", "#line", "#file", "#selector(a.b(c:))", "#externalMacro(a, b: c)", "A<B>()", "A<B, C>()",
    "A<B, C, D>()", "A<B, [C], (D) -> E>.f()", "A<B, C>.self", "A<B<C, D>, E>()",
    "A<(B, C), D>(x, y)", "[A<B, C>]()", "A < B", "(a < b, c > d)", "f(a < b, c > (d))",
    // Strings.
    #""""#, #""a""#, #""a, b = { c""#, #""\"""#, #""\\""#, #""\(a)""#, #""\(a, b: ")")""#,
    #""\("\("\(x)")")""#, #""// no comment""#, #""/* no comment""#, ##"#"a"#"##, ##"#"""#"##,
    ##"#"""""#"##, ##"#"\(a"#"##, ##"#"\#(a(")"))"#"##, ##"#"\"#"##, ###"##"a"#b"##"###,
    ###"##"\##("}")"##"###, "\"\"\"\n  a\n  \"\"\"",
    "\"\"\"\n  \"a\" \"\" , {\n  \\(b { \"c\" })\n  \"\"\"",
    "#\"\"\"\n  \\\" \"\"\" \\#(a)\n  \"\"\"#", "\"\"\"\r\n  a\\\r\n  b\r\n  \"\"\"",
    "\"\"\"\n  \\\"\"\" = 3\n  \"\"\"", #""\u{1F600}, é""#, #""a" + "b""#,
    #""\(if a { "b" } else { "c" })""#, #""\(a /* ) */)""#, #""=""#, #""{""#,
    // Regex literals.
    "/a/", "/a b/", "/[/]/", "/\\//", "/(a)|(b)/", "/a, b = {/", "/\"/", "#/a/#", "#/ a /#",
    "#/\n  (a) # b\n/#", "##/a/#b/##", "f(/a/)", "[/a/, /b,/]", "/a/.b { $0 }", "try /a/", "!/a/.b",
    "a / b / c", "a/b/c", "(/)", "f(/, /)", "f(a / b, c / d)", "f((/a), g(/b))", "x.reduce(1, /)",
    "/^ a/", "{ /a}/ }", "{ return /{/ }",
    // Closures.
    "{ 3 }", "{}", "{ $0 }", "{ a, b in c }", "{ (a: A, b: B) -> C in d }",
    "{ [weak a, b = c] in d }", "{ @Sendable in a }", "{ @MainActor (a) async in b }",
    "{ var y = 3; return y }()", "f { }", "f { a, b in c }", "f(a) { b } c: { d }",
    "f { $0 } // {\n  .g { $0 }", "f\n  { a }", "{ get }", "{ set(1) }", "f { get { 1 } }",
    "{ { {} }() }", "{ didSet }", "{ init_() }", "f { switch a { case .b: c; default: d } }",
    "A { $0.b = c }",
    // Statements as expressions, and operators.
    "if a { b } else { c }", "if a, let b { c } else if d { e } else { f }",
    "switch a { case .b: c default: d }",
    "switch (a, b) {\n  case (1, _): c\n  case let (x, y) where x < y: d\n  default: e\n  }",
    "try! a()", "try? a", "await a", "unsafe a", "a ? b : c", "a ?? b", "a as? B", "a as! B<C, D>",
    "a is B", "-a", "!a", "a && b || c", "a...b", "a..<b", "...a", "a <> b", "a == b", "a >>> b",
    "a += b", "a => b", "&a", "a √ b", "x∘y", "~a", "a!",
    // Several lines, comments, conditions.
    "A()\n  .b()\n  .c()", "A(\n  b: c, // d\n  e: f /* g */\n)", "a // b\n  + c",
    "a /* , b = c */ + d", "a\n#if DEBUG\n  .b()\n#else\n  .c { d }\n#endif",
    "{\n#if A\n  return a\n#elseif B || C\n  return b\n#endif\n}()", "a /* /* } */ { */ + b",
    "a\r\n  .b()",
  ]

  static let accessors = [
    "{ 3 }", "{ get { 3 } }", "{ get { 3 } set { } }", "{ get }", "{ _read { yield x } }",
    "{ didSet { } }", "{ get async throws { \"}\" } }", "{ // }\n  3 }", "{}",
  ]

  static let observers = [
    "{ didSet { } }", "{ willSet { } }", "{ willSet(new) { } didSet(old) { } }",
    "{ @A didSet { } }", "{\n  // first\n  didSet { print(\"}\") }\n}", "{ @A(b) @C willSet { } }",
    "{ init(new) { } get { 1 } }",
  ]

  static let tails = [
    "", " ", "\n", "\r\n", " // after, y = 3", " /* after { */", "\t", "\n  // after\n\n",
  ]
}
