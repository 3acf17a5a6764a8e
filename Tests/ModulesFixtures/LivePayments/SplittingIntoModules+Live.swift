public import Injection
import PaymentsInterface

struct CardPayments: Payments {
  @Injected(\.currency) var currency

  func pay(_ cents: Int) -> String { "paid \(cents) \(currency)" }
}

public func providePayments(to values: inout InjectedValues) {
  values.provide(PaymentsKey.self) { CardPayments() }
}

extension InjectedValues {
  private enum CurrencyKey: InjectionKey { static var defaultValue: String { "EUR" } }
  var currency: String { self[CurrencyKey.self] }
}
