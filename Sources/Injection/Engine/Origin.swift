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
    _ ownBirth: UInt?,
    _ reopening: Reopening?
  ) {
    (self.indirectPlace, self.openedBy) = (indirectPlace, openedBy)
    (self.ownBirth, self.reopening) = (ownBirth, reopening)
  }

  /// The origin of a scope in a place; `nil` if it doesn't need one.
  static func inside(
    _ place: Place?,
    by openedBy: IndirectPlace? = nil,
    ownBirth: UInt? = nil,
    reopening: Reopening? = nil
  ) -> Origin? {
    let indirectPlace = place?.indirectPlace
    if indirectPlace == nil && openedBy == nil && reopening == nil { return nil }
    return Origin(indirectPlace, openedBy, ownBirth, reopening)
  }
}
