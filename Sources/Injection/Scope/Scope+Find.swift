// Looking a key up without building anything.

extension Scope {
  /// The nearest override of the key, or a default that is valid here; `nil` if one must be built.
  ///
  /// O(scopes between) the first time. What is found is remembered here, for reads to find at once.
  @inline(never)  // For size: each caller would hold a copy.
  func find(_ id: EntryID) -> Entry? {
    if let entry = known(id) { return entry }
    guard let entry = search(id, isValid: isValidHere) else { return nil }
    remember(entry)
    return entry
  }

  /// The same without a trace: remembers nothing.
  func search(_ id: EntryID, isValid: (Entry) -> Bool) -> Entry? {
    var knownElsewhere: [Entry] = []
    for scope in outwards {
      // Not yet the answer: what lies between this scope and the other one's part of the tree may
      // override the key, or what the default was built from.
      if let entry = scope.defaultKnownElsewhere(id) { knownElsewhere.append(entry) }
      guard let entry = scope.known(id) else { continue }
      if scope === self || entry.isOverride || isValid(entry) { return entry }
      // Something it was built from is overridden on the way, so what lies further out is not valid
      // either: it was built from other values than the default that was found.
      break
    }
    return knownElsewhere.first(where: isValid)
  }

  /// Whether a default that another scope knows is what this scope would build: everything it read
  /// is the same from here (R7).
  func isValidHere(_ entry: Entry) -> Bool {
    guard let record = entry.record else { return false }
    return record.lifetime == .singleton
      || record.reads.allSatisfy(sees)
  }

  /// Lets the next read find the entry at once, unless the engine has to see every one: those of a
  /// shared value, and those of a build.
  func remember(_ entry: Entry) {
    if !(entry is SharedEntry || isProvisional) { entries.remember(entry) }
  }

  /// The outermost scope that knows an entry: the one that overrides the key, or keeps the default.
  func position(of entry: Entry) -> Scope? {
    let id = entry.id.unwatched
    var position: Scope?
    for scope in outwards
    where scope.known(id) === entry || scope.defaultKnownElsewhere(id) === entry {
      position = scope
    }
    return position
  }
}
