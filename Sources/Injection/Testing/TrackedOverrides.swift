/// The overrides of a test's container that were not read so far (R17).
///
/// Entries are not held, so that values go when their scopes go.
struct TrackedOverrides {
  struct Override {
    let id: EntryID
    let name: KeyName
    let valueType: Any.Type
    /// What the message names.
    let place: SourcePlace
    /// Where the scope was opened that has the override.
    let scopePlace: SourcePlace
  }

  /// Where the root's overrides come from, while they are made: `nil` when that is over, or a place,
  /// or `nil` in it where only the declaration of the property is known.
  var rootPlace: SourcePlace??

  /// In the order in which they were made.
  private(set) var all: [Override?] = []
  /// By the addresses of the entries.
  private var indices: [EntryID: Int] = [:]

  var unread: [Override] { all.compactMap { $0 } }

  mutating func add(
    _ entry: Entry,
    scopePlace: SourcePlace,
    isRoot: Bool,
    declaration: SourcePlace,
    replacing replaced: Entry?
  ) {
    // The same scope, or a part of it that holds later changes: they are opened at one place. What
    // an outer scope has goes on to be seen there.
    if let replaced, let index = indices[EntryID(addressOf: replaced)],
      all[index]?.scopePlace == scopePlace
    {
      all[index] = nil
    }
    var place = scopePlace
    if isRoot, let rootPlace { place = rootPlace ?? declaration }
    // Where the address is that of an entry that is gone, that one stays in `all`: nobody read it.
    indices[EntryID(addressOf: entry)] = all.count
    let override = Override(
      id: entry.id,
      name: entry.name,
      valueType: entry.valueType,
      place: place,
      scopePlace: scopePlace
    )
    all.append(override)
  }

  mutating func didRead(_ entry: Entry) {
    if let index = indices[EntryID(addressOf: entry)] { all[index] = nil }
  }
}
