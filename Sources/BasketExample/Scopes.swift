import Injection

/// Opens scopes at the same time, each with a repository of its own, and counts which articles are
/// seen in them.
struct Scopes {
  var count = 1_000

  func report() async throws -> String {
    let before = try articles()
    let rightScopes = try await withThrowingTaskGroup { group in
      for number in 1...count {
        group.addTask {
          let own = [Article(name: "Article of scope \(number)", cents: number)]
          return try await withInjected(\.repository, FixedRepository(articles: own)) {
            let first = try articles()
            // The task may continue on another thread.
            await Task.yield()
            async let child = articles()
            return try await [first, child, articles()].allSatisfy { $0 == own }
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    let outside = try articles() == before ? "the same as before" : "others than before"
    return """
      \(count) scopes, each with a repository of its own
        \(rightScopes) saw their own articles only
        Outside of them, the articles are \(outside)
      """
  }

  /// What the current scope's service puts into a basket.
  private func articles() throws -> [Article] {
    let controller = BasketViewController()
    try controller.loadArticles()
    return controller.basket.articles
  }
}

struct FixedRepository: Repository {
  let articles: [Article]
  func getAll() -> [Article] { articles }
}
