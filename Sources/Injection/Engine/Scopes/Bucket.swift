/// Some of the defaults that a cache keeps and that each read must check.
///
/// A cache has a bucket for some bits of their hashes, and one for what was built from a side whose
/// scope had gone already.
final class Bucket: Sendable {
  // Not a structure: it would cost a kilobyte of metadata.
  private typealias State = (entries: [Entry], keepers: [Layer])
  /// The defaults; and layers that keep defaults in their bucket of this number, built from what is
  /// said in the layer whose cache this is.
  private let state = Lock<State>(([], []))
  private let number: UInt

  init(_ number: UInt) { self.number = number }

  static let late: UInt = 4096
  static func number(of hash: UInt) -> UInt { hash & 4095 }

  var entries: [Entry] { state.withLock { $0.entries } }

  /// A default of a key that is valid for a view, if its object still exists.
  ///
  /// - Parameter hash: That of what the view says; `nil` if that isn't known.
  func find(_ key: KeyID, _ hash: UInt? = nil, for view: Layer) -> Entry? {
    func isLikely(_ entry: Entry) -> Bool {
      entry.id == key && (hash == nil || entry.record!.words.hash == hash)
    }
    // Without a copy of all. Those of other keys aren't held: the last to hold one would release it.
    guard let first = state.withLock({ $0.entries.first(where: isLikely) }) else { return nil }
    if first.record!.isValid(in: view), let remaining = first.remaining { return remaining }
    for entry in state.withLock({ $0.entries.filter(isLikely) })
    where entry.record!.isValid(in: view) {
      if let remaining = entry.remaining { return remaining }
    }
    return nil
  }

  /// Adds a default, unless there is one that is valid for a view. Returns the one that stays.
  func keep(_ entry: Entry, for view: Layer, by build: Build?) -> Entry {
    // User's code may be released with an object, so not under the lock.
    while true {
      let old = entries
      if let build { build.leftovers = build.leftovers + old }
      for other in old where other.id == entry.id && other.record!.isValid(in: view) {
        if let known = other.remaining { return known }
      }
      // Of what was built from a side that had gone, if there is much, what isn't valid here goes.
      let rest = old.filter {
        $0.remaining != nil && (old.count < 16 || !$0.isOfClosed || $0.record!.isValid(in: view))
      }
      let isSet = state.withLock { state in
        if !state.entries.elementsEqual(old, by: { $0 === $1 }) { return false }
        state.entries = rest + [entry]
        return true
      }
      if isSet { return entry }
    }
  }

  func add(keeper: Layer) {
    state.withLock { state in
      if !state.keepers.contains(where: { $0 === keeper }) { state.keepers.append(keeper) }
    }
  }

  /// Releases the defaults of which a side has gone, and forgets the keepers that have.
  func removeClosed() {
    // Released after the lock, as above.
    _ = state.withLock { state in
      let all = state
      state.entries = all.entries.filter { !$0.isOfClosed }
      state.keepers = all.keepers.filter { !$0.isClosed }
      return all
    }
  }

  /// The layer whose cache this is has gone: what other layers keep with it goes, too.
  func end() {
    let (entries, keepers) = state.withLock { $0 }
    for keeper in keepers { keeper.removeClosed(number) }
    for entry in entries {
      let number = Self.number(of: entry.record!.words.hash)
      for side in entry.surroundings?.sides ?? [] { side.removeClosed(number) }
    }
  }
}
