import TestSupport
import Testing

@testable import InjectionMacrosExpansion

@Suite struct PropertyDeclarationTests {
  @Test(arguments: Declarations.heads)
  func `attributes and modifiers do not matter`(_ head: String) throws {
    for name in Declarations.names {
      for space in Declarations.spaces {
        let variable = head + "var" + (space.isEmpty ? " " : space) + "‹\(name)›" + space
        try expectParts(of: variable + ":" + space + "«Int»" + space + "=" + space + "⟦1" + space)
      }
    }
  }

  @Test(arguments: Declarations.types)
  func `a type ends where it does, whatever follows`(_ type: String) throws {
    for value in Declarations.values {
      try expectParts(of: "@Injectable var ‹x›: «\(type)» = ⟦\(value)")
      try expectParts(of: "@Injectable var ‹x›:«\(type)» = ⟦\(value) // end")
    }
    for accessors in Declarations.accessors {
      try expectParts(of: "var ‹x›: «\(type)» ⦃\(accessors)⦄")
    }
    try expectParts(of: "var ‹x›: «\(type)»")
    #expect(try property("var x: \(type), y: Int").hasSiblings)
  }

  // The value is all that follows: what ends it is for the compiler to see.
  @Test(arguments: Declarations.values)
  func `an initial value is found, and observers after it`(_ value: String) throws {
    for tail in Declarations.tails { try expectParts(of: "var ‹x› = ⟦\(value)\(tail)") }
    // Not after an odd bracket or quotation mark between bare slashes.
    if value.contains(#/\/"\/|{\//#) { return }
    for observers in Declarations.observers {
      try expectParts(of: "var ‹x›: «Int» = ⟦\(value)\n⦃\(observers)⦄ // end")
    }
    for other in ["y = 1", "y: Int", "_ = 1", "`y` : Int = 2, z"] {
      #expect(try property("var x = \(value), \(other)").hasSiblings || value.contains("/"))
    }
  }

  @Test func `attributes and modifiers are named`() throws {
    let code = """
      /// Documentation.
      @available(macOS 15, *) @MainActor // c
      @Module.Macro<[Int], (A) -> B>(a, b: ")") @_spi(X) @A::B public
      private(set) nonisolated(unsafe) final var x: Int = 3
      """
    let header = try property(code).header
    #expect(header.attributes.map(\.name) == ["available", "MainActor", "Macro", "_spi", "B"])
    #expect(
      header.attributes.map { String(decoding: Array(code.utf8)[$0.range], as: UTF8.self) } == [
        "@available(macOS 15, *)", "@MainActor", "@Module.Macro<[Int], (A) -> B>(a, b: \")\")",
        "@_spi(X)", "@A::B",
      ]
    )
    #expect(
      header.modifiers.map(\.name) == ["public", "private(set)", "nonisolated(unsafe)", "final"]
    )
    #expect(header.condition == nil)
  }

  @Test func `conditions among the attributes are noticed`() throws {
    #expect(try property("@A\n#if B\n@C\n#endif\nvar x: Int = 3").header.condition == 3..<4)
  }

  @Test(arguments: [
    ("Int?", true), ("(any P)?", true), ("[Int]!", true), ("Int", false), ("() -> Int?", false),
    ("[Int?]", false), ("(() -> Int)?", true),
  ])
  func `a type is an optional, or not`(_ type: String, isOptional: Bool) throws {
    #expect(try property("var x: \(type)").isOptional == isOptional)
  }

  @Test(arguments: [
    "func f() {}", "func f(var: Int) {}", "struct S { var x = 3 }", "typealias T = Int", "case a",
    "init() { var x = 1 }", "subscript(x: Int) -> Int { get { 3 } }", "import X", "",
    " // var x = 1",
    "\"var\"", "@", "@A", "#if A", "}", "`var` x", "var (a, b) = c", "var _ = 3", "let", "var = 3",
  ])
  func `other declarations and patterns are none`(_ code: String) {
    #expect(PropertyDeclaration(Array(code.utf8)) == nil)
  }

  // Each of them takes a time that grows with the square of the length, if some part of the code is
  // looked at again for each character.
  @Test(arguments: [
    "(/\\", "#/ ", "#/\n", "#\"\"\"", "\"\\(", "/*", "`", "a<b,", "{ @A ", "@A(", "\"", "/ ", "<",
    "#if ", "a,", "{", ", a", "#", "A<(b), c,", "\"#", "{didSet",
  ])
  func `long code that makes no sense takes no long time`(_ part: String) {
    let code = String(repeating: part, count: 20_000 / part.utf8.count)
    for code in [code, "var x = \(code)", "var x: \(code)"] {
      let duration = processorTime {
        _ = Injectable(attribute: [], declaration: Array(code.utf8), context: nil).expand(.peer)
      }
      #expect(duration < .seconds(5))
    }
  }
}

// MARK: - Fixtures

private func property(_ code: String) throws -> PropertyDeclaration {
  try #require(PropertyDeclaration(Array(code.utf8)))
}

private func expectParts(
  of text: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let marked = MarkedCode(text)
  let property = try #require(PropertyDeclaration(marked.code), sourceLocation: sourceLocation)
  let type = property.type.isEmpty ? nil : property.typeRange
  #expect(property.name.range == marked.name, "\(text)", sourceLocation: sourceLocation)
  #expect(type == marked.type, "\(text)", sourceLocation: sourceLocation)
  #expect(
    property.initialValue.first?.range.lowerBound == marked.value,
    "\(text)",
    sourceLocation: sourceLocation
  )
  #expect(property.accessors == marked.accessors, "\(text)", sourceLocation: sourceLocation)
}
