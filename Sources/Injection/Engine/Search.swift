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

/// What a view holds while something is looked for in it.
struct Search: Sendable {
  let view: ScopeView
  let levels: [Level]

  /// Whether defaults are valid here that were asked for already: many may depend on one.
  private var known: [ObjectIdentifier: Bool] = [:]

  /// The levels that override keys that were asked for already: many defaults may depend on one.
  private var overriding: [KeyID: UInt] = [:]

  init(_ view: ScopeView) {
    self.view = view
    self.levels = view.levels
  }

  /// Whether these are values that `InjectedValues.bootstrap` is about to set: what is built there
  /// is not the process's yet.
  var isOfBootstrap: Bool {
    guard let first = levels.first(where: \.isProcess) else { return false }
    return first !== Scope.process && !first.traits.contains(.root)
  }

  /// The level that keeps a default which stands on nothing.
  var rootIndex: Int {
    let root = levels.lastIndex { $0.traits.contains(.root) }!
    return isOfBootstrap ? root - 1 : root
  }

  /// Looks for the nearest override of a key, or for a default that is valid here.
  mutating func lookUp(_ key: KeyDescription) -> Lookup {
    let isChain = view.plainScope != nil
    var provider: Provider?
    var passed: UInt64 = 0
    for (index, level) in levels.enumerated() {
      for entry in defaults(of: key, keptBy: level, at: index)
      where entry.isAlive && isValid(entry, passed) {
        return .entry(entry)
      }
      if provider == nil, let override = level.override(of: key) {
        guard let code = override as? ProvidedCode else { return .override(override, level) }
        provider = Provider(code: code, level: level)
        // In a chain, what was built with this code is kept here or further in.
        if isChain { break }
      }
      // In a chain, what keeps this one from being valid here does the same to all that lie further
      // out.
      if isChain, let known = (level as? Scope)?.known(Name(key.id)), !known.isOverride,
        known.isAlive
      {
        if isValid(known, passed) { return .entry(known) }
        return .missing(self.provider(of: key, from: index + 1))
      }
      passed |= level.overriddenKeys
    }
    return .missing(provider)
  }

  /// The nearest code that replaces the key's own, from a level on outwards.
  private func provider(of key: KeyDescription, from index: Int) -> Provider? {
    for level in levels[index...] {
      if let code = level.override(of: key) as? ProvidedCode {
        return Provider(code: code, level: level)
      }
    }
    return nil
  }

  /// The number of the level that has the nearest override of the key, a value or code; zero for
  /// none.
  mutating func overridingLevel(of key: KeyDescription) -> UInt {
    if let known = overriding[key.id] { return known }
    let number = levels.nearest(overriding: key)?.number ?? 0
    overriding[key.id] = number
    return number
  }

  // MARK: Keeping

  /// What has the memory of the defaults that a level of this view keeps.
  func rememberer(for index: Int) -> Viewpoint {
    levels[index].rememberer ?? view.holder(of: levels[index])
  }

  private func defaults(of key: KeyDescription, keptBy level: Level, at index: Int) -> [Entry] {
    let number = level.knownNumber
    // It keeps nothing as long as nobody held it.
    if number == 0 { return [] }
    let rememberer = rememberer(for: index)
    let kept = rememberer.storedMemory.value?.kept(for: number, key) ?? []
    guard rememberer === level, let entry = (level as! Scope).known(Name(key.id)),
      !entry.isOverride, entry.level == number
    else { return kept }
    return [entry] + kept
  }

  // MARK: Validity

  /// Whether a default is valid here that a level of this view keeps: whether a build here would
  /// find the same.
  ///
  /// - Parameter passed: The keys that are overridden inside that level.
  private mutating func isValid(_ entry: Entry, _ passed: UInt64) -> Bool {
    // In a chain, what is valid further out is valid here if nothing on the way overrides a key
    // that it depends on.
    if view.plainScope != nil, entry.record.home == nil, entry.record.homes.isEmpty,
      entry.record.keys & passed == 0
    {
      return true
    }
    if let known = known[ObjectIdentifier(entry)] { return known }
    let isValid = hasFindings(of: entry)
    known[ObjectIdentifier(entry)] = isValid
    return isValid
  }

  private mutating func hasFindings(of entry: Entry) -> Bool {
    if overridingLevel(of: entry.key) != entry.record.provider { return false }
    if entry.record.marks.contains(.pinned) { return levels.numbers == entry.record.home }
    if entry.key.lifetimeKind == .singleton { return true }
    for index in entry.record.homes.indices where !ends(with: entry.record.homes[index]) {
      return false
    }
    for index in entry.record.findings.indices {
      let finding = entry.record.findings[index]
      switch finding.found {
      case .nothing: if overridingLevel(of: finding.key) != 0 { return false }
      case .override(let number):
        if overridingLevel(of: finding.key) != number { return false }
      case .entry(let other):
        if !isValid(other, .max) { return false }
      }
    }
    // Last, since it asks all levels.
    return hasHome(entry.record)
  }

  /// Whether what is made from these overrides has the same home here. It may have another one only
  /// where the levels are those of two chains, whose order may differ.
  private func hasHome(_ record: borrowing Record) -> Bool {
    if view.plainScope != nil && record.home == nil { return true }
    guard let reduced = reduced(to: record.tips) else { return false }
    if let home = record.home { return reduced.numbers == home }
    return reduced.first!.levels.numbers == reduced.numbers
  }

  /// The levels with these numbers, all they were opened in, and the root; `nil` if one is not
  /// here.
  func reduced(to tips: Few<UInt>) -> [Level]? {
    var needed: [Level] = []
    var count = 0
    for level in levels where tips.contains(level.knownNumber) {
      needed += level.levels
      count += 1
    }
    if count < tips.count { return nil }
    needed.append(contentsOf: levels.filter { $0.traits.contains(.root) || $0.isProcess })
    return levels.filter { level in needed.contains(where: level.isSame) }
  }

  /// Whether a home is part of this view.
  func ends(with home: [UInt]) -> Bool { levels.numbers.suffix(home.count).elementsEqual(home) }
}
