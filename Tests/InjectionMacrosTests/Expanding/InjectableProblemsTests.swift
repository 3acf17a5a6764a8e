import Testing

@testable import InjectionMacrosExpansion

struct InjectableProblemsTests {
  /// The error is shown at `👉`. `RefusedDeclarationsTests` has the messages.
  @Test(arguments: [
    (
      "/* größe */ @Injectable\n  public 👉let x: Int = 3",
      "/* größe */ @Injectable\n  public var x: Int = 3"
    ),
    (
      "@Injectable(test: var) public 👉static /* c */ var x: Int = 3",
      "@Injectable(test: var) public /* c */ var x: Int = 3"
    ),
    ("@Injectable 👉weak var x: X?", "@Injectable var x: X?"),
    ("@Injectable 👉unowned(safe) var x: X = X()", "@Injectable var x: X = X()"),
    (
      "@Injectable var `default`👉 /* c */ = make(a, b: c)",
      "@Injectable var `default`: <#Type#> /* c */ = make(a, b: c)"
    ),
    (
      "@Injectable var x: Int = 3 👉{ didSet { print(x) } } // after",
      "@Injectable var x: Int = 3 // after"
    ),
    ("@Injectable var x: Int 👉{ get { 3 } set {} }", nil),
    ("@Injectable var x: [(👉some P)?] = y", "@Injectable var x: [(any P)?] = y"),
    ("@Injectable\n👉#if A\n@MainActor\n#endif\nvar x: Int = 3", nil),
  ])
  func `a mistake is shown where it is, with its fix`(
    _ declaration: String,
    fixed: String?
  ) throws {
    let parts = declaration.split(separator: "👉", omittingEmptySubsequences: false)
    var code = Array(parts.joined().utf8)
    let result = Expansion(parts.joined()).key
    let problem = try #require(result.problems.first)
    #expect(result.code == nil && result.problems.count == 1)
    #expect(problem.position == parts[0].utf8.count && (problem.fix == nil) == (fixed == nil))
    if let fix = problem.fix {
      code.replaceSubrange(fix.range, with: fix.newText.utf8)
      #expect(String(decoding: code, as: UTF8.self) == fixed)
      // A fix results in a declaration without mistakes.
      let again = Expansion(String(decoding: code, as: UTF8.self))
      #expect(again.key.problems.isEmpty && again.key.code != nil)
    }
  }

  // `nil` if the compiler doesn't send it.
  @Test(arguments: [
    nil, "extension InjectedValues {}", "\n\n// a\nextension InjectedValues {}",
    "extension Injection.InjectedValues {}", "extension Injection::InjectedValues: P {}",
    "extension /* A */ InjectedValues: P {}", "extension InjectedValues where A: B {}",
    "@available(macOS 16, *)\n// c\n@MainActor public nonisolated extension InjectedValues {}",
  ])
  func `it may be in an extension of InjectedValues`(_ context: String?) {
    #expect(Expansion("@Injectable var x: Int = 3", in: context).key.problems.isEmpty)
  }

  @Test(arguments: [
    "", "func f()", "extend", "extension", "struct InjectedValues {}", "protocol P {}",
    "extension User {}", "extension InjectedValues.Inner {}",
  ])
  func `it must not be anywhere else`(_ context: String) {
    let problems = Expansion("\n  @A // c\n  @Injectable var x: Int = 3", in: context).key.problems
    let message = "'@Injectable' can only be used in an extension of 'InjectedValues'"
    #expect(problems.map(\.message) == [message] && problems.map(\.position) == [3])
  }
}
