import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import Testing

@testable import BasketExample

@Suite struct BasketServiceTests {
  @Test func `adds all articles of the repository`() throws {
    try withTestScope {
      $0.repository = MockRepository(articles: [.cup, .beans])
      $0.date = .constant(.noon)
    } operation: {
      let basket = Basket()
      try BasketService().addArticles(to: basket)
      #expect(basket.articles == [.cup, .beans])
      #expect(basket.totalInCents == 3_340)
    }
  }

  @Test func `stamps the basket whenever it fills it`() throws {
    try withTestScope {
      $0.repository = MockRepository(articles: [.cup])
      $0.date = .incrementing(from: .noon, by: 60)
    } operation: {
      let basket = Basket()
      #expect(basket.filled == nil)
      try BasketService().addArticles(to: basket)
      #expect(basket.filled == .noon)
      try BasketService().addArticles(to: basket)
      #expect(basket.filled == .noon.addingTimeInterval(60))
    }
  }

  @Test func `adds to what is in the basket`() throws {
    try withTestScope {
      $0.repository = MockRepository(articles: [.cup])
      $0.date = .constant(.noon)
    } operation: {
      let basket = Basket()
      basket.articles = [.beans]
      try BasketService().addArticles(to: basket)
      #expect(basket.articles == [.beans, .cup])
    }
  }

  @Test func `leaves the basket as it is when the repository fails`() throws {
    withTestScope {
      $0.repository = FailingRepository()
    } operation: {
      let basket = Basket()
      basket.articles = [.beans]
      #expect(throws: FailingRepository.Failure.self) {
        try BasketService().addArticles(to: basket)
      }
      #expect(basket.articles == [.beans])
      #expect(basket.filled == nil)
    }
  }

  // R1: the property is read when it is used, not when the service is made.
  @Test func `a service made before asks the repository of the scope it is used in`() throws {
    try withTestScope {
      $0.date = .constant(.noon)
    } operation: {
      let service = BasketService()
      try withInjected(\.repository, MockRepository(articles: [.cup])) {
        let basket = Basket()
        try service.addArticles(to: basket)
        #expect(basket.articles == [.cup])
      }
    }
  }

  // R7: the default of `repository` reads `articlesPath`.
  @Test func `another path makes another live repository, for its scope only`() throws {
    try withTestScope {
      let packaged = try #require(InjectedValues.current.repository as? FileRepository)
      withInjected(\.articlesPath, "/other/articles.json") {
        let other = InjectedValues.current.repository as? FileRepository
        #expect(other?.path == "/other/articles.json")
      }
      #expect((InjectedValues.current.repository as? FileRepository)?.path == packaged.path)
      #expect(packaged.path.hasSuffix("/articles.json"))
      #expect(packaged.path != "/other/articles.json")
    }
  }
}

// MARK: - Fixtures

extension Date {
  /// The first of January 2026, 12:00 UTC.
  static let noon = Date(timeIntervalSince1970: 1_767_268_800)
}

extension Article {
  static let cup = Article(name: "Cup", cents: 1_450)
  static let beans = Article(name: "Beans", cents: 1_890)
}

struct MockRepository: Repository {
  let articles: [Article]
  func getAll() -> [Article] { articles }
}

private struct FailingRepository: Repository {
  struct Failure: Error {}
  func getAll() throws -> [Article] { throw Failure() }
}
