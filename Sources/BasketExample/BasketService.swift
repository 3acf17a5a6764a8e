import Injection

/// Puts articles into baskets.
final class BasketService {
  @Injected(\.repository) var repository

  func addArticles(to basket: Basket) throws {
    basket.articles += try repository.getAll()
  }
}
