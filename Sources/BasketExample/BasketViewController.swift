import Injection

/// Shows a basket, as a view controller of an app does.
final class BasketViewController {
  @Injected(\.service) var service
  let basket = Basket()

  func loadArticles() throws { try service.addArticles(to: basket) }

  var text: String { basket.description }
}
