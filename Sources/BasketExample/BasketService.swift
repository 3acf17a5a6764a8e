import Injection
import InjectionEssentials

/// Puts articles into baskets.
final class BasketService: Sendable {
  // All share one service, so it is `Sendable`, and such a class cannot hold a wrapped variable.
  private let repository = Injected(\.repository)
  private let customer = Injected(\.customer)
  private let now = Injected(\.date.now)

  func addArticles(to basket: Basket) throws {
    basket.articles += try repository().getAll()
    basket.customer = customer()
    basket.filled = now()
  }
}
