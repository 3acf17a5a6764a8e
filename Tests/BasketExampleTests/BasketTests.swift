import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import TestSupport
import Testing

@testable import BasketExample

@Suite(
  .injected {
    $0.customer = "Ada"
    $0.repository = FixedRepository(articles: [.cup, .sugar])
    $0.date = .incrementing(from: .noon, by: 60)
  }
) struct BasketTests {
  @Test func `a service adds the repository's articles to what is in the basket`() throws {
    let basket = Basket()
    try BasketService().addArticles(to: basket)
    #expect(basket.customer == "Ada" && basket.filled == .noon)
    try BasketService().addArticles(to: basket)
    #expect(basket.articles == [.cup, .sugar, .cup, .sugar])
    #expect(basket.filled == .noon.addingTimeInterval(60))
  }

  @Test(.injected(\.repository, FailingRepository()))
  func `a service leaves the basket as it is when the repository fails`() {
    let basket = Basket()
    #expect(throws: Problem("no articles")) { try BasketService().addArticles(to: basket) }
    #expect(basket.articles == [] && basket.filled == nil)
  }

  @Test func `a basket that is filled outside of a customer's scope stops`() async {
    let output = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      liveProcess()
      try BasketService().addArticles(to: Basket())
    }
    let message = output.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(message.contains("A value was read, but none is provided."))
    #expect(message.contains("Property: \\.customer"))
  }

  @Test func `a controller shows a line for each article, and the total`() throws {
    let controller = BasketViewController()
    #expect(controller.text == "Basket\n  Total  0.00")
    try controller.loadArticles()
    #expect(
      controller.text == """
        Basket of Ada, 2026-01-01T12:00:00Z
          Cup              14.50
          Sugar, one lump   0.05
          Total            14.55
        """
    )
  }
}

// MARK: - Fixtures

extension Date {
  /// The first of January 2026, 12:00 UTC.
  fileprivate static let noon = Date(timeIntervalSince1970: 1_767_268_800)
}

extension Article {
  fileprivate static let cup = Article(name: "Cup", cents: 1_450)
  fileprivate static let sugar = Article(name: "Sugar, one lump", cents: 5)
}

private struct FailingRepository: Repository {
  func getAll() throws -> [Article] { throw Problem("no articles") }
}
