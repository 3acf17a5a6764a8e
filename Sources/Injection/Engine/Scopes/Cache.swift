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
  /// reported, those that were built from both sides of a pair, and further ones of a key.
  //
  // A structure would cost a kilobyte of metadata.
  private typealias State = (builds: [Build], checked: [Entry])
  private let state = Lock<State>(([], []))
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
    // Those of other keys aren't held meanwhile: the last to hold one would release it.
    let all = state.withLock { $0.checked.filter { $0.id == key } }
    return checked(key, in: all, view, overridden)
  }

  private func checked(_ key: KeyID, in all: [Entry], _ view: Layer, _ bits: UInt64) -> Entry? {
    for entry in all where entry.id == key && entry.isValid(in: view, bits) {
      if let remaining = entry.remaining { return remaining }
    }
    return nil
  }

  /// Keeps a default, unless there is one that is valid for a view. Returns the one that stays.
  ///
  /// - Parameter build: It holds until its end what is dropped, with which user's code is released.
  @inline(never) func keep(_ entry: Entry, for view: Layer, by build: Build? = nil) -> Entry {
    let first = entry.needsCheck ? nil : table.insert(entry, as: entry.id.address)
    // A second one, whose code has read something else, is kept where each read must check.
    if let first, first === entry || first.record!.isValid(in: view) { return first }
    // User's code may be released with an object, so not under the lock.
    while true {
      let old = allChecked
      if let build { build.leftovers = build.leftovers + old }
      if let known = checked(entry.id, in: old, view, .max) { return known }
      // What was built from both sides of a pair may go after the scope of one. If there is much of
      // it, what isn't valid here does.
      let rest = old.filter {
        $0.remaining != nil && (old.count < 16 || !$0.isOfClosed || $0.isValid(in: view))
      }
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

  /// Objects in place of the ended homes that were told of, by their births.
  private let told = Table<Scope>()

  /// Notes that the scope's reads of a home were told of. Returns whether they weren't before.
  func noteTold(of home: Layer) -> Bool {
    let new = Scope(telling: nil, in: nil)
    return told.insert(new, as: UInt(truncatingIfNeeded: home.ownBirth)) === new
  }
}
