/// Something to buy.
struct Article: Sendable, Equatable {
  let name: String
  let cents: Int

  /// What an article may cost. The upper end keeps every total far from overflowing.
  static let prices = 0...100_000_000
}

extension Article: Decodable {
  private enum CodingKeys: CodingKey {
    case name, cents
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.name = try container.decode(String.self, forKey: .name)
    // As `Int`, a number such as 1.5 would be reported as no JSON at all, without its place.
    let number = try container.decode(Double.self, forKey: .cents)
    guard let cents = Int(exactly: number), Self.prices.contains(cents) else {
      throw DecodingError.dataCorruptedError(
        forKey: .cents,
        in: container,
        debugDescription: "must be a whole number from \(Self.prices.lowerBound) "
          + "to \(Self.prices.upperBound)"
      )
    }
    self.cents = cents
  }
}
