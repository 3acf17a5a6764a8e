/// Parts of clients, which the tests combine.
enum ClientDeclarations {
  /// A function's type, with its initial value if it needs one.
  static let functions = [
    "@Sendable (_ city: String, _ days: Int) async throws -> [Int]",
    "@Sendable () -> [Int] = { [] }", "@Sendable () async throws -> Void", "@Sendable () -> ()",
    "@Sendable () -> Int?", "@Sendable () async -> (Int, String)?", "() -> Void",
    "(Int) -> Int = { $0 }",
    "@Sendable (_ a: Int) throws(Fault) -> Int = { (_) throws(Fault) in throw Fault() }",
    "@Sendable () async throws(Fault) -> Void = { () async throws(Fault) in throw Fault() }",
    "@Sendable (_ x: inout [Int], _ body: () -> Void) async throws -> Void",
    "@Sendable (_ x: sending Box) async -> sending Box = { _ in Box() }",
    "@Sendable (_ x: consuming Int) -> Int = { _ in 3 }", "@Sendable (_ x: borrowing Move) -> Void",
    "@Sendable (_ x: consuming Move) throws -> Move",
    "@MainActor @Sendable (_ t: String) -> Int = { _ in 3 }",
    "@Sendable @MainActor (_ t: String) async throws -> Int",
    "@DatabaseActor @Sendable (_ t: String) -> Void",
    "@Sendable (_ t: @autoclosure () -> Int) -> Int = { $0() }",
    "@Sendable (_ t: @autoclosure @escaping () -> Int) -> Void",
    "@Sendable (_ t: @escaping @Sendable (Int) -> Void, _ u: (Int) throws -> Void) throws -> Void",
    "@Sendable (_ on: isolated (any Actor)?, _ x: Int) -> Int = { _, x in x }",
    "(@Sendable (_ x: Int) -> Void)?", "(@Sendable (_ x: Int) async throws -> Int?)!",
    "(@Sendable (_ x: Int) -> Int) = { $0 }",
    "nonisolated(nonsending) @Sendable (_ x: Int) async throws -> Int",
    "@concurrent @Sendable (_ x: Int) async -> Int = { $0 }",
    "@Sendable (_ id: Int, Dictionary<Int, [String: Int]>, _: Int) async throws -> [String: [Int]]",
    "@Sendable (_ p: (Int, b: String), _ f: (Int) -> (Int) -> Int) -> (a: Int, b: Int)?",
    "@Sendable ((Int, Int)) -> Int = { $0.0 + $0.1 }", "@Sendable (_ a: (Int, Int)) -> Void",
    "@Sendable (_ x: Int?) -> (@Sendable (Int) -> Int?)? = { _ in { $0 } }",
    "@Sendable (_ x: Int) throws -> @Sendable (Int) -> Int?",
    "@Sendable (_ `default`: Int, _ in: Int, _ self: Int, _ `inout`: Int, _ for: Int) -> Void",
    "@Sendable (_ größe: Int, _ `my name`: Int, _ _0: Int) -> Int = { a, b, c in a + b + c }",
    "@Sendable (_ name: String, _ unimplemented: Int) -> [Int] = { _, _ in [] }",
    "@Sendable (_ x: any Sendable, _ y: any Error & Sendable) throws -> any Sendable",
    "@Sendable (_ x: [3 of Int]) -> Void",
    "@Sendable (_ x: Int.Type) -> any P.Type = { _ in Q.self }",
    "@Sendable (_ : Int, _  spaced : String) -> Void",
    "@Sendable (/* a */ _ x /* b */ : Int, // c\n    _ y: Int /* , d */) /* -> e */ async // -> f\n"
      + "    throws -> /* g */ Int // -> h",
    "\n    @Sendable\n    (_ x: Int)\n      async\n      throws\n      -> Int",
    "\n    @MainActor\n    @Sendable () throws -> Void",
    "@Sendable () -> Int = three", "@Sendable () -> Int = Q.three",
    "@Sendable () -> Int = if Bool.random() { { 1 } }\n    else { { 2 } }",
    "@Sendable (Int) -> String = { number in\n    \"\\(number)\"  // }\n  }",
    "@Sendable () -> [Int] = { [] } { didSet { } }",
    "@Sendable () -> Void { didSet { } willSet { } }",
    "@Sendable () -> Int =\n    {\n      3\n    };", "@Sendable (_ a: Model) throws -> Model",
    "@Sendable (_ a: [Model]) -> Model? = { $0.first }",
  ]

  static let heads = [
    "var ", "public var ", "private(set) var ", "internal var ", "package var ",
    "public private(set) var ", "/// Doc: var y\n  var ", "fileprivate(set)\n  public\n  var ",
  ]

  static let names = [
    "run", "`default`", "größe", "`my name`", "_x", "`init`", "name", "client",
  ]

  /// Members that the macro leaves alone.
  static let others = [
    "", "var computed: Int { 3 }", "static var shared: Int { 3 }", "let limit = 3; var retries = 3",
    "enum State { case open(Int), closed }", "func other(value: Int) {}", "typealias T = Int",
    "private var hidden: @Sendable () -> Int = { 3 }", "subscript(x: Int) -> Int { x }",
    "@MainActor\n  func show() { let run = 3; _ = run }", "init(other: Int) { self.init() }",
    "/* var a: () -> Int */ // var b: () -> Int",
    "struct Inner {\n    var a: () -> Int\n  }",
  ]

  static let structs = ["struct", "public struct", "package struct", "fileprivate struct"]
}
