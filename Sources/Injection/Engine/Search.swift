// Finding what a key has in a view, without building anything. The levels are asked from the inside
// out, first for a default that is kept there and valid in the view, then for an override.

/// What a search found.
enum Lookup {
  /// A value that overrides the key.
  case override(Entry, Level)
  /// A default that is valid in the view.
  case entry(Entry)
  /// Nothing: a default has to be built, by the code that a level provides or by the key's own.
  case missing(Provider?)
}

/// Code that replaces a key's own, and the level that provides it.
struct Provider {
  let code: ProvidedCode
  let level: Level
}

/// One look through a view.
// Not copyable, since a copy counts references.
struct Search: ~Copyable, Sendable {
  let view: ScopeView
  let levels: Levels

  init(_ view: ScopeView) {
    self.view = view
    self.levels = Levels(view)
  }

  /// Whether these are values that `InjectedValues.bootstrap` is about to set: what is built there
  /// is not the process's yet.
  var isOfBootstrap: Bool {
    view.sharedContainer == nil
      && levels.first { $0.isProcess && !$0.isRoot && $0 !== Scope.process } != nil
  }

  /// The level that keeps a default which stands on nothing.
  var root: Level {
    let isOfBootstrap = isOfBootstrap
    return levels.first { level in
      isOfBootstrap ? level.isProcess && level.outer?.viewpoint.isRoot == true : level.isRoot
    }!
  }

  /// Looks for the nearest override of a key, or for a default that is valid here.
  func lookUp(_ key: KeyDescription) -> Lookup {
    // Defaults that were found to be valid here: many may depend on one.
    var valid: Set<ObjectIdentifier> = []
    var found: Lookup?
    var provider: Provider?
    // In a chain: whether something that lies further in is not valid here.
    var isInvalid = false
    // The keys that are overridden inside the level.
    var passed: UInt64 = 0
    _ = levels.first { level in
      if !isInvalid {
        found = validDefault(of: key, keptBy: level, passed, &valid).map { .entry($0) }
        if found != nil { return true }
      }
      if provider == nil, let override = level.override(of: key) {
        guard let code = override as? ProvidedCode else {
          found = .override(override, level)
          return true
        }
        provider = Provider(code: code, level: level)
        // In a chain, what was built with this code is kept here or further in.
        if levels.isChain { return true }
      }
      if levels.isChain, !isInvalid, let known = level.knownDefault(of: key) {
        if isValid(known, passed, &valid) {
          found = .entry(known)
          return true
        }
        // What keeps this one from being valid here does the same to all that lie further out.
        isInvalid = true
      }
      passed |= level.overriddenKeys
      return false
    }
    return found ?? .missing(provider)
  }

  // MARK: Keeping

  /// What has the memory of the defaults that a level of this view keeps.
  func rememberer(for level: Level) -> Rememberer {
    // In a chain, all are scopes that live.
    levels.isChain ? level : level.rememberer ?? view.holder(of: level)
  }

  private func validDefault(
    of key: KeyDescription,
    keptBy level: Level,
    _ passed: UInt64,
    _ valid: inout Set<ObjectIdentifier>
  ) -> Entry? {
    let number = level.knownNumber
    // It keeps nothing as long as nobody held it.
    if number == 0 { return nil }
    let rememberer = rememberer(for: level)
    if rememberer === level, let entry = level.knownDefault(of: key), entry.level == number,
      isValid(entry, passed, &valid)
    {
      return entry
    }
    guard let memory = rememberer.storedMemory.value else { return nil }
    return memory.kept(for: number, key).first { $0.isAlive && isValid($0, passed, &valid) }
  }

  // MARK: Validity

  /// Whether a default is valid here that a level of this view keeps: whether a build here would
  /// find the same.
  ///
  /// - Parameter passed: The keys that are overridden inside that level.
  private func isValid(
    _ entry: Entry,
    _ passed: UInt64,
    _ valid: inout Set<ObjectIdentifier>
  ) -> Bool {
    // In a chain, what is valid further out is valid here if nothing on the way overrides a key
    // that it depends on.
    if levels.isChain, entry.record.home == nil, entry.record.homes.isEmpty,
      entry.record.keys & passed == 0
    {
      return true
    }
    if valid.contains(ObjectIdentifier(entry)) { return true }
    if !hasFindings(of: entry, passed, &valid) { return false }
    valid.insert(ObjectIdentifier(entry))
    return true
  }

  private func hasFindings(
    of entry: Entry,
    _ passed: UInt64,
    _ valid: inout Set<ObjectIdentifier>
  ) -> Bool {
    if levels.numberOfNearest(overriding: entry.key) != entry.record.provider { return false }
    if entry.record.marks.contains(.pinned) { return levels.numbers == entry.record.home }
    if entry.key.lifetimeKind == .singleton { return true }
    for index in entry.record.homes.indices where !entry.record.homes[index].ends(levels.numbers) {
      return false
    }
    for index in entry.record.findings.indices {
      let finding = entry.record.findings[index]
      switch finding.found {
      case .nothing: if levels.nearest(overriding: finding.key) != nil { return false }
      case .override(let number):
        if levels.numberOfNearest(overriding: finding.key) != number { return false }
      case .entry(let other):
        if !isValid(other, passed, &valid) { return false }
      }
    }
    // Last, since it asks all levels.
    return hasHome(entry.record)
  }

  /// Whether what is made from these overrides has the same home here. It may have another one only
  /// where the levels are those of two chains, whose order may differ.
  private func hasHome(_ record: borrowing Record) -> Bool {
    if levels.isChain && record.home == nil { return true }
    guard let needed = levels(neededBy: record.tips) else { return false }
    if let home = record.home { return needed.numbers == home }
    return needed.first!.levels.numbers == needed.numbers
  }

  /// The levels with these numbers, all they were opened in, and the root; `nil` if one is not
  /// here.
  func levels(neededBy tips: Few<UInt>) -> [Level]? {
    let levels = levels.all
    var needed: [Level] = []
    var count = 0
    for level in levels where tips.contains(level.knownNumber) {
      needed += level.levels
      count += 1
    }
    if count < tips.count { return nil }
    needed.append(contentsOf: levels.filter { $0.isRoot || $0.isProcess })
    return levels.filter { level in needed.contains(where: level.isSame) }
  }
}
