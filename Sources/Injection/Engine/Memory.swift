import Synchronization

/// What a scope keeps. The scope's instances hold it, and what it keeps doesn't.
final class Memory: Sendable {
  /// Defaults by their keys.
  let table = Table<Entry>()
  /// What is seen from this scope together with another one.
  let meetings = Table<Meeting>()
  /// What was found outside of the scope, by keys, for reads that need to tell nothing.
  let found = Table<Entry>()
  /// What the scope outside keeps, which lives as long. Set when there is a layer.
  private let outer = Lazy<Memory>()
  private let others = Lock(Others())
  private let storedScopeHasEnded = Atomic(false)
  private let hasChecked = Atomic(false)

  private struct Others: Sendable {
    /// Defaults that each read must check: shared ones, whose objects may be released, and
    /// unimplemented ones, which are reported.
    var checked: [Entry] = []
    /// What the code of the defaults has opened, by their keys.
    var opened: [KeyID: [Scope]] = [:]
  }

  func hold(_ outer: Memory) { _ = self.outer.set(outer) }

  deinit {
    // In a loop: a chain may be longer than a stack is deep.
    var next = outer.take()
    // Layers may hold it again meanwhile, so it stays whole.
    while isKnownUniquelyReferenced(&next) { next = next?.outer.value }
  }

  /// Whether an operation in the scope has ended. Relaxed: only messages depend on it.
  var scopeHasEnded: Bool { storedScopeHasEnded.load(ordering: .relaxed) }
  func didEndScope() { storedScopeHasEnded.store(true, ordering: .relaxed) }

  /// The default of a key, if its object still exists.
  func kept(_ key: KeyID) -> Entry? {
    if let entry = table.object(of: key.bits) { return entry }
    // Acquiring: a reader that sees the flag finds the entries.
    if !hasChecked.load(ordering: .acquiring) { return nil }
    return others.withLock { $0.checked.first { $0.id == key } }?.remaining
  }

  /// Keeps a default, unless its key has one. Returns the one that stays.
  @inline(never)
  func keep(_ entry: Entry) -> Entry {
    if !entry.isChecked { return table.insert(entry, as: entry.id.bits) }
    let (known, old) = others.withLock { others in
      guard let index = others.checked.firstIndex(where: { $0.id == entry.id }) else {
        others.checked.append(entry)
        return (nil as Entry?, nil as Entry?)
      }
      if let known = others.checked[index].remaining { return (known, nil) }
      defer { others.checked[index] = entry }
      return (nil, others.checked[index])
    }
    hasChecked.store(true, ordering: .releasing)
    // After the lock: a deinit may read values.
    withExtendedLifetime(old) {}
    return known ?? entry
  }

  /// Keeps the scopes that the code of a key's default has opened.
  func keep(_ opened: [Scope], by key: KeyID) {
    if opened.isEmpty { return }
    let old = others.withLock { $0.opened.updateValue(opened, forKey: key) }
    // After the lock: a deinit may read values.
    withExtendedLifetime(old) {}
  }

  var isEmpty: Bool {
    table.all.isEmpty && meetings.all.isEmpty
      && others.withLock { $0.checked.isEmpty && $0.opened.isEmpty }
  }

  /// All defaults that are kept.
  var all: [Entry] {
    table.all + others.withLock { $0.checked }
  }
}
