import Injection
import InjectionMacros
import InjectionTesting
import Testing

extension InjectedValues {
  @Injectable var host = "localhost"
  @Injectable var stock: Stock = Stock(source: "nowhere")
  @Injectable var shelf: Shelf = Shelf(stock: Stock(source: "nowhere"))
}

struct Stock: Sendable {
  let source: String
}

struct Shelf: Sendable {
  let stock: Stock
}

enum ShelfAssembly {
  static func assemble(_ values: inout InjectedValues) {
    values.provide(InjectedValues.shelfKey.self) {
      Shelf(stock: InjectedValues[\.stock])
    }
  }
}

enum NetworkAssembly {
  static func assemble(_ values: inout InjectedValues) {
    values.host = "shop.example"
    values.provide(InjectedValues.stockKey.self) {
      Stock(source: InjectedValues[\.host])
    }
  }
}

let assemblies = [ShelfAssembly.assemble, NetworkAssembly.assemble]

@Suite(.injected()) struct Assemblies {
  @Test func `assemblies see each other, in whatever order they come`() {
    withInjected {
      for assemble in assemblies { assemble(&$0) }
    } operation: {
      #expect(InjectedValues[\.shelf].stock.source == "shop.example")
    }
    withInjected {
      for assemble in assemblies.reversed() { assemble(&$0) }
    } operation: {
      #expect(InjectedValues[\.shelf].stock.source == "shop.example")
    }
  }

  @Test func `the last one wins`() {
    withInjected {
      NetworkAssembly.assemble(&$0)
      $0.host = "test.example"
    } operation: {
      #expect(InjectedValues[\.stock].source == "test.example")
    }
  }
}
