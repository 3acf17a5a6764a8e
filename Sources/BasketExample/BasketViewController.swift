import Injection

/// Shows a basket, as a view controller of an app does.
final class BasketViewController {
  @Injected(\.service) var service
  private let basket = Basket()

  func loadArticles() throws {
    try service.addArticles(to: basket)
  }

  /// What there is to see.
  var text: String { basket.description }
}
