import Testing

@testable import InjectionMacrosExpansion

@Suite struct PropertyDeclarationTests {
  @Test(arguments: Declarations.written)
  func `the parts of a declaration are found`(_ text: String) throws {
    try expectParts(of: text)
  }

  @Test(arguments: Declarations.heads)
  func `attributes and modifiers do not matter`(_ head: String) throws {
    for name in Declarations.names {
      for space in Declarations.spaces {
        let variable = head + "var" + (space.isEmpty ? " " : space) + "‹\(name)›" + space
        try expectParts(of: variable + ":" + space + "«Int»" + space + "=" + space + "⟦1⟧" + space)
      }
    }
  }

  @Test(arguments: Declarations.types)
  func `a type ends where it does, whatever follows`(_ type: String) throws {
    for value in Declarations.values {
      try expectParts(of: "@Injectable var ‹x›: «\(type)» = ⟦\(value)⟧")
      try expectParts(of: "@Injectable var ‹x›:«\(type)» = ⟦\(value)⟧ // end")
    }
    for accessors in Declarations.accessors {
      try expectParts(of: "var ‹x›: «\(type)» ⦃\(accessors)⦄")
    }
    try expectParts(of: "var ‹x›: «\(type)»")
    #expect(failure(of: "var x: \(type), y: Int") == .severalNames)
  }

  @Test(arguments: Declarations.values)
  func `an initial value ends where it does, whatever follows`(_ value: String) throws {
    for tail in Declarations.tails { try expectParts(of: "var ‹x› = ⟦\(value)⟧\(tail)") }
    for observers in Declarations.observers {
      try expectParts(of: "var ‹x›: «Int» = ⟦\(value)⟧\n⦃\(observers)⦄ // end")
    }
    for other in ["y = 1", "y: Int", "y", "(y, z) = w", "_ = 1", "`y` : Int = 2, z", "y {1}"] {
      #expect(failure(of: "var x = \(value), \(other)") == .severalNames)
    }
  }

  @Test(arguments: [
    ("3", "Int"), ("-3", "Int"), ("+3", "Int"), ("1_000", "Int"), ("0xFE", "Int"), ("0b1", "Int"),
    ("0o17", "Int"), ("0", "Int"), ("1.5", "Double"), ("-1.5", "Double"), ("1e3", "Double"),
    ("1E-3", "Double"), ("0x1p3", "Double"), ("0x1.8P-3", "Double"), (#""""#, "String"),
    (#""a""#, "String"), (##"#"a"#"##, "String"), (#""\(a)""#, "String"), ("true", "Bool"),
    ("\"\"\"\n  a\n  \"\"\"", "String"), ("false", "Bool"), ("/* c */ 3 // d", "Int"),
  ])
  func `a literal says its type`(_ value: String, type: String) throws {
    #expect(try PropertyDeclaration(Array("var x = \(value)".utf8)).literalType == type)
  }

  @Test(arguments: [
    "nil", "[1]", "[:]", "(3)", "3 + 4", "3.foo", "\"a\" + b", "\"a\".count", "!true", "x", "X()",
    "-x",
    "/a/", "#/a/#", "- 3 + 1", "{ 3 }", "-true", "-\"a\"", "#line", "3!", ".three", "`true`",
  ])
  func `all else does not`(_ value: String) throws {
    #expect(try PropertyDeclaration(Array("var x = \(value)".utf8)).literalType == nil)
  }

  @Test func `attributes and modifiers are named`() throws {
    let code = """
      /// Documentation.
      @available(macOS 15, *) @MainActor // c
      @Module.Macro<[Int], (A) -> B>(a, b: ")") @_spi(X) public
      private(set) nonisolated(unsafe) final var x: Int = 3
      """
    let header = try PropertyDeclaration(Array(code.utf8)).header
    #expect(header.attributes.map(\.name) == ["available", "MainActor", "Macro", "_spi"])
    let texts = header.attributes.map {
      String(decoding: Array(code.utf8)[$0.range], as: UTF8.self)
    }
    #expect(
      texts == [
        "@available(macOS 15, *)", "@MainActor", "@Module.Macro<[Int], (A) -> B>(a, b: \")\")",
        "@_spi(X)",
      ]
    )
    #expect(
      header.modifiers.map(\.name) == ["public", "private(set)", "nonisolated(unsafe)", "final"]
    )
    #expect(header.condition == nil)
  }

