import Foundation
import Testing

@testable import BasketExample

struct BasketTests {
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
}
