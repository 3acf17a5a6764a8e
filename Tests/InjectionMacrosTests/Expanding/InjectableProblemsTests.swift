import Testing

@testable import InjectionMacrosExpansion

@Suite struct InjectableProblemsTests {
  @Test(arguments: Mistake.all)
  func `a mistake is shown where it is, with its fix`(_ mistake: Mistake) throws {
    let parts = mistake.declaration.split(separator: "👉", omittingEmptySubsequences: false)
    let code = parts.joined()
    let result = Expansion(code).key
    #expect(result.code == nil)
    let problem = try #require(result.problems.first)
    #expect(result.problems.count == 1)
    #expect(problem.message == mistake.message)
    #expect(problem.position == parts[0].utf8.count)
    #expect(problem.fix?.message == mistake.fix?.message)
    if let fix = mistake.fix {
      #expect(fixed(code, problem) == fix.result)
      // A fix leads to a declaration without mistakes.
      let again = Expansion(fix.result)
      #expect(again.key.problems.isEmpty && again.key.code != nil)
    }
  }

  @Test func `several mistakes are all shown`() {
    let problems = Expansion("@Injectable static let x: some P").key.problems
    #expect(problems.map(\.position) == [19, 12, 26, 32])
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

  // The compiler says these itself, see `MacroDiagnosticsTests`.
  @Test(arguments: [
    "@Injectable var a: Int = 3, b: Int = 4", "@Injectable var (a, b): (Int, Int) = (1, 2)",
    "@Injectable func f() {}", "@Injectable struct S {}", "@Injectable case a",
    "@Injectable init() {}",
  ])
  func `nothing is added to what the compiler says`(_ declaration: String) {
    let result = Expansion(declaration).key
    #expect(result.code == nil && result.problems.isEmpty)
  }

  @Test func `a subscript is no variable`() {
    let expansion = Expansion("@Injectable subscript(x: Int) -> Int { 3 }")
    #expect(expansion.key.problems.isEmpty && expansion.key.code == nil)
    #expect(
      expansion.accessors.problems.map(\.message) == [
        "'@Injectable' can only be applied to a 'var'"
      ]
    )
  }

  // An extension has no stored properties: without accessors, each mistake would be two.
  @Test(arguments: [
    ("static var x: Int = 3", true), ("var x: Int", true), ("var x = X()", true),
    ("var x: some P = y", true),
    ("let x: Int = 3", false), ("var x: Int { 3 }", false), ("var x: Int = 3 { didSet {} }", false),
  ])
  func `a mistake does not lead to others`(_ declaration: String, hasAccessors: Bool) {
    let accessors = Expansion("@Injectable \(declaration)").accessors
    #expect(accessors.problems.isEmpty)
    #expect(accessors.code == (hasAccessors ? "get { fatalError() }\nset {}" : nil))
  }

