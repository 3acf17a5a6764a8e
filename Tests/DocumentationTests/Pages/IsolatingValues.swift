public import Injection
import InjectionMacros
import InjectionTesting
import Testing

@MainActor
private final class Cart {
  var items: [String] = []
}

extension InjectedValues {
  @MainActor @Injectable fileprivate var cart: Cart = Cart()
}

@MainActor
private final class CartModel {
  @Injected(\.cart) var cart

  func add(_ item: String) { cart.items.append(item) }
}

@MainActor public enum TitleKey: @MainActor InjectionKey {
  public static var defaultValue: String { "Cart" }
}

extension InjectedValues {
  @MainActor public var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }
}

@MainActor
private func refresh(_ model: CartModel) async -> Int {
  await withInjected(\.cart, Cart()) {
    model.add("cup")
    await Task.yield()
    return model.cart.items.count
  }
}

private actor Counter {
  @Injected(\.step) var step
  private(set) var value = 0

  func count() { value += step }
}

extension InjectedValues {
  @Injectable fileprivate var step = 1
  @Injectable fileprivate var counter: Counter = Counter()
}

private let printed = Printed()
private func print(_ item: Any) { printed.add(item) }

@Suite(.injected()) struct IsolatingValues {
  @MainActor
  @Test func `code on the main actor uses its values as any other`() async {
    let model = CartModel()
    model.add("pen")
    #expect(InjectedValues.current.cart.items == ["pen"])
    #expect(await refresh(model) == 1)
    #expect(model.cart.items == ["pen"])
    withInjected(\.title, "Basket") { #expect(InjectedValues.current.title == "Basket") }
    #expect(InjectedValues.current.title == "Cart")
  }

  @Test func `an actor reads in the scope of the task that called it`() async {
    let counter = InjectedValues.current.counter
    await withInjected(\.step, 5) { await counter.count() }
    print(await counter.value)  // 5
    #expect(printed.take() == ["5"])
    await counter.count()
    #expect(await counter.value == 6)
  }
}
