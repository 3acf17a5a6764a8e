import Injection

/// The overrides of a test's container that were not read so far (R17).
///
/// Entries are not held, so that values go when their scopes go.
struct TrackedOverrides {
  struct Override {
    let subject: Subject
    /// What the message names.
    let place: SourcePlace
    /// The scope that has the override.
    weak var scope: Scope?
    /// Whether the process's default was read before.
    let wasReadOutside: Bool
  }

  /// Where the overrides of the test's own scope come from, while they are made: `nil` when that is over, or a
  /// place, or `nil` in it where only the declaration of the property is known.
  var basePlace: SourcePlace??

  /// In the order in which they were made.
  private var all: [Override?] = []
  /// By the addresses of the entries.
  private var indices: [ObjectIdentifier: Int] = [:]

  var unread: [Override] { all.compactMap { $0 } }

  mutating func add(_ entry: Entry, in scope: Scope, declaration: SourcePlace) {
    // The same scope, or a part of it that holds later changes: the test's own, or one opened at the same
    // place. What an outer scope has goes on to be seen there.
    let parts = scope.ancestors.prefix { scope.isBase || $0.place == scope.place }
    for index in all.indices where all[index]?.subject.key == entry.key {
      if let other = all[index]?.scope, parts.contains(where: { $0 === other }) { all[index] = nil }
    }
    var place = scope.place
    if scope.isBase, let basePlace { place = basePlace ?? declaration }
    // Where the address is that of an entry that is gone, that one stays in `all`: nobody read it.
    indices[ObjectIdentifier(entry)] = all.count
    all.append(
      Override(
        subject: Subject(entry.key, entry.property),
        place: place,
        scope: scope,
        wasReadOutside: entry.key.processUse != nil
      )
    )
  }

  mutating func didRead(_ entry: Entry) {
    if let index = indices[ObjectIdentifier(entry)] { all[index] = nil }
  }
}
