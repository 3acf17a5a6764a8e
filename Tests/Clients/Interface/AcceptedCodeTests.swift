import Foundation
import TestSupport
import Testing

/// What the documentation says to write compiles.
struct AcceptedCodeTests {
  @Test(arguments: [[], ["-default-isolation", "MainActor"]])
  func `the cookbook's function makes values`(_ options: [String]) async throws {
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
}
