import Testing

@testable import InjectionMacrosExpansion

@Suite struct InjectableProblemsTests {
  /// A mistake is shown where `👉` stands. What is said: `RefusedDeclarationsTests`.
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
    #expect(problem.position == parts[0].utf8.count)
    #expect((problem.fix == nil) == (fixed == nil))
    if let fix = problem.fix {
      code.replaceSubrange(fix.range, with: fix.newText.utf8)
      #expect(String(decoding: code, as: UTF8.self) == fixed)
      // A fix leads to a declaration without mistakes.
      let again = Expansion(String(decoding: code, as: UTF8.self))
      #expect(again.key.problems.isEmpty && again.key.code != nil)
    }
  }

  @Test func `several mistakes are all shown`() {
    let problems = Expansion("@Injectable static let x: some P").key.problems
    #expect(problems.map(\.position) == [19, 12, 26])
  }

  @Test(arguments: [
    nil, [], ["struct User {}"], ["extension User {}"],
    ["func f()", "extension InjectedValues {}"],
    ["struct A {}", "extension InjectedValues {}"], ["extension InjectedValues.Inner {}"],
    ["extension Injection.InjectedValues {}"], ["extension InjectedValues {}", "#if A"],
  ])
  func `it must be in an extension of InjectedValues`(_ context: [String]?) {
    let result = Expansion("\n  @A // c\n  @Injectable var x: Int = 3", in: context).key
    let isRight = context.map { $0.first?.contains("InjectedValues {}") == true } ?? true
    #expect(
      result.problems.map(\.message)
        == (isRight
          ? [] : ["'@Injectable' can only be used in an extension of 'InjectedValues'"])
    )
    #expect(result.problems.allSatisfy { $0.position == 3 })
  }
}