  private func fixed(_ code: String, _ problem: Problem) -> String? {
    guard let fix = problem.fix, let range = problem.fixed else { return nil }
    var bytes = Array(code.utf8)
    bytes.replaceSubrange(range, with: fix.newText.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - Fixtures

/// A mistake in a declaration, shown where `👉` stands.
struct Mistake: Sendable, CustomTestStringConvertible {
  var declaration: String
  var message: String
  var fix: (message: String, result: String)?

  var testDescription: String { declaration }

  static let all: [Mistake] = [
    Mistake(
      declaration: "/* größe */ @Injectable\n  public 👉let x: Int = 3",
      message: "'@Injectable' needs a 'var', since a scope can replace the value of 'x'",
      fix: ("replace 'let' with 'var'", "/* größe */ @Injectable\n  public var x: Int = 3")
    ),
    Mistake(
      declaration: "@Injectable public 👉static /* c */ var x: Int = 3",
      message: "'@Injectable' cannot be combined with 'static'",
      fix: ("remove 'static'", "@Injectable public var x: Int = 3")
    ),
    Mistake(
      declaration: "@Injectable 👉weak var x: X? = nil",
      message: "'@Injectable' cannot be combined with 'weak'",
      fix: ("remove 'weak'", "@Injectable var x: X? = nil")
    ),
    Mistake(
      declaration: "@Injectable 👉unowned(safe) var x: X = X()",
      message: "'@Injectable' cannot be combined with 'unowned(safe)'",
      fix: ("remove 'unowned(safe)'", "@Injectable var x: X = X()")
    ),
    Mistake(
      declaration: "@Injectable var x: [Int?]👉 // after",
      message: "'@Injectable' needs an initial value, which is the default of 'x'",
      fix: ("add an initial value", "@Injectable var x: [Int?] = <#default value#> // after")
    ),
    Mistake(
      declaration: "@Injectable var x👉",
      message: "'@Injectable' needs an initial value, which is the default of 'x'",
      fix: ("add an initial value", "@Injectable var x: <#Type#> = <#default value#>")
    ),
    Mistake(
      declaration: "@Injectable var x👉 = Session(a, b: c) { d }",
      message: "'@Injectable' needs the type of 'x': a macro sees the code, but not its types",
      fix: ("add the type", "@Injectable var x: <#Type#> = Session(a, b: c) { d }")
    ),
    Mistake(
      declaration: "@Injectable var `default`👉 /* c */ = Session(a, b: c)",
      message:
        "'@Injectable' needs the type of 'default': a macro sees the code, but not its types",
      fix: (
        "add the type 'Session'", "@Injectable var `default`: Session /* c */ = Session(a, b: c)"
      )
    ),
    Mistake(
      declaration: "@Injectable var x👉 = Cache.Disk()",
      message: "'@Injectable' needs the type of 'x': a macro sees the code, but not its types",
      fix: ("add the type 'Cache.Disk'", "@Injectable var x: Cache.Disk = Cache.Disk()")
    ),
    Mistake(
      declaration: "@Injectable var x👉 = Cache.shared(1)",
      message: "'@Injectable' needs the type of 'x': a macro sees the code, but not its types",
      fix: ("add the type", "@Injectable var x: <#Type#> = Cache.shared(1)")
    ),
    Mistake(
      declaration: "@Injectable var x👉 = (1, 2)",
      message: "'@Injectable' needs the type of 'x': a macro sees the code, but not its types",
      fix: ("add the type", "@Injectable var x: <#Type#> = (1, 2)")
    ),
    Mistake(
      declaration: "@Injectable var x👉 = [1, 2]",
      message: "'@Injectable' needs the type of 'x': a macro sees the code, but not its types",
      fix: ("add the type", "@Injectable var x: <#Type#> = [1, 2]")
    ),
    Mistake(
      declaration: "@Injectable var x: Int = 3 👉{ didSet { print(x) } } // after",
      message: "an '@Injectable' property cannot have accessors or observers of its own",
      fix: ("remove the observers", "@Injectable var x: Int = 3 // after")
    ),
    Mistake(
      declaration: "@Injectable var x: Int 👉{ 3 }",
      message: "an '@Injectable' property cannot have accessors or observers of its own",
      fix: nil
    ),
    Mistake(
      declaration: "@Injectable var x: Int 👉{ get { 3 } set {} }",
      message: "an '@Injectable' property cannot have accessors or observers of its own",
      fix: nil
    ),
    Mistake(
      declaration: "@Injectable var x: [👉some P] = y",
      message: "the type of 'x' cannot be opaque, since a scope can replace the value",
      fix: ("replace 'some' with 'any'", "@Injectable var x: [any P] = y")
    ),
    Mistake(
      declaration: "@Injectable\n👉#if A\n@MainActor\n#endif\nvar x: Int = 3",
      message:
        "'@Injectable' cannot be combined with '#if' before a property; put the '#if' around it",
      fix: nil
    ),
    Mistake(
      declaration: " 👉@Injectable(foo: 3, test: 4) var x: Int = 3",
      message: "'@Injectable' has no argument 'foo'",
      fix: nil
    ),
    Mistake(
      declaration: "\n👉@Injectable var x: String = \(String(repeating: "\"\\(", count: 100))",
      message: "'@Injectable' cannot read code that is nested so deeply; write the key out",
      fix: nil
    ),
  ]
}
