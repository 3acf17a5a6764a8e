/// Something to buy.
struct Article: Equatable {
  let name: String
  let cents: Int

  /// What an article may cost. The upper end keeps every total far from an overflow.
  static let prices = 0...100_000_000
}

extension Article: Decodable {
  private enum CodingKeys: CodingKey { case name, cents }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    // Not as `Int`: for 1.5 the error would name no position.
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
