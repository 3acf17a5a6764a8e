import TestSupport
import Testing

/// The errors that the compiler shows for mistakes, from the macro or of its own.
///
/// After `//`, each line has its errors, separated by `|`, with their columns. Other lines and the
/// expansions have none: no error is shown twice, except those that the compiler itself repeats.
struct RefusedDeclarationsTests {
  @Test func `mistakes are shown where they are`() async throws {
    let result = try await expectRefused(
      """
      struct User: Sendable { static func count(_ a: Int, of b: Int) -> Int { a } }
      final class Cache: Sendable {}
      extension InjectedValues {
        @Injectable let a: Int = 3 // 15: '@Injectable' needs a 'var', since a scope can replace the value of 'a' | 19: cannot expand accessor macro on variable declared with 'let'
        @Injectable static var b: Int = 3 // 15: '@Injectable' cannot be combined with 'static'
        @Injectable var c // 19: type annotation missing in pattern
        @Injectable var d = make() // 20: '@Injectable' needs the type of 'd': a macro sees the code, but not its types | 23: cannot find 'make' in scope
        @Injectable var e: Int = 3 { didSet {} } // 30: an '@Injectable' property cannot have accessors or observers of its own
        @Injectable var f: Int { 3 } // 26: an '@Injectable' property cannot have accessors or observers of its own
        @Injectable var g: Int = 3, h: Int = 4 // 19: accessor macro 'Injectable(lifetime:test:preview:)' can only apply to a single variable | 19: extensions must not contain stored properties | 31: accessor macro 'Injectable(lifetime:test:preview:)' can only apply to a single variable | 31: extensions must not contain stored properties
        @Injectable var _: Int = 3 // 19: property declaration does not bind any variables
        @Injectable var k: some Sendable = 3 // 22: the type of 'k' cannot be opaque, since a scope can replace the value
        @Injectable lazy var l: Int = 3 // 15: 'lazy' cannot be used on a computed property
        @Injectable weak var m: Cache? = nil // 15: '@Injectable' cannot be combined with 'weak'
        @Injectable func n() {} // 3: 'accessor' macro cannot be attached to instance method ('n')
        @Injectable var w: Int = "three" // 28: cannot convert value of type 'String' to specified type 'Int'
        @Injectable var x: Int = tree() // 28: cannot find 'tree' in scope
        @Injectable var y: Missing = 3 // 22: cannot find type 'Missing' in scope
        @Injectable subscript(p: Int) -> Int { 3 } // 3: '@Injectable' can only be applied to a 'var'
        @Injectable
        #if true // 3: '@Injectable' cannot be combined with '#if' before a property; put the '#if' around it
        @MainActor
        #endif
        var q: Int = 3
        @Injectable var aa: Int = if true { 3 } else { 4 } { didSet {} } // 54: an '@Injectable' property cannot have accessors or observers of its own
        @Injectable var bb: [Int] = [1].map { $0 } { willSet(new) {} } // 46: an '@Injectable' property cannot have accessors or observers of its own
        @Injectable var dd = if true { 3 } else { 4 } // 21: '@Injectable' needs the type of 'dd': a macro sees the code, but not its types
      }
      extension User {
        @Injectable var s: Int = 3 // 3: '@Injectable' can only be used in an extension of 'InjectedValues'
      }
      @Injectable var t: Int = 3 // 1: '@Injectable' can only be used in an extension of 'InjectedValues'
      struct Other {
        @Injectable var u: Int = 3 // 3: '@Injectable' can only be used in an extension of 'InjectedValues'
      }
      func local() {
        @Injectable var v: Int = 3 // 3: '@Injectable' can only be used in an extension of 'InjectedValues'
      }
      """
    )
    let notes = Set(result.complaints.filter { $0.severity == "note" }.map(\.message))
    let fixes = [
      "replace 'let' with 'var'", "remove 'static'", "add the type", "remove the observers",
      "replace 'some' with 'any'", "remove 'weak'",
    ]
    #expect(notes.isSuperset(of: fixes))
  }

  @Test func `mistakes in code that is handed on are shown once`() async throws {
    let result = try await Compiler.compile(
      """
      import Injection
      import InjectionMacros
      struct Cart: Sendable { static var count: Int { 3 } }
      extension InjectedValues {
        @Injectable(lifetime: .singleton, test: "a", preview: 4) var a: Int = 3
        @Injectable(preview: nil) var b: Int = 3
        @Injectable var c = Cart.count
      }
      """
    )
    let errors = result.output.matches(of: #/error: (.*)/#).map { String($0.1) }
    #expect(
      errors.sorted() == [
        "'nil' is not compatible with expected argument type 'Int'",
        "cannot assign value of type 'Int' to subscript of type 'Cart'",
        "cannot convert return expression of type 'Cart' to return type 'Int'",
        "cannot convert return expression of type 'Int' to return type 'Cart'",
        "cannot convert value of type 'String' to expected argument type 'Int'",
      ]
    )
  }
}

// MARK: - Fixtures

func expectRefused(
  _ source: String,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Compiler.Result {
  let imports = "import Injection; import InjectionMacros\n"
  let result = try await Compiler.compile(imports + source)
  for (index, text) in source.split(separator: "\n").enumerated() {
    let errors = result.errors.filter { $0.line == index + 2 }
    let here = Set(errors.map { "\($0.column): \($0.message)" })
    let expected = text.split(separator: " // ").dropFirst().joined().split(separator: " | ")
    #expect(here == Set(expected.map(String.init)), sourceLocation: sourceLocation)
  }
  return result
}
