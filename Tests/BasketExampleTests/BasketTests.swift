import Foundation
import Testing

@testable import BasketExample

@Suite struct BasketTests {
  @Test func `a basket prints a line for each article, and the total`() {
    let basket = Basket()
    basket.articles = [.cup, Article(name: "Sugar, one lump", cents: 5)]
    #expect(
      basket.description == """
        Basket
          Cup              14.50
          Sugar, one lump   0.05
          Total            14.55
        """
    )
  }

  @Test func `a basket prints when it was filled`() {
    let basket = Basket()
    basket.filled = .noon
    #expect(basket.description == "Basket, 2026-01-01T12:00:00Z\n  Total  0.00")
  }
}
