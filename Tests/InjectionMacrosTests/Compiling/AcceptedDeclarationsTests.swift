import TestSupport
import Testing

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

  @Test func `the compiler accepts a key for each form of a value`() async throws {
    let keys = forms.enumerated().map { "@Injectable var x\($0): \($1.0) = \($1.1)" }
    let result = try await Compiler.compile(
      fixtures + "extension InjectedValues {\n\(keys.joined(separator: "\n"))\n}",
      ["-swift-version", "6", "-warnings-as-errors"]
    )
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }
}

// MARK: - Fixtures

/// What the forms mention.
private let fixtures = #"""
  import Injection
  import InjectionMacros
  struct Server: Sendable {
    var name = ""
    var port = 0
    static func make(_ port: Int, name: String = "") -> Server { Server(name: name, port: port) }
  }
  struct Pair<First: Sendable, Second: Sendable>: Sendable {
    var first: First?
    static func count(_ first: Int, second: Int = 0) -> Int { first + second }
  }
  enum Kind { case one(Int), other }
  infix operator =~: ComparisonPrecedence
  func =~ (first: Int, second: Int) -> Bool { first == second }
  prefix operator √
  prefix func √ (number: Int) -> Int { number }
  func port(_ port: Int? = 80) -> Int? { port }
  func kind() -> Kind { .one(3) }
  func read<Value>(_ path: KeyPath<[Int], Value>, count: Int) -> Int { count }
  func find(_ patterns: any RegexComponent..., count: Int) -> Int { count }
  func run(_ body: () throws -> Int, then: () -> Int = { 0 }) rethrows -> Int { try body() + then() }
  func fails() throws -> Int { 3 }
  func didSet(_ body: () -> Int) -> Int { body() }
  func willSet(_ number: Int = 0) -> Int { number }

  """#

/// A type and an initial value.
private let forms = [
  // Closures and leading dots.
  ("[Server]", #"["a", "b"].map { .init(name: $0) }"#),
  ("[Server]", #"["a"].map { name in .init(name: name, port: 3) }.filter { $0.port > 2 }"#),
  ("Server", ".init(port: 3)"), ("Server", ".make(3)"),
  ("@Sendable (Int) -> Int", "{ x in\n  // didSet { }\n  let y = x, z = 3\n  return y + z\n}"),
  ("@Sendable () -> Int", "{ willSet(3) }"), ("@Sendable () -> Int", "{ @Sendable in willSet(3) }"),
  ("@Sendable (Int) async throws -> Int", "{ (x: Int) async throws -> Int in x }"),
  ("@Sendable (Int, Int) -> Bool", "(<)"), ("Int", "{ willSet(3) }()"), ("Int", "run { 3 }"),
  ("Int", "run { 3 } then: { 4 }"), ("Int", "run {\n  3\n}\nthen: {\n  4\n}"),
  ("Int", "run({ didSet { 3 } })"), ("Int", "(try? { () throws -> Int in 3 }()) ?? 4"),
  ("Int", "try! fails()"),
  // Conditions.
  ("Server", #"if port() == nil { .init() } else { .init(name: "b") }"#),
  ("Int", "if let value = port(), value == 80 { value } else { 0 }"),
  ("Int", "if let value = port(), value =~ 80 { value } else { 0 }"),
  ("Int", "if let a = port(), let b = port(3), a == b, b != 3 { a } else if true { 1 } else { 0 }"),
  ("Int", "if case .one(let x) = kind(), x == 3 { x } else { 0 }"),
  ("Int", "if #available(macOS 99, *), let x = port(), x == 3 { x } else { 3 }"),
  ("Int", "if port() != nil { willSet() } else { willSet(3) }"),
  ("Int", "if port() == nil { run { 3 } } else { didSet { 3 } }"),
  (
    "Int",
    "switch kind() {\ncase .one(let x) where x > 3, .one(let x) where x == 2: x\ndefault: 3\n}"
  ),
  (
    "Server",
    "switch port() {\ncase 80?: .init()\ncase let port?: .make(port)\ncase nil: .make(0)\n}"
  ),
  ("Int", "port() == nil ? willSet(3) : port()!"),
  // Types, brackets and operators.
  ("Int", "Pair<Int, String>.count(3, second: 4)"),
  ("Dictionary<Int, Pair<Int, String>>", "[3: Pair<Int, String>()]"),
  ("[any Sendable.Type]", "[Int.self, [Int].self]"), ("(Int, b: Int)", "(3, b: 4)"),
  ("Int", "[1, 2, 3][1]"), ("Int", #"["a": 1]["a", default: 2]"#),
  ("Int", "[1, 2].map { $0 + 1 }.first ?? { willSet(3) }()"), ("any Sendable", "3 as any Sendable"),
  ("Int", "√3 + √4 / 2 / 2"), ("Bool", "port()! < 4 && (4 > port()!)"), ("Int", "#line"),
  // Key paths.
  ("Int", #"read(\.count, count: 3)"#), ("Int", #"read(\[Int].count, count: 3)"#),
  ("Int", #"read(\[Int].[0], count: 3) + read(\.first?.description.count, count: 4)"#),
  ("[Int]", #"[Server()].map(\.port)"#),
  // Strings and regular expressions.
  ("String", #""{ \("}") \(willSet(3)), y = 3""#),
  ("String", #""\(port() == nil ? "{" : "\(["a": "}"]["a", default: ")"])")""#),
  ("String", ##"#"a\#("b")"c \(d"#"##),
  ("String", "\"\"\"\n  a { \"x\" didSet {\n    \\([\"a\": 1][\"a\", default: 3])\n  \"\"\""),
  ("Bool", #""a".contains(/a/)"#), ("Bool", #""a".contains(/{/) || "b".contains(/"/)"#),
  ("Bool", #""a".contains(/\{,b=/)"#), ("Int", #"find(/[)]/, /\(/, count: 3)"#),
  ("Int", ##"find(#/[")}]/#, count: 3)"##),
  // Comments and conditional compilation.
  ("Int", "3 /* { didSet {} } */"), ("Int", "3  // , y = 3"),
  ("Int", "willSet(3 /* ) */)\n  // before\n  .advanced(by: 3)"),
  ("String", "\"a\"\n  #if DEBUG\n    .uppercased()\n  #else\n    .lowercased()\n  #endif"),
]
