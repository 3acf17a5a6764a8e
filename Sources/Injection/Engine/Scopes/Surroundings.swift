/// What a default holds of where it was built, if it holds something.
final class Surroundings: Sendable {
  /// The scopes that the default's code opened and in which something was made.
  private let opened: [Scope]
  /// The layers on whose overrides the default stands, if they lie on both sides of a pair.
  private let layers: [Layer]

  init(_ opened: [Scope], _ layers: [Layer]) { (self.opened, self.layers) = (opened, layers) }

  /// Whether the scope of one of the layers has gone: then nothing new sees both sides.
  var isOutlived: Bool { layers.contains { $0.isClosed } }
}
