/// The part of a scope that was opened in a build or in an indirect place, or again in a home.
final class Opening: Sendable {
  /// The nearest indirect place outwards.
  let indirectPlace: IndirectPlace?
  /// The place of the running build that opened the scope.
  let openedBy: IndirectPlace?
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

  /// The part of a scope that says the same after the original was released.
  func again(birth: UInt) -> Opening { Opening(indirectPlace, nil, birth, nil) }

  /// The part of a scope in a place; `nil` if it doesn't need one.
  static func inside(
    _ place: Place?,
    by openedBy: IndirectPlace? = nil,
    birth: UInt? = nil,
    reopening: Reopening? = nil
  ) -> Opening? {
    let indirectPlace = place?.indirectPlace
    if indirectPlace == nil && openedBy == nil && reopening == nil { return nil }
    return Opening(indirectPlace, openedBy, birth, reopening)
  }
}
