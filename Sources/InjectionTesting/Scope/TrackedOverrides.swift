import Injection

/// The overrides of a test's container that were not read so far.
///
/// Entries are not held, so that values go when their scopes go.
struct TrackedOverrides {
  struct Override {
    let use: Use
    /// Where it was made; unknown where nobody says.
    let place: SourcePlace
    /// The scope that has the override.
    weak var scope: Scope?
    /// Whether the process's default was read before.
    let wasReadOutside: Bool

    var subject: Subject { use.subject }
  }

  /// In the order in which they were made.
  private var all: [Override?] = []
  /// By the addresses of the entries.
  private var indices: [ObjectIdentifier: Int] = [:]

  var unread: [Override] { all.compactMap { $0 } }

  mutating func add(_ entry: Entry, _ use: Use, in scope: Scope, at place: SourcePlace) {
    // The same scope, or a part of it that holds later changes: the test's own, or one opened at
    // the same place. What an outer scope has goes on to be seen there.
    let parts = scope.ancestors.prefix { scope.isBase || $0.place == scope.place }
    for index in all.indices where all[index]?.use.key == entry.key {
      if let other = all[index]?.scope, parts.contains(where: { $0 === other }) { all[index] = nil }
    }
    // Where the address is that of an entry that is gone, that one stays in `all`: nobody read it.
    indices[ObjectIdentifier(entry)] = all.count
    all.append(
      Override(
        use: use,
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
