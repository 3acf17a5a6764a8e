import Testing

/// What the compiler shows for mistakes, be it the macro's word or its own.
///
/// After `//` stands what must be among the errors of that line, and the column it is shown at.
/// Lines without have none.
@Suite struct RefusedDeclarationsTests {
  @Test func `mistakes are shown where they are`() async throws {
    let result = try await expectRefused(
      """
      import Injection
      import InjectionMacros
      struct User: Sendable {}
      final class Cache: Sendable {}
      extension InjectedValues {
        @Injectable let a: Int = 3 // 15: '@Injectable' needs a 'var', since a scope can replace the value of 'a'
        @Injectable static var b: Int = 3 // 15: '@Injectable' cannot be combined with 'static'
        @Injectable var c: Int // 25: '@Injectable' needs an initial value, which is the default of 'c'
        @Injectable var d = User() // 20: '@Injectable' needs the type of 'd': a macro sees the code, but not its types
        @Injectable var e: Int = 3 { didSet {} } // 30: an '@Injectable' property cannot have accessors or observers of its own
        @Injectable var f: Int { 3 } // 26: an '@Injectable' property cannot have accessors or observers of its own
        @Injectable var g: Int = 3, h: Int = 4 // 19: accessor macro 'Injectable(lifetime:test:preview:)' can only apply to a single variable
        @Injectable var (i, j): (Int, Int) = (1, 2) // 20: accessor macro 'Injectable(lifetime:test:preview:)' can only apply to a single variable
        @Injectable var _: Int = 3 // 19: property declaration does not bind any variables
        @Injectable var k: some Sendable = 3 // 22: the type of 'k' cannot be opaque, since a scope can replace the value
        @Injectable lazy var l: Int = 3 // 15: 'lazy' cannot be used on a computed property
        @Injectable weak var m: Cache? = nil // 15: '@Injectable' cannot be combined with 'weak'
        @Injectable func n() {} // 3: 'accessor' macro cannot be attached to instance method ('n')
        @Injectable struct O {} // 3: 'accessor' macro cannot be attached to struct ('O')
        @Injectable subscript(p: Int) -> Int { 3 } // 3: '@Injectable' can only be applied to a 'var'
        @Injectable
        #if true // 3: '@Injectable' cannot be combined with '#if' before a property; put the '#if' around it
        @MainActor
        #endif
        var q: Int = 3
        /* größe */ @Injectable let r: Int = 3 // 29: '@Injectable' needs a 'var', since a scope can replace the value of 'r'
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
    for fix in [
      "replace 'let' with 'var'", "remove 'static'", "add an initial value", "add the type 'User'",
      "remove the observers", "replace 'some' with 'any'", "remove 'weak'",
    ] {
      #expect(notes.contains(fix))
    }
  }

  // What the documentation of the macro says of its arguments.
  @Test func `arguments are checked before the property is known`() async throws {
    _ = try await expectRefused(
      """
      import Injection
      import InjectionMacros
      struct User: Sendable { static let mock = User() }
      enum WrittenKey: InjectionKey { static var defaultValue: Int { 3 } }
      extension InjectedValues {
        @Injectable var user: User? = nil
        @Injectable(test: .mock) var a: User = User() // 22: cannot infer contextual base in reference to member 'mock'
        @Injectable(preview: .mock) var b: User = User() // 25: cannot infer contextual base in reference to member 'mock'
        @Injectable(test: nil) var c: User? = User() // 3: generic parameter 'Test' could not be inferred
        @Injectable(test: .init()) var d: User = User() // 22: cannot infer contextual base in reference to member 'init'
        @Injectable(test: InjectedValues.userKey.defaultValue) var e: User? = nil // 36: type 'InjectedValues' has no member 'userKey'
        @Injectable(foo: 3) var f: Int = 3 // 20: extra argument 'foo' in macro expansion
        @Injectable(preview: 3, test: 4) var g: Int = 3 // 27: argument 'test' must precede argument 'preview'
        @Injectable(lifetime: .singletn) var h: Int = 3 // 26: type 'InjectionLifetime' has no member 'singletn'
        @Injectable(test: User?.none) var i: User? = User()
        @Injectable(test: User.mock, preview: nil as User?) var j: User? = User()
        @Injectable(test: WrittenKey.defaultValue) var k: Int = 3
        @Injectable(test: 3, preview: -1.5) var l: Double = 3
        @Injectable(test: [], preview: [1]) var m: [Int] = [2]
        @Injectable(test: { $0 + 1 }, preview: { (x: Int) in x }) var n: @Sendable (Int) -> Int = { $0 }
      }
      """
    )
  }

  // The compiler checks it there too, before it drops it.
  @Test func `a mistake in the initial value is shown where it is`() async throws {
    _ = try await expectRefused(
      """
      import Injection
      import InjectionMacros
      extension InjectedValues {
        @Injectable var a: Int = "three" // 28: cannot convert value of type 'String' to specified type 'Int'
        @Injectable var b: Int = tree() // 28: cannot find 'tree' in scope
        @Injectable var c: Missing = 3 // 22: cannot find type 'Missing' in scope
      }
      """
    )
  }
}

// MARK: - Fixtures

private func expectRefused(
  _ source: String,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Compiler.Result {
  let result = try await Compiler.compile(source, ["-swift-version", "6"])
  let errors = result.complaints.filter { $0.severity == "error" }
  for (index, text) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
  {
    let here = errors.filter { $0.line == index + 1 }
    if let expected = text.firstMatch(of: #/// (\d+): (.*)$/#) {
      let isFound = here.contains {
        $0.column == Int(expected.1) && $0.message == String(expected.2)
      }
      #expect(isFound, "\(text): \(here)", sourceLocation: sourceLocation)
    } else {
      #expect(here.isEmpty, sourceLocation: sourceLocation)
    }
  }
  return result
}
