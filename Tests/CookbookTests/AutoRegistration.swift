import Injection
import InjectionMacros
import InjectionTesting
import Testing

struct Prices: Sendable {
  let factor: Int
}

struct Discounts: Sendable {
  let percent: Int
}

struct Quote: Sendable {
  @Injected(\.prices) private var prices
  @Injected(\.discounts) private var discounts

  func cents(_ amount: Int) -> Int {
    amount * prices.factor * (100 - discounts.percent) / 100
  }
}

extension InjectedValues {
  @Injectable var prices: Prices = Prices(factor: 100)
  @Injectable var discounts: Discounts = Discounts(percent: 10)
  @Injectable var quote: Quote = Quote()
}

extension InjectedValues {
  static func make<each Argument, Result>(
    _ initializer: (repeat each Argument) -> Result,
    _ arguments: repeat (InjectedValues) -> each Argument
  ) -> Result {
    initializer(repeat (each arguments)(.current))
  }
}

struct Invoice: Sendable {
  let prices: Prices
  let discounts: Discounts
}

extension InjectedValues {
  @Injectable var invoice: Invoice = make(Invoice.init, \.prices, \.discounts)
}

@Suite(.injected()) struct AutoRegistration {
  @Test func `a type whose properties are injected needs no arguments`() {
    #expect(InjectedValues[\.quote].cents(2) == 180)
    withInjected(\.discounts, Discounts(percent: 50)) {
      #expect(InjectedValues[\.quote].cents(2) == 100)
    }
  }

  @Test func `an initializer is called with the values that are named`() {
    withInjected(\.prices, Prices(factor: 7)) {
      #expect(InjectedValues[\.invoice].prices.factor == 7)
      #expect(InjectedValues[\.invoice].discounts.percent == 10)
    }
  }
}
