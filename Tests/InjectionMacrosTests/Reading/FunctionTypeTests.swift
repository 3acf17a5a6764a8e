import Testing

@testable import InjectionMacrosExpansion

struct FunctionTypeTests {
  @Test(arguments: [
    ("() -> Void", "", "", "", "Void"),
    ("(A) -> B", "", "_:A", "", "B"),
    (
      "@Sendable (_ a: A, _ b: [B: C]) async throws -> D<E, F>", "Sendable", "`a`:A `b`:[B: C]",
      "async throws", "D<E,F>"
    ),
    ("@MainActor @A.B @convention(c) (A) -> B", "MainActor B convention", "_:A", "", "B"),
    ("nonisolated(nonsending) @C () async -> A", "C nonisolated(nonsending)", "", "async", "A"),
    (
      "(_ a: inout A<B, C>, D<E, F>, _: G) throws(H) -> I", "", "`a`:inoutA<B,C> _:D<E,F> _:G",
      "throws (H)", "I"
    ),
    (
      "(_ a: (A) -> B, _ `in`: @D () -> C) -> (A) -> B?", "", "`a`:(A)->B `in`:@D()->C", "",
      "(A)->B?"
    ),
    ("(/* a */ _ a : A /* , */) /* -> */ -> B", "", "`a`:A", "", "B"),
    ("((A, B)) -> ()", "", "_:(A, B)", "", "()"), ("(A...) -> B", "", "_:A...", "", "B"),
    ("(@A (_ b: C) -> D)", "A", "`b`:C", "", "D"), ("(_ _: A) -> B", "", "_:A", "", "B"),
  ])
  func `a type is split into its parts`(
    _ type: String,
    attributes: String,
    parameters: String,
    effects: String,
    result: String
  ) throws {
    let function = try #require(self.function(type))
    let header = function.header
    #expect((header.attributes + header.modifiers).map(\.name).joined(separator: " ") == attributes)
    let found = function.parameters.map { "\($0.label):\($0.type.map(\.text).joined())" }
    #expect(found.joined(separator: " ") == parameters)
    #expect(function.effects.map(\.text).joined(separator: " ") == effects)
    #expect(function.result.map(\.text).joined() == result && !function.isOptional)
    #expect(function.isAsync == effects.contains("async"))
    #expect(function.isThrowing == effects.contains("throws"))
    #expect(function.thrown == (effects == "throws (H)" ? "throws(H) " : ""))
  }

  @Test(arguments: ["(() -> A)?", "(@A (B) throws -> C?)!", "((A) -> B)??"])
  func `an optional function is one`(_ type: String) throws {
    #expect(try #require(function(type)).isOptional)
  }

  @Test(arguments: [
    ("() -> Void", "()"), ("() -> ()", "()"), ("() -> A?", "nil"), ("() -> [A]?", "nil"),
    ("() -> A", nil), ("() -> (A) -> B?", nil), ("() -> A!", nil), ("() -> A.Void", nil),
    ("() -> Swift.Void", "()"), ("() -> Swift.Optional<A>", "nil"),
    ("() -> Optional<A>", "nil"), ("() -> Optional<() -> A>", "nil"),
    ("() -> Optional<A>.B", nil), ("() -> Array<A>", nil),
  ])
  func `some results need no code`(_ type: String, result: String?) throws {
    #expect(try #require(function(type)).plainResult == result)
  }

  @Test(arguments: [
    "A", "A?", "(A)", "(A)?", "(A, B)", "[() -> A]", "A<() -> B>", "Optional<@A () -> B>", "any A",
    "", "->", "-> A", "() -", "async -> A", "@", "@A", "(", "() async", "A.() -> B", "nonisolated",
    "(())", "_",
  ])
  func `other types are none`(_ type: String) {
    #expect(function(type) == nil)
  }

  private func function(_ type: String) -> FunctionType? {
    let code = Array(type.utf8)
    return FunctionType(Scanner.tokens(of: code[...]), of: code)
  }
}
