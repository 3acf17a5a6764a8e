import Testing

@testable import InjectionMacrosExpansion

@Suite struct ExtensionDeclarationTests {
  @Test(arguments: [
    "extension InjectedValues {}", "\n\n// before\nextension InjectedValues {}",
    "extension Injection.InjectedValues {}", "extension Injection::InjectedValues {}",
    "extension /* A */ InjectedValues: P {}", "extension InjectedValues where A: B {}",
    "extension\nInjectedValues{}",
  ])
  func `the extended type is found`(_ code: String) throws {
    let found = try #require(ExtensionDeclaration(Array(code.utf8)))
    #expect(found.typeName == "InjectedValues")
    #expect(found.header.attributes.isEmpty && found.header.modifiers.isEmpty)
  }

  @Test func `and what stands before it`() throws {
    let code = "@available(macOS 16, *)\n// c\n@MainActor public nonisolated extension A.B: C, D {}"
    let found = try #require(ExtensionDeclaration(Array(code.utf8)))
    #expect(found.typeName == "B")
    #expect(found.header.attributes.map(\.name) == ["available", "MainActor"])
    #expect(found.header.modifiers.map(\.name) == ["public", "nonisolated"])
  }

  @Test(arguments: [
    "struct InjectedValues {}", "func f()", "", "enum E {}", "protocol P {}", "extend",
  ])
  func `all else is no extension`(_ code: String) {
    #expect(ExtensionDeclaration(Array(code.utf8)) == nil)
  }
}