  @Test(arguments: [
    ("@InjectionMacros::Injectable", "Injectable"), ("@A.B.C", "C"), ("@A<B<C<D>>>(e)", "A"),
    ("@A<(B) -> C, [D]>", "A"), ("@A::B<C>", "B"),
  ])
  func `an attribute has the last part of its name`(_ attribute: String, name: String) throws {
    // What follows generic arguments is no type: there a slash begins a regex literal.
    let code = Array("\(attribute) @Next(/\"/) var x = 3".utf8)
    let header = try PropertyDeclaration(code).header
    #expect(header.attributes.map(\.name) == [name, "Next"])
    #expect(header.attributes.first?.range == 0..<attribute.utf8.count)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `conditions among the attributes are noticed`(newline: String) throws {
    let code = """
      @A
      #if os(macOS) && DEBUG // c
      @B(x)
      #elseif swift(>=6)
      @C
      #else
      @D
      #endif
      public var x: Int = 3
      """
      .replacing("\n", with: newline)
    let header = try PropertyDeclaration(Array(code.utf8)).header
    #expect(header.attributes.map(\.name) == ["A", "B", "C", "D"])
    #expect(header.modifiers.map(\.name) == ["public"])
    #expect(header.condition?.lowerBound == 2 + newline.utf8.count)
  }

  @Test func `an opaque type is noticed`() throws {
    let code = Array("var x: [some P: (some Q)?] = y".utf8)
    #expect(try PropertyDeclaration(code).opaqueType == 8..<12)
    #expect(try PropertyDeclaration(Array("var some: someP = some".utf8)).opaqueType == nil)
  }

  @Test(arguments: [
    "func f() {}", "func f(var: Int) {}", "struct S { var x = 3 }", "typealias T = Int", "case a",
    "init() { var x = 1 }", "subscript(x: Int) -> Int { get { 3 } }", "enum E {}", "extension X {}",
    "import X", "", " // var x = 1", "\"var\"", "@", "@A", "public", "#if A", "}", "3", "`var` x",
  ])
  func `other declarations are none`(_ code: String) {
    #expect(failure(of: code) == .notAProperty)
  }

  @Test(arguments: ["var (a, b) = c", "var _ = 3", "var (a): Int = 3", "let", "var = 3", "var"])
  func `a pattern is no name`(_ code: String) {
    #expect(failure(of: code) == .severalNames)
  }

  @Test(arguments: ["var x: = 3", "var x =", "var x: ", "var x = // 3", "var x = }", "var x: (Int"])
  func `what is not finished does no harm`(_ code: String) {
    #expect(failure(of: code) == nil)
  }

  @Test func `strings in strings can be nested as deeply as anybody does`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "\"\\(", count: depth) + "1" + String(repeating: ")\"", count: depth)
    }
    try expectParts(of: "var ‹x›: «String» = ⟦\(nested(Lexer.greatestDepth))⟧ // end")
    #expect(failure(of: "var x: String = \(nested(Lexer.greatestDepth + 1))") == .tooDeep)
    #expect(failure(of: "@A(\(nested(100_000))) var x = 3") == .tooDeep)
    let brackets = String(repeating: "([{", count: 10_000)
    #expect(failure(of: "var x = \(brackets)") == nil)
  }

  // Each of them takes a time that grows with the square of the length, if some part of the code is
  // looked at again for each character: minutes.
  @Test(arguments: [
    "(/\\", "#/ ", "#/\n", "#\"\"\"", "\"\\(", "/*", "`", "a<b,", "{ @A ", "@A(", "\"", "/ ", "(/a",
    "<", "#if ", "a,", "{", "[/(", ", a", "/[", "#", "A<(b), c,", "\"#",
  ])
  func `long code that makes no sense takes no long time`(_ part: String) {
    let code = String(repeating: part, count: 100_000 / part.utf8.count)
    for code in [code, "var x = \(code)", "var x = \(code)>()", "var x: \(code)"] {
      #expect(ContinuousClock().measure { _ = failure(of: code) } < .seconds(20))
    }
  }
}

// MARK: - Fixtures

private func expectParts(
  of text: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let marked = MarkedCode(text)
  let property = try PropertyDeclaration(marked.code)
  #expect(property.name == marked.name, "\(text)", sourceLocation: sourceLocation)
  #expect(property.type == marked.type, "\(text)", sourceLocation: sourceLocation)
  #expect(property.initialValue == marked.value, "\(text)", sourceLocation: sourceLocation)
  #expect(property.accessors == marked.accessors, "\(text)", sourceLocation: sourceLocation)
}

private func failure(of code: String) -> PropertyDeclaration.Failure? {
  do {
    _ = try PropertyDeclaration(Array(code.utf8))
    return nil
  } catch {
    return error
  }
}
