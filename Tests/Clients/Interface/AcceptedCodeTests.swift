import Foundation
import TestSupport
import Testing

/// What the documentation says to write compiles, and what it says that the compiler lets pass.
struct AcceptedCodeTests {
  @Test func `a module's name leads past a method that hides the function`() async throws {
    try await expectAccepted(
      """
      class Model {
        static func withInjected(_ number: Int) {}
        static func run() { Injection.withInjected(\\.number, 5) {} }
        func withInjected() {}
        func run() async { await Injection.withInjected(\\.number, 5) { await Task.yield() } }
      }
      """
    )
  }

  // One `let` with `InjectedValues[\.number]` and a wrapper crashes the compiler.
  @Test func `a value and a wrapper are constants of one object`() async throws {
    try await expectAccepted(
      """
      final class One: Sendable {
        let number = InjectedValues.current.number, later = Injected(\\.number)
      }
      final class Two: Sendable {
        let number = InjectedValues[\\.number]
        let later = Injected(\\.number)
      }
      """
    )
  }

  @Test func `language mode 5 lets a class pass that is not Sendable, and mode 6 does not`()
    async throws
  {
    let source = """
      import Injection
      import InjectionMacros
      class Parser { var count = 0 }
      extension InjectedValues { @Injectable var parser: Parser = Parser() }
      struct Reader { @Injected(\\.parser) var parser }
      func count() { Task { Reader().parser.count += 1 } }
      """
    let lenient = try await Compiler.compile(source, ["-swift-version", "5"])
    #expect(lenient.status == 0 && lenient.output == "", "\(lenient.output)")
    let complete = ["-swift-version", "5", "-strict-concurrency=complete"]
    #expect(try await Compiler.compile(source, complete).output.contains("warning: "))
    #expect(try await !Compiler.compile(source).errors.isEmpty)
  }

  @Test(arguments: [[], ["-default-isolation", "MainActor"]])
  func `the cookbook's function makes values of one argument and of two`(
    _ options: [String]
  ) async throws {
    let path = "Sources/Injection/Injection.docc/MakingObjects.md"
    let page = try String(contentsOf: PackageDirectory.url.appending(path: path), encoding: .utf8)
    let block = try #require(page.firstMatch(of: /(?s)```swift\n([^`]*?static func make<.*?)```/)).1
    // What the page says about a module on the main actor.
    let function = block.replacing("initializer: (", with: "initializer: @MainActor (")
    try await expectAccepted(
      """
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
      """,
      options
    )
  }
}

// MARK: - Fixtures

private func expectAccepted(
  _ source: String,
  _ options: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let head = """
    import Injection
    import InjectionMacros
    extension InjectedValues { @Injectable var number = 1 }

    """
  let result = try await Compiler.compile(head + source, ["-swift-version", "6"] + options)
  #expect(
    result.status == 0 && result.output == "",
    "\(result.output)",
    sourceLocation: sourceLocation
  )
}
