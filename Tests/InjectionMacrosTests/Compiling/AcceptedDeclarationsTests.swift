import TestSupport
import Testing

@testable import InjectionMacrosExpansion

/// The expansions of valid declarations compile. `Tests/Clients/Shop` has each form.
struct AcceptedDeclarationsTests {
  // Names of other libraries, such as SwiftUI, and of this library.
  @Test func `a client may have types and functions of any of these names`() async throws {
    let names = [
      "Entry", "Key", "Value", "Default", "Environment", "EnvironmentValues", "Preview", "Test",
      "Injection", "InjectionMacros", "Lifetime", "Property", "Accessor", "Int8", "Self_",
    ]
    let result = try await Compiler.compile(
      """
      import Injection
      import InjectionMacros
      \(names.map { "struct \($0): Sendable {}" }.joined(separator: "\n"))
      func get() -> Entry { Entry() }
      func set(_ key: Key) -> Key { key }
      let newValue = Value()
      extension InjectedValues {
        \(names.map { "@Injectable var clash\($0): \($0) = \($0)()" }.joined(separator: "\n  "))
        @Injectable(test: set(Key()), preview: Key()) var key: Key = set(Key())
        @Injectable var entry: Entry = get()
        @Injectable var value: Value = newValue
      }
      """,
      ["-swift-version", "6", "-warnings-as-errors"]
    )
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  // Other libraries have some of these names, and so has an app's own code while it moves.
  @Test func `a client may have every name of the expansions, and of what they stand for`()
    async throws
  {
    let declarations = [
      "@Injectable var a = 3", "@Injectable var b = 1.5", #"@Injectable var c = "c""#,
      "@Injectable var d = true", "@Injectable var e: Thing", "@Injectable var f: Thing?",
      "@Injectable(lifetime: .singleton, test: Thing(), preview: Thing()) public var g: Thing",
      "@Injectable(test: .unimplemented) var client: Client",
    ]
    let client = """
      @InjectableClient struct Client: Sendable {
        var a: @Sendable (_ a: Thing) throws -> Thing
        var b: @Sendable (_ a: Thing) -> Thing = { $0 }
        var c: @Sendable () -> ()
      }
      """
    var code = InjectableClient(attribute: [], declaration: Array(client.utf8), context: nil)
      .expand("member")!.code!
    for declaration in declarations {
      let expansion = Expansion(declaration)
      code += expansion.key.code! + expansion.accessors.code!
    }
    let ours = Set([
      "InjectedValues", "InjectionContext", "InjectionKey", "InjectionLifetime", "_ClientFunction",
      "Int", "Double", "String", "Bool", "Optional",
    ])
    // What a module declares under these names, all of its literals have.
    let ofLiterals = ["Boolean", "Float", "Integer", "String"].map { $0 + "LiteralType" }
    let words = code.replacing(/\/\/.*|"[^"]*"/, with: "").matches(of: /[_A-Za-z][_A-Za-z0-9]*/)
    let names = ours.union(words.map { String($0.0) }).subtracting(ofLiterals)
      .subtracting(["Client", "Thing", "Self", "Any"]).subtracting(keywords)
    #expect(names.isSuperset(of: ["_InjectionKey", "_unprovided", "_clientFunction", "cKey"]))
    let result = try await Compiler.compile(
      """
      public import Injection
      import InjectionMacros
      public struct Thing: Sendable { public init() {} }
      \(names.sorted().map { "struct \($0) {}" }.joined(separator: "\n"))
      extension Injection.InjectedValues {
        \(declarations.joined(separator: "\n  "))
      }
      \(client)
      func use() -> Swift.Int { Injection.InjectedValues.current.a }
      """,
      ["-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault"]
        + ["-enable-upcoming-feature", "MemberImportVisibility", "-warnings-as-errors"]
    )
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }
}

// MARK: - Fixtures

private let keywords: Set = [
  "static", "var", "return", "public", "private", "internal", "enum", "get", "set", "self", "init",
  "if", "let", "else", "in", "try", "throws", "nil", "func", "true", "_", "Sendable",
]
