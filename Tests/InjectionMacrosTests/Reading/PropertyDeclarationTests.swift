import TestSupport
import Testing

@testable import InjectionMacrosExpansion

struct PropertyDeclarationTests {
  @Test(arguments: Declarations.heads)
  func `attributes and modifiers do not matter`(_ head: String) throws {
    for name in Declarations.names {
      for space in Declarations.spaces {
        let head = head + "var" + (space.isEmpty ? " " : space)
        try expectParts(head, name, "Int", value: "1", space: space)
      }
    }
  }

  @Test(arguments: Declarations.types)
  func `a type ends before a value or accessors`(_ type: String) throws {
    for value in Declarations.values {
      try expectParts("@Injectable var ", "x", type, value: value)
    }
    for accessors in Declarations.accessors {
      try expectParts("var ", "x", type, accessors: accessors, space: " ")
    }
    try expectParts("var ", "x", type)
    #expect(try property("var x: \(type), y: Int").hasSiblings)
  }

  // The value is all code that follows. The compiler finds its end.
  @Test(arguments: Declarations.values)
  func `an initial value is found, and observers after it`(_ value: String) throws {
    for tail in Declarations.tails { try expectParts("var ", "x", value: value + tail) }
    // Except after an unbalanced bracket or quotation mark between bare slashes.
    if value.contains(#/\/"\/|{\//#) { return }
    for observers in Declarations.observers {
      try expectParts("var ", "x", "Int", value: value + "\n", accessors: observers)
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

  @Test(arguments: [
    "func f() {}", "func f(var: Int) {}", "struct S { var x = 3 }", "typealias T = Int", "case a",
    "init() { var x = 1 }", "subscript(x: Int) -> Int { get { 3 } }", "import X", "",
    " // var x = 1",
    "\"var\"", "@", "@A", "#if A", "}", "`var` x", "var (a, b) = c", "var _ = 3", "let", "var = 3",
  ])
  func `other declarations and patterns are none`(_ code: String) {
    let code = Array(code.utf8)
    #expect(PropertyDeclaration(Scanner.tokens(of: code[...])[...], of: code) == nil)
  }

  // Each of them takes quadratic time if a part of the code is read again for each character.
  @Test(arguments: [
    "(/\\", "#/ ", "#/\n", "#\"\"\"", "\"\\(", "/*", "`", "a<b,", "{ @A ", "@A(", "\"", "/ ", "<",
    "#if ", "a,", "{", ", a", "#", "A<(b), c,", "\"#", "{didSet",
  ])
  func `long code that makes no sense takes no long time`(_ part: String) {
    let code = String(repeating: part, count: 20_000 / part.utf8.count)
    for code in [code, "var x = \(code)", "var x: \(code)"] {
      let duration = processorTime {
        _ = Injectable(attribute: [], declaration: Array(code.utf8), context: nil).expand("peer")
        let client = Array("struct S { \(code)".utf8)
        _ = InjectableClient(attribute: [], declaration: client, context: nil).expand("member")
      }
      #expect(duration < .seconds(5))
    }
  }
}

// MARK: - Fixtures

private func property(_ code: String) throws -> PropertyDeclaration {
  let code = Array(code.utf8)
  return try #require(PropertyDeclaration(Scanner.tokens(of: code[...])[...], of: code))
}

/// Expects a declaration to be split into its parts.
private func expectParts(
  _ head: String,
  _ name: String,
  _ type: String? = nil,
  value: String? = nil,
  accessors: String? = nil,
  space: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let value = value.map { $0 + (accessors ?? "") }
  var text = head + name + space
  if let type { text += ":" + space + type + space }
  if let value { text += "=" + space + value + space } else if let accessors { text += accessors }
  let code = Array(text.utf8)
  func string(_ range: Range<Int>) -> String { String(decoding: code[range], as: UTF8.self) }

  let property = try property(text)
  #expect(property.name.text == name, "\(text)", sourceLocation: sourceLocation)
  let foundType = property.type.isEmpty ? nil : string(property.typeRange)
  #expect(foundType == type, "\(text)", sourceLocation: sourceLocation)
  let found = property.initialValue.first.map { string($0.range.lowerBound..<code.count) }
  #expect(found == value.map { $0 + space }, "\(text)", sourceLocation: sourceLocation)
  let foundAccessors = property.accessors.map(string)
  #expect(foundAccessors == accessors, "\(text)", sourceLocation: sourceLocation)
}
