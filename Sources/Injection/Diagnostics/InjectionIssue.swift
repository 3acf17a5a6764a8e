/// Something that a test should fail for, with what to do about it.
public struct InjectionIssue: Sendable, CustomStringConvertible {
  package enum Kind: Sendable {
    /// A value was read that the key says a test has to override.
    case unimplemented
    /// A strict test read a default.
    case notOverridden
    /// An override was never read.
    case neverRead
  }

  package let place: SourcePlace

  /// The fact; then property, key, value type and place; then what to do.
  public let description: String

  /// The file of the read, or of the scope that overrides: `ShopTests/CheckoutTests.swift`.
  public var fileID: String { place.fileID }

  /// The line of the read, or of the scope that overrides.
  public var line: Int { place.line }

  init(
    _ kind: Kind,
    name: KeyName,
    valueType: Any.Type,
    place: SourcePlace,
    nearMisses: [String] = []
  ) {
    self.place = place
    var message = kind.message(name, valueType, place)
    message.details += nearMisses.map { ("Near miss", $0) }
    self.description = message.description
  }

  /// - Parameters:
  ///   - problems: What is wrong, by property, as messages.
  ///   - count: How many properties were verified.
  ///   - place: Where that was asked for.
  package init(
    unverified problems: [(property: String, message: String)],
    of count: Int,
    place: SourcePlace
  ) {
    self.place = place
    self.description = Kind.message(unverified: problems, of: count)
  }
}
