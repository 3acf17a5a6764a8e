/// Parts of declarations, which the tests combine.
enum Declarations {
  static let heads = [
    "", "  @Injectable\n  ", "\n\n  // before\n  /// Doc: var y = 3\n  @Injectable() ",
    "@Injectable(test: MockMailer(\"var (\"), preview: { var y = 3 }) ",
    "@InjectionMacros::Injectable /* c */ @MainActor\tpackage ",
    "@available(*, deprecated, message: \"use `var y`\") @Injectable\r\n  private ( set ) public ",
    "@Other<[Int], (A) -> B>(1) @A.B.C nonisolated(unsafe) ", "@Other<A<B<C>>> @objc(var:) static ",
    "@Injectable // var z = 3\n  lazy ", "@Injectable /* var z /* = */ 3 */ unowned(safe) ",
    "\u{FEFF}@Other(#\"\"\"\"#) ", "@Other(\"\\(\")\")\") ", "@Other(/\\)/) ", "@Other( /* ) */ ) ",
  ]

  static let names = ["x", "größe", "`default`", "`my name`", "_x", "$x", "var1", "式"]

  static let spaces = [" ", "", "\r\n  ", " // = {\n", " /* /* : */ = 1 */ "]

  static let types = [
    "Int", "any P & Q", "Module.Name", "Int??", "(any P)!", "[String: [Int?]]",
    "A<B>.C<D, (E) -> F>",
    "()", "(a: Int, b: (String, Int))", "@Sendable (A, inout B) async throws(E) -> C",
    "nonisolated(nonsending) () async -> A", "((A) -> B)?", "~Copyable", "[3 of Int]",
    "InlineArray<3, Int>", "`default`", "größe", "Int /* = 4 */ ?", "Array<\n  Int\n>", "some P",
  ]

  // The scanner's special cases: brackets, commas, braces, literals, comments and conditions.
  static let values = [
    "3", "-0x1.8p3", "nil", "X().y!.z?.w", "X.init(a) { b }", "[1, 2,]", "[a: b, c: d]",
    "(a: 1, b: 2)", "\\A<B, C>.d", "#selector(a.b(c:))", "A<B, [C], (D) -> E>.f()",
    "(a < b, c > d)", "a ?? b", "a == b", "a => b", "a √ b", "a ? b : c", "a as! B<C, D>",
    #""a, b = { c""#, #""\"""#, #""\\""#, #""\("\("\(x)")")""#, #""/* no comment""#,
    #""é\u{1F600}""#,
    ##"#"""""#"##, ##"#"\(a"#"##, ##"#"\#(a(")"))"#"##, ###"##"\##("}")"##"###,
    "\"\"\"\r\n  \"a\" \"\" , {\\\r\n  \\(b { \"c\" })\n  \"\"\"",
    "#\"\"\"\n  \\\" \"\"\" \\#(a)\n  \"\"\"#", #""\(a /* ) */)""#,
    #""\(if a { "b" } else { "c" })""#,
    "/a b/", "/\\//", "/(a)|(b)/", "/\"/", "#/\n  (a) # b\n/#", "##/a/#b/##", "[/a/, /b,/]",
    "a / b / c", "f(/, /)", "{ /a}/ }",
    "{}", "{ (a: A, b: B) -> C in d }", "{ [weak a, b = c] in d }", "{ var y = 3; return y }()",
    "f(a) { b } c: { d }", "f { $0 } // {\n  .g { $0 }", "{ get }", "f { get { 1 } }", "{ didSet }",
    "f { X.init(a) }", "f { .init(a) }", "if a, b == c { .init(a) } else { willSet(a) }",
    #"f(\[A].b, c: d)"#,
    "if a, let b { c } else if d { e } else { f }",
    "switch (a, b) {\n  case (1, _): c\n  case let (x, y) where x < y: d\n  default: e\n  }",
    "A(\n  b: c, // d\n  e: f /* g */\n)", "a /* /* , b = c */ } { */ + d", "a\r\n  .b()",
    "{\n#if A\n  return a\n#elseif B || C\n  .c { d }\n#endif\n}()",
  ]

  static let accessors = [
    "{}", "{ get { 3 } set { } }", "{ get async throws { \"}\" } }", "{ // }\n  3 }",
  ]

  static let observers = [
    "{ didSet { } }", "{ willSet(new) { } didSet(old) { } }", "{ @A(b) @C willSet { } }",
    "{\n  // first\n  didSet { print(\"}\") }\n}", "{ init(new) { } get { 1 } }",
  ]

  static let tails = ["", "\r\n", " // after, y = 3", " /* after { */", "\n  // after\n\n"]
}
