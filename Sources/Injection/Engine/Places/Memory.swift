import Synchronization

/// What a scope keeps, and the builds that run for it. The scope holds it, and what it keeps doesn't.
final class Memory: Sendable {
  /// Defaults by their keys.
  let table = Table<Entry>()
  /// The bits of the defaults' keys; see `Layer`.
  var keptBits: UInt64 { all.reduce(0) { $0 | $1.id.bit } }
  /// What is seen from this scope together with another one.
  let pairs = Table<Pair>()
  private let storedEntered = Lazy<EnteredScopes>()
  var entered: EnteredScopes { storedEntered.value ?? storedEntered.set(EnteredScopes()) }
  /// What was found outside of the scope, by keys, for reads that need to tell nothing.
  let remembered = Table<Entry>()
  /// The last of the builds whose values will probably be kept here; and the defaults that each read
  /// must check: weak ones, whose objects may be released, and unimplemented ones, which are
  /// reported.
  //
  // A structure would cost a kilobyte of metadata.
  private let state = Lock<(lastBuild: Build?, checked: [Entry])>((nil, []))
  private let hasChecked = Atomic(false)

  // MARK: Builds

  /// Adds a build, if all builds of its key here are known. Returns another one that isn't.
  func add(_ build: Build, besides known: [Build]) -> Build? {
    state.withLock { state in
      let bits = state.lastBuild?.listBits ?? 0
      if bits & build.key.id.bit != 0 {
        var next = state.lastBuild
        while let other = next {
          if other.key === build.key, !known.contains(where: { $0 === other }) { return other }
          next = other.next
        }
      }
      build.listBits = bits | build.key.id.bit
      build.next = state.lastBuild.take()
      state.lastBuild = build
      return nil
    }
  }

  func remove(_ build: Build) {
    // Released by the caller, after the lock.
    state.withLock { state in
      if state.lastBuild === build {
        state.lastBuild = build.next.take()
      } else {
        var inner = state.lastBuild!
        while inner.next !== build { inner = inner.next! }
        inner.next = build.next.take()
      }
    }
  }

  // MARK: Defaults

  /// The default of a key, if its object still exists.
  func kept(_ key: KeyID) -> Entry? {
    if let entry = table.object(of: key.address) { return entry }
    // Acquiring: a reader that sees the flag finds the entries.
    if !hasChecked.load(ordering: .acquiring) { return nil }
    return state.withLock { $0.checked.first { $0.id == key } }?.remaining
  }

  /// Keeps a default, unless its key has one. Returns the one that stays.
  @inline(never)
  func keep(_ entry: Entry) -> Entry {
    if !entry.isChecked { return table.insert(entry, as: entry.id.address) }
    let (known, old) = state.withLock { state in
      guard let index = state.checked.firstIndex(where: { $0.id == entry.id }) else {
        state.checked.append(entry)
        return (nil as Entry?, nil as Entry?)
      }
      if let known = state.checked[index].remaining { return (known, nil) }
      defer { state.checked[index] = entry }
      return (nil, state.checked[index])
    }
    hasChecked.store(true, ordering: .releasing)
    // After the lock: a deinit may read values.
    withExtendedLifetime(old) {}
    return known ?? entry
  }

  /// All defaults that are kept.
  var all: [Entry] { table.all + state.withLock { $0.checked } }
}
