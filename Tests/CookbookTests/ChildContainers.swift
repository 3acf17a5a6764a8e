import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

extension InjectedValues {
  @Injectable var member: String? = nil
  @Injectable var cart: Cart = Cart(of: InjectedValues[\.member])
  @Injectable var priceList: PriceList = PriceList()
}

final class Cart: Sendable {
  let owner: String?
  private let items = Mutex<[String]>([])
  init(of owner: String?) { self.owner = owner }
  var names: [String] { items.withLock { $0 } }
  func add(_ name: String) { items.withLock { $0.append(name) } }
}

final class PriceList: Sendable {}

struct Membership: Sendable {
  let values: InjectedValues

  init(of name: String) {
    values = withInjected(\.member, name) { InjectedValues.current }
  }

  func run<Result>(_ operation: () -> Result) -> Result {
    withInjected(values, operation: operation)
  }
}

@Suite(.injected()) struct ChildContainers {
  @Test func `a child has what it replaces, and shares the rest`() {
    let prices = InjectedValues[\.priceList]
    withInjected(\.member, "Ada") {
      #expect(InjectedValues[\.cart].owner == "Ada")
      #expect(InjectedValues[\.priceList] === prices)
    }
    #expect(InjectedValues[\.cart].owner == nil)
  }

  @Test func `a session is entered as often as needed, and keeps its state`() {
    let (ada, bo) = (Membership(of: "Ada"), Membership(of: "Bo"))
    ada.run { InjectedValues[\.cart].add("cup") }
    bo.run { InjectedValues[\.cart].add("pen") }
    #expect(ada.run { InjectedValues[\.cart].names } == ["cup"])
    #expect(bo.run { InjectedValues[\.cart].names } == ["pen"])
  }

  @Test func `what a session built goes when nobody holds the session`() {
    var ada: Membership? = Membership(of: "Ada")
    weak let cart = ada?.run { InjectedValues[\.cart] }
    #expect(cart != nil)
    ada = nil
    #expect(cart == nil)
  }
}
