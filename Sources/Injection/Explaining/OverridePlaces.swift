import Synchronization

/// Which keys scopes of this process override, and where in the source.
///
/// For near misses: a read that ran outside of every scope cannot see what those that are open
/// override. It knows keys and places in the source, not scopes, so it does not grow with those.
final class OverridePlaces: TableElement, @unchecked Sendable {
  // Unchecked like its superclass; what it adds is immutable.
  private let key: EntryID
  private let place: SourcePlace

  private init(_ id: EntryID, key: EntryID, _ place: SourcePlace) {
    self.key = key
    self.place = place
    super.init(id: id)
  }

  private static let all = EntryTable<OverridePlaces>()

  /// Records an override. Takes no lock and allocates nothing when the place is known.
  @inline(__always)
  static func record(_ id: EntryID, _ place: SourcePlace) {
    let key = id.unwatched
    // The line is spread: it is in the upper bits, which a table does not look at.
    let spread = UInt(truncatingIfNeeded: place.bits) &+ UInt(place.line) &* 0x9E37_79B1
    let id = EntryID(bits: key.bits ^ spread)
    // Where two pairs of key and place have the same number, the second is not recorded: then a
    // message has one hint less.
    if unsafe all[id] == nil { add(id, key, place) }
  }

  // Apart, so that the usual case needs few registers.
  @inline(never)
  private static func add(_ id: EntryID, _ key: EntryID, _ place: SourcePlace) {
    all.remember(OverridePlaces(id, key: key, place))
  }

  /// Where the key is overridden, in the order of files and lines.
  static func of(_ key: EntryID) -> [SourcePlace] {
    var places: [SourcePlace] = []
    for element in all.all where element.key == key { places.append(element.place) }
    // All lines get the same number of digits, which are in order then.
    return places.sorted { "\($0.fileID)\0\(100_000 + $0.line)" }
  }
}
