import Injection

extension InjectedValues {
  private enum ServiceKey: InjectionKey {
    // It is built once, and reads what it needs when it is used: in each scope that scope's own.
    static var defaultValue: BasketService { BasketService() }
  }

  /// What fills baskets.
  var service: BasketService {
    get { self[ServiceKey.self] }
    set { self[ServiceKey.self] = newValue }
  }
}
