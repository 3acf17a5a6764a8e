/// A scope with the overrides of another one: to stand elsewhere, or for those who must not hold the other.
class ScopeCopy: Scope, @unchecked Sendable {
  // Unchecked like its superclass; it adds immutable properties only.

  /// What was copied. Not held.
  weak let original: Scope?

  private let originalSite: EntryID
  private let ownOverrides: [Entry]

  init(of original: Scope, parent: Scope?, container: Container?, isBase: Bool) {
    // First of all: a draft that was copied goes on in a new scope.
    original.entries.markAsRead()
    self.original = original
    self.originalSite = original.site
    self.ownOverrides = original.overrides
    super.init(
      parent: parent,
      container: container,
      place: original.place,
      name: original.name,
      isBase: isBase
    )
    for entry in ownOverrides { entries.remember(entry) }
  }

  override final var site: EntryID { originalSite }

  override final var overrides: [Entry] { ownOverrides }
}
