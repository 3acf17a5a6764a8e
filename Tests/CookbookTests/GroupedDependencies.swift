import Injection
import InjectionMacros
import InjectionTesting
import Testing

struct ShopServices: Sendable {
  var price: @Sendable (String) -> Int = { _ in 0 }
  var stock: @Sendable (String) -> Int = { _ in 0 }
  var currency = "EUR"
}

extension InjectedValues {
  @Injectable var shop: ShopServices = ShopServices()
}

struct Label {
  @Injected(\.shop) private var shop

  func text(for name: String) -> String {
    shop.stock(name) > 0
      ? "\(name): \(shop.price(name)) \(shop.currency)" : "\(name): sold out"
  }
}

protocol LabelNeeds {
  var shop: ShopServices { get }
}

extension InjectedValues: LabelNeeds {}

struct PlainLabel {
  let needs: any LabelNeeds

  func text(for name: String) -> String { "\(name) \(needs.shop.currency)" }
}

@Suite(.injected()) struct GroupedDependencies {
  @Test func `one member of the group is replaced, and the others stay`() {
    withInjected {
      $0.shop.stock = { _ in 1 }
      $0.shop.currency = "NOK"
    } operation: {
      #expect(Label().text(for: "Cup") == "Cup: 0 NOK")
    }
    #expect(Label().text(for: "Cup") == "Cup: sold out")
  }

  @Test func `a type declares what it needs as a protocol`() {
    let label = PlainLabel(needs: InjectedValues.current)
    #expect(label.text(for: "Cup") == "Cup EUR")
  }
}
