import Foundation

/// The articles that one customer is about to buy.
final class Basket {
  var articles: [Article] = []

  /// When articles were put into it last.
  var filled: Date?

  var totalInCents: Int { articles.reduce(0) { $0 + $1.cents } }
}

extension Basket: CustomStringConvertible {
  /// When it was filled, a line for each article, and the total.
  var description: String {
    let rows = articles.map { ($0.name, $0.cents) } + [("Total", totalInCents)]
    let prices = rows.map { Basket.price($0.1) }
    let nameWidth = rows.map(\.0.count).max()!
    let priceWidth = prices.map(\.count).max()!
    let lines = zip(rows, prices).map { row, price in
      "  " + row.0 + String(repeating: " ", count: nameWidth - row.0.count) + "  "
        + String(repeating: " ", count: priceWidth - price.count) + price
    }
    let title = filled.map { "Basket, \($0.formatted(.iso8601))" } ?? "Basket"
    return ([title] + lines).joined(separator: "\n")
  }

  private static func price(_ cents: Int) -> String {
    let rest = cents % 100
    return "\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
