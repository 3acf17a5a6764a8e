/// The part of a scope that was opened in a build or in the place of one, or again in a home.
final class Opening: Sendable {
  /// The nearest place of a build on the way outwards.
  let buildPlace: BuildPlace?
  /// The place of the running build that opened the scope.
  let openedBy: BuildPlace?
  let ownAge: UInt?
  let reopening: Reopening?

  private init(
    _ buildPlace: BuildPlace?,
    _ openedBy: BuildPlace?,
    _ age: UInt?,
    _ reopening: Reopening?
  ) {
    (self.buildPlace, self.openedBy, ownAge) = (buildPlace, openedBy, age)
    self.reopening = reopening
  }

  /// The part of a scope in a place; `nil` if it doesn't need one.
  static func inside(
    _ place: Place?,
    by openedBy: BuildPlace? = nil,
    age: UInt? = nil,
    reopening: Reopening? = nil
  ) -> Opening? {
    let buildPlace = place?.buildPlace
    if buildPlace == nil && openedBy == nil && reopening == nil { return nil }
    return Opening(buildPlace, openedBy, age, reopening)
  }
}
