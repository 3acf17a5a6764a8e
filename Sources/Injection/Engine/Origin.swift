/// Where a scope comes from, if it was opened in a build or in an indirect place, or again in a home.
final class Origin: Sendable {
  /// The nearest indirect place outwards, with a build or without.
  let indirectPlace: IndirectPlace?
  /// The place of the build that opened the scope, which is as old as what keeps the build's value.
  let openedBy: IndirectPlace?
  /// The birth of a scope that is opened again in a home; others have their number.
  let ownBirth: UInt?
  let reopening: Reopening?

  private init(
    _ indirectPlace: IndirectPlace?,
    _ openedBy: IndirectPlace?,
    _ birth: UInt?,
    _ reopening: Reopening?
  ) {
    (self.indirectPlace, self.openedBy, ownBirth) = (indirectPlace, openedBy, birth)
    self.reopening = reopening
  }

  /// The origin of a scope that says the same after this one's was released.
  func again(birth: UInt) -> Origin { Origin(indirectPlace, nil, birth, nil) }

  /// The origin of a scope in a place; `nil` if it doesn't need one.
  static func inside(
    _ place: Place?,
    by openedBy: IndirectPlace? = nil,
    ownBirth birth: UInt? = nil,
    reopening: Reopening? = nil
  ) -> Origin? {
    let indirectPlace = place?.indirectPlace
    if indirectPlace == nil && openedBy == nil && reopening == nil { return nil }
    return Origin(indirectPlace, openedBy, birth, reopening)
  }
}
