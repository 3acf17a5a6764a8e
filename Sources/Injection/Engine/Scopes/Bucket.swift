/// Some of the defaults that a cache keeps and that each read must check: those whose hashes begin
/// with the same bits.
final class Bucket: Sendable {
  /// A cache that keeps what was built with what this one's layer says.
  //
  // Weak, since layers may hold what leads to older ones. Weak references make that cache slower.
  // A class: code for lists of objects is shared.
  final class Keeper: Sendable {
    weak let cache: Cache?
    init(_ cache: Cache) { self.cache = cache }
  }

  // Not a structure: it would cost a kilobyte of metadata.
  private typealias State = (entries: [Entry], keepers: [Keeper])
  private let state = Lock<State>(([], []))
  /// All reads of a weak value use the lock.
  private let turnstile = Turnstile()
  private let number: UInt

  init(_ number: UInt) { self.number = number }

  // The upper bits: addresses have few different lower ones.
  static func number(of hash: UInt) -> UInt { hash >> (UInt.bitWidth - 12) }

  @inline(never) var entries: [Entry] { state.withLock { $0.entries } }

  /// A default of a key that is valid for a view, if its object still exists.
  ///
  /// - Parameter hash: That of what the view says; `nil` if that isn't known.
  @inline(never) func find(_ key: KeyID, _ hash: UInt? = nil, for view: Layer) -> Entry? {
    // Mostly the first one. Without a copy of all: those of other keys aren't held, since the last to
    // hold one would release it.
    var others: [Entry] = []
    while let entry = first(of: key, hash, besides: others) {
      if entry.record!.isValid(in: view), let remaining = entry.remaining { return remaining }
      others.append(entry)
    }
    return nil
  }

  private func first(of key: KeyID, _ hash: UInt?, besides others: [Entry]) -> Entry? {
    state.withLock(after: turnstile) { state in
      state.entries.first { entry in
        entry.id == key && (hash == nil || entry.record!.words.hash == hash)
          && !others.contains { $0 === entry }
      }
    }
  }

  /// Adds a default, unless there is one that is valid for a view. Returns the one that stays.
  ///
  /// - Parameter build: It holds until its end what is dropped, with which user's code is released.
  func keep(_ entry: Entry, for view: Layer, by build: Build?) -> Entry {
    // User's code may be released with an object, so not under the lock.
    while true {
      let old = entries
      if let build { build.leftovers = build.leftovers + old }
      for other in old where other.id == entry.id && other.record!.isValid(in: view) {
        if let known = other.remaining { return known }
      }
      let rest = old.filter { $0.remaining != nil }
      let isSet = state.withLock { state in
        if !state.entries.elementsEqual(old, by: { $0 === $1 }) { return false }
        state.entries = rest + [entry]
        return true
      }
      if isSet { return entry }
    }
  }

  @inline(never) func add(_ keeper: Cache) {
    // Each look at a keeper holds it, and may be the last to do so: released after the lock.
    _ = state.withLock { state in
      let caches = state.keepers.map(\.cache)
      if !caches.contains(where: { $0 === keeper }) { state.keepers.append(Keeper(keeper)) }
      return caches
    }
  }

  /// Releases the defaults of which a side has gone, and forgets the keepers that have.
  @inline(never) func removeClosed() {
    // Released after the lock, as above.
    _ = state.withLock { state in
      let (entries, caches) = (state.entries, state.keepers.map(\.cache))
      state.entries = entries.filter { !$0.isOfClosed }
      state.keepers = state.keepers.filter { $0.cache != nil }
      return (entries, caches)
    }
  }

  /// The scope of the layer whose cache has this goes: what other caches keep with it goes, too.
  func end() {
    let (entries, keepers) = state.withLock { $0 }
    for keeper in keepers { keeper.cache?.removeClosed(number) }
    for entry in entries {
      for side in entry.sides ?? [] { side.revocableCache.use { $0.removeClosed(number) } }
    }
  }
}
