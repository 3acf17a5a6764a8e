import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import Testing

@testable import BasketExample

@Suite(.shop) struct BasketServiceTests {
  @Test func `a service adds all articles of the repository to what is in the basket`() throws {
    let basket = Basket()
    basket.articles = [.beans]
    try BasketService().addArticles(to: basket)
    #expect(basket.articles == [.beans, .cup, .beans])
    #expect(basket.totalInCents == 5_230)
  }

  @Test(.injected(\.date, .incrementing(from: .noon, by: 60)))
  func `a service stamps the basket whenever it fills it`() throws {
    let basket = Basket()
    #expect(basket.filled == nil)
    try BasketService().addArticles(to: basket)
    #expect(basket.filled == .noon)
    try BasketService().addArticles(to: basket)
    #expect(basket.filled == .noon.addingTimeInterval(60))
  }

  @Test(.injected(\.repository, FailingRepository()))
  func `a service leaves the basket as it is when the repository fails`() {
    let basket = Basket()
    basket.articles = [.beans]
    #expect(throws: FailingRepository.Failure.self) {
      try BasketService().addArticles(to: basket)
    }
    #expect(basket.articles == [.beans])
    #expect(basket.filled == nil)
  }
}

// MARK: - Fixtures

extension Trait where Self == InjectedTrait {
  /// A shop with two articles, at noon.
  static var shop: Self {
    .injected {
      $0.repository = MockRepository(articles: [.cup, .beans])
      $0.date = .constant(.noon)
    }
  }
}

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
