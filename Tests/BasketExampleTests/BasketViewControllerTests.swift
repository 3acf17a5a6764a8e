import Testing

@testable import BasketExample

@Suite(.shop) struct BasketViewControllerTests {
  @Test func `a controller shows what the service has put into its basket`() throws {
    let controller = BasketViewController()
    #expect(controller.text == "Basket\n  Total  0.00")
    try controller.loadArticles()
    #expect(
      controller.text == """
        Basket, 2026-01-01T12:00:00Z
          Cup    14.50
          Beans  18.90
          Total  33.40
        """
    )
  }
}
