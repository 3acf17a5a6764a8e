import Foundation

/// The articles that a customer is about to buy.
final class Basket {
  var articles: [Article] = []

  /// Who buys them. `nil` before articles are added.
  var customer: String?

  /// When articles were last added.
  var filled: Date?

  var totalInCents: Int { articles.reduce(0) { $0 + $1.cents } }
}

extension Basket: CustomStringConvertible {
  /// The customer and the time, a line for each article, and the total.
  var description: String {
    let rows = articles.map { ($0.name.printable, $0.cents) } + [("Total", totalInCents)]
    let nameWidth = rows.map(\.0.count).max()!
    let priceWidth = rows.map { Basket.price($0.1).count }.max()!
    let lines = rows.map { name, cents in
      let price = Basket.price(cents)
      let space = nameWidth - name.count + 2 + priceWidth - price.count
      return "  \(name)\(String(repeating: " ", count: space))\(price)"
    }
    let owner = customer.map { " of \($0.printable)" } ?? ""
    let title = "Basket\(owner)" + (filled.map { ", \($0.formatted(.iso8601))" } ?? "")
    return ([title] + lines).joined(separator: "\n")
  }

  private static func price(_ cents: Int) -> String {
    "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
  }
}

extension String {
  /// The text on one line, in which control characters, such as those that color a terminal, are
  /// written as escapes.
  var printable: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
