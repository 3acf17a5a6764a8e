import Synchronization

/// What a layer keeps until its scope goes, and the builds that run for it. Values don't hold it.
final class Cache: Sendable {
  /// Defaults by their keys, but for those that each read must check.
  let table = Table<Entry>()
  /// What is seen from this scope together with an older one.
  let pairs = Table<Scope>()
  /// What was found outside of the scope, by keys, for reads that need to tell nothing.
  let remembered = Table<Entry>()
  /// The builds whose values will probably be kept here, from the first one on. The defaults that
  /// each read must check: weak ones, whose objects may be released, unimplemented ones, which are
  /// reported, those that were built from both sides of a pair, and further ones of a key. And the
  /// ages of the last ended homes that were told of.
  //
  // A structure would cost a kilobyte of metadata.
  private typealias State = (builds: [Build], checked: [Entry], told: [UInt64])
  private let state = Lock<State>(([], [], []))
  /// The bits of the keys of the checked defaults, so that one costs reads of other keys no lock.
  private let checkedBits = Atomic<UInt64>(0)

  // MARK: Builds

  /// Adds a build. Returns those of its key that were added before, from the first one on.
  @inline(never) func add(_ build: Build) -> [Build] {
    state.withLock { state in
      // Defaults are often built from one another.
      if state.builds.isEmpty { state.builds.reserveCapacity(16) }
      defer { state.builds.append(build) }
      return state.builds.filter { $0.key === build.key }
    }
  }

  @inline(never) func remove(_ build: Build) {
    // Released by the caller, after the lock.
    _ = state.withLock { $0.builds.remove(at: $0.builds.lastIndex { $0 === build }!) }
  }

  // MARK: Defaults

  /// The first default of a key that is valid for a view, if its object still exists.
  func kept(_ key: KeyID, for view: Layer, _ overridden: UInt64) -> Entry? {
    if let entry = table[key.address], entry.use({ $0.isValid(in: view, overridden) }) {
      return entry.object
    }
    // Acquiring: a reader that sees the bit finds the entries.
    if checkedBits.load(ordering: .acquiring) & key.bit == 0 { return nil }
    return checked(key, in: allChecked, for: view, overridden)
  }

  private func checked(
    _ key: KeyID,
    in all: [Entry],
    for view: Layer,
    _ overridden: UInt64 = .max
  ) -> Entry? {
    for entry in all where entry.id == key && entry.isValid(in: view, overridden) {
      if let remaining = entry.remaining { return remaining }
    }
    return nil
  }

  /// Keeps a default, unless there is one that is valid for a view. Returns the one that stays.
  @inline(never) func keep(_ entry: Entry, for view: Layer) -> Entry {
    let first = entry.needsCheck ? nil : table.insert(entry, as: entry.id.address)
    // A second one, whose code has read something else, is kept where each read must check.
    if let first, first === entry || first.record!.isValid(in: view) { return first }
    // User's code may be released with an object, so not under the lock.
    while true {
      let old = allChecked
      if let known = checked(entry.id, in: old, for: view) { return known }
      // What was built from both sides of a pair goes after the scope of one, unless it is valid here.
      let rest = old.filter { $0.remaining != nil && (!$0.isOfClosed || $0.isValid(in: view)) }
      let isSet = state.withLock { state in
        if !state.checked.elementsEqual(old, by: { $0 === $1 }) { return false }
        state.checked = rest + [entry]
        return true
      }
      checkedBits.bitwiseOr(entry.id.bit, ordering: .releasing)
      if isSet { return entry }
    }
  }

  /// All defaults that are kept.
  var all: [Entry] { table.all + allChecked }
  @inline(never) private var allChecked: [Entry] { state.withLock { $0.checked } }

  // MARK: Ended homes

  /// Notes that the scope's reads of a home were told of. Returns whether they weren't before.
  func noteTold(of home: Layer) -> Bool {
    state.withLock { state in
      if state.told.contains(home.ownAge) { return false }
      if state.told.count == 100 { state.told = [] }
      state.told.append(home.ownAge)
      return true
    }
  }
}
