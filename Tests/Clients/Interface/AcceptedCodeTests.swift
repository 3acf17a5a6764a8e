import Foundation
import TestSupport
import Testing

/// What the documentation says to write compiles.
struct AcceptedCodeTests {
  @Test(arguments: [[], ["-default-isolation", "MainActor"]])
  func `a page's function makes values`(_ options: [String]) async throws {
    let path = "Sources/Injection/Injection.docc/MakingObjects.md"
    let page = try String(contentsOf: PackageDirectory.url.appending(path: path), encoding: .utf8)
    let block = try #require(page.firstMatch(of: /(?s)```swift\n([^`]*?static func make<.*?)```/)).1
    // What the page says about a module on the main actor.
    let function = block.replacing("initializer: (", with: "initializer: @MainActor (")
    let source = """
      import Injection
      import InjectionMacros
      struct Prices: Sendable { var factor = 100 }
      struct Discounts: Sendable { var percent = 10 }
      final class Bill: Sendable {
        init(prices: Prices) {}
        init(prices: Prices, discounts: Discounts) {}
      }
      extension InjectedValues {
        @Injectable var prices: Prices = Prices()
        @Injectable var discounts: Discounts = Discounts()
        @Injectable var bill: Bill = make(Bill.init(prices:), \\.prices)
        @Injectable var fullBill: Bill = make(Bill.init, \\.prices, \\.discounts)
      }
      \(options.isEmpty ? block : Substring(function))
      """
    let result = try await Compiler.compile(source, ["-swift-version", "6"] + options)
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  @Test func `a local wrapper in a constant is used by tasks, groups and loops`() async throws {
    let uses = [
      "withInjected(\\.number, 1) { _ = Task { await machine().run() } }",
      "await withInjected(\\.number, 1) { async let a: Void = machine().run(); await a }",
      "await withTaskGroup { group in group.addTask { await machine().run() } }",
      "for _ in 0..<2 { Task { await machine().run() } }",
      "[1, 2].forEach { _ in Task { await machine().run() } }",
    ]
    let functions = uses.enumerated().map { number, use in
      "func use\(number)() async { let machine = Injected(\\.machine); \(use) }"
    }
    try await expectAccepted(
      """
      actor Machine { func run() {} }
      extension InjectedValues {
        @Injectable var machine: Machine = Machine()
        @Injectable var number = 1
      }
      \(functions.joined(separator: "\n"))
      """
    )
  }

  @Test func `a global actor of any name isolates a macro's key`() async throws {
    try await expectAccepted(
      """
      @globalActor actor Loop { static let shared = Loop() }
      @Loop final class Parser { init() {} }
      extension InjectedValues {
        @Loop @Injectable var parser: Parser = Parser()
        @Injectable(lifetime: .singleton, test: Parser()) @Loop var other: Parser = Parser()
      }
      @Loop func read() -> Parser { InjectedValues.current.parser }
      """
    )
  }

  @Test func `in a main actor module, a value may be equatable`() async throws {
    try await expectAccepted(
      """
      @MainActor protocol Theme: Equatable, Sendable { var name: String { get } }
      nonisolated struct LiveTheme: Theme { var name = "live" }
      extension InjectedValues { @MainActor @Injectable var theme: any Theme = LiveTheme() }
      """,
      ["-default-isolation", "MainActor"]
    )
  }

  @Test(arguments: ["", "async "])
  func `an operation has typed errors beside a closure of overrides`(_ effect: String) async throws
  {
    let calls = ["withInjected", "withTestScope"].map { function in
      """
      func \(function)Load() \(effect)throws(Fault) -> Int {
        try \(effect.isEmpty ? "" : "await ")\(function) {
          $0.number = 2
          $0.name = ""
        } operation: { () \(effect)throws(Fault) in
          try load()
        }
      }
      """
    }
    try await expectAccepted(
      """
      import InjectionTesting
      struct Fault: Error {}
      func load() throws(Fault) -> Int { throw Fault() }
      extension InjectedValues {
        @Injectable var number = 1
        @Injectable var name = ""
      }
      \(calls.joined(separator: "\n"))
      """
    )
  }
}

private func expectAccepted(
  _ source: String,
  _ options: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let result = try await Compiler.compile(
    "import Injection\nimport InjectionMacros\n" + source,
    ["-swift-version", "6"] + options
  )
  #expect(result.status == 0, "\(result.output)", sourceLocation: sourceLocation)
}
