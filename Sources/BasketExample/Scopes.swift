import Injection

/// Opens scopes at the same time, each with a customer and a repository of its own, and counts which
/// of them fill their own baskets.
struct Scopes {
  var count = 1_000

  func report() async throws -> String {
    let before = try basket()
    let rightScopes = try await withThrowingTaskGroup { group in
      for number in 1...count {
        group.addTask {
          let customer = "Customer \(number)"
          let articles = [Article(name: "Article of scope \(number)", cents: number)]
          return try await withInjected {
            $0.customer = customer
            $0.repository = FixedRepository(articles: articles)
          } operation: {
            let first = try basket()
            // The task may continue on another thread.
            await Task.yield()
            async let child = basket()
            return try await [first, child, basket()].allSatisfy { $0 == (customer, articles) }
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    let outside = try basket() == before ? "the same as before" : "others than before"
    return """
      \(count) scopes, each with a customer and a repository of its own
        \(rightScopes) filled their own baskets only
        Outside of them, the articles are \(outside)
      """
  }

  /// The customer and the articles that the current scope's service puts into a basket.
  private func basket() throws -> (String?, [Article]) {
    let controller = BasketViewController()
    try controller.loadArticles()
    return (controller.basket.customer, controller.basket.articles)
  }
}

struct FixedRepository: Repository {
  let articles: [Article]
  func getAll() -> [Article] { articles }
}
