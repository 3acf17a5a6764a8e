// Looking a key up without building anything.

extension Scope {
  /// The nearest override of the key, or a default that is valid here; `nil` if one must be built.
  ///
  /// O(scopes between) the first time. What is found is remembered here, for reads to find at once.
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
      guard let entry = scope.known(id) else {
        // Not yet the answer: what lies between this scope and the other one's part of the tree may
        // override the key, or what the default was built from.
        if let entry = scope.defaultKnownElsewhere(id) { knownElsewhere.append(entry) }
        continue
      }
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

  /// Whether a read in this scope would end as it ended when `entry` was noted.
  func sees(_ entry: Entry) -> Bool {
    let found = find(entry.id.unwatched)
    return entry is DefaultUse ? found?.isOverride != true : found === entry
  }

  /// Lets the next read find the entry at once, unless the engine has to see every one.
  func remember(_ entry: Entry) {
    if !(entry is SharedEntry) { entries.remember(entry) }
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

  /// What the entries depend on in this scope and those outside it.
  ///
  /// A build may read others: in a scope that it opened itself, or through an object that has its
  /// home elsewhere. Overrides there are the same whatever scope builds; a default there may have been
  /// built from what is here.
  func enclosing(_ entries: [Entry]) -> [Entry] {
    var enclosing: [Entry] = []
    func add(_ entry: Entry) {
      if entry is DefaultUse || position(of: entry) != nil {
        if !enclosing.contains(where: { $0.isSameRead(as: entry) }) { enclosing.append(entry) }
      } else if let record = entry.record {
        add(DefaultUse(of: entry, record))
        record.reads.forEach(add)
      }
    }
    entries.forEach(add)
    return enclosing
  }

  /// What this scope sees of the keys of entries that are held elsewhere, and of what they read.
  func counterparts(of entries: [Entry]) -> [Entry] {
    entries.filter { position(of: $0) == nil }.flatMap { entry -> [Entry] in
      let found = find(entry.id.unwatched)
      let record =
        entry.record
        ?? BuildRecord(lifetime: .scoped, container.context, reads: [], isUnimplemented: false)
      let counterpart = found?.isOverride == true ? found! : DefaultUse(of: entry, record)
      return [counterpart] + counterparts(of: record.reads)
    }
  }

  /// The outermost scope that sees the same overrides as this one of everything in `reads`.
  ///
  /// That is the innermost of the scopes where a read ended: from there inwards all is the same, and
  /// the next one outwards sees something else.
  func owner(ofReads reads: [Entry]) -> Scope {
    let positions = reads.compactMap { position(of: $0) }
    let owner = outwards.first { scope in positions.contains { $0 === scope } } ?? root
    return owner.original(ifItSees: reads)
  }
}
