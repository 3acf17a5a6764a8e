// Finding what a key has in a view, without building anything. The levels are asked from the inside
// out, first for a default that is kept there and valid in the view, then for an override.

/// What a search found.
enum Lookup {
  /// A value that overrides the key, and its level; or a default that is valid in the view.
  case found(Entry, Level?)
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
      isOfBootstrap ? level.isProcess && level.outer?.viewpoint.level?.isRoot == true : level.isRoot
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
      let known = isInvalid ? nil : level.knownDefault(of: key)
      if !isInvalid, let entry = validDefault(of: key, at: level, known, passed, &valid) {
        found = .found(entry, nil)
        return true
      }
      if provider == nil, let override = level.override(of: key) {
        guard let code = override as? ProvidedCode else {
          found = .found(override, level)
          return true
        }
        provider = Provider(code: code, level: level)
        // In a chain, what was built with this code is kept here or further in.
        if levels.isChain { return true }
      }
      // What keeps this one from being valid here does the same to all that lie further out.
      if levels.isChain && known != nil { isInvalid = true }
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

  /// A default that a level has, and that is valid here.
  ///
  /// - Parameter known: What reads at the level find by the key alone. In a chain it may be kept
  ///   further out.
  private func validDefault(
    of key: KeyDescription,
    at level: Level,
    _ known: Entry?,
    _ passed: UInt64,
    _ valid: inout Set<ObjectIdentifier>
  ) -> Entry? {
    let number = level.knownNumber
    let rememberer = rememberer(for: level)
    if let known, levels.isChain || (rememberer === level && known.levelNumber == number),
      isValid(known, passed, &valid)
    {
      return known
    }
    // It keeps nothing as long as nobody held it.
    guard number != 0, let memory = rememberer.storedMemory.value else { return nil }
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
    if !hasFindings(of: entry.record, entry.key, passed, &valid) { return false }
    valid.insert(ObjectIdentifier(entry))
    return true
  }

  private func hasFindings(
    of record: borrowing Record,
    _ key: KeyDescription,
    _ passed: UInt64,
    _ valid: inout Set<ObjectIdentifier>
  ) -> Bool {
    if levels.numberOfNearest(overriding: key) != record.provider { return false }
    if record.marks.contains(.pinned) { return levels.numbers == record.home }
    if key.lifetimeKind == .singleton { return true }
    if !record.homes.allSatisfy({ $0.ends(levels.numbers) }) { return false }
    for index in record.findings.indices {
      let finding = record.findings[index]
      let isFound =
        if let other = finding.entry {
          isValid(other, passed, &valid)
        } else {
          levels.numberOfNearest(overriding: finding.key) == finding.override
        }
      if !isFound { return false }
    }
    // Last, since it asks all levels.
    return hasHome(record)
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
    let standing = levels.filter { tips.contains($0.knownNumber) }
    if standing.count < tips.count { return nil }
    let needed = standing.flatMap(\.levels) + levels.filter { $0.isRoot || $0.isProcess }
    return levels.filter { level in needed.contains(where: level.isSame) }
  }
}

extension Level {
  /// What has the memory of the defaults that this level keeps: a running build, or a scope; `nil`
  /// where that has gone.
  final var rememberer: Rememberer? {
    let keeper = keeper
    return keeper.runningOpener ?? keeper.rememberingScope
  }

  /// A default that reads here find by its key alone, while it lives.
  final func knownDefault(of key: KeyDescription) -> Entry? {
    guard let known = known(Name(key.id)), !known.isOverride, known.isAlive else { return nil }
    return known
  }
}

// MARK: - All levels

/// The levels of a view, from the inside out.
///
/// Mostly the view is one scope that was opened in others: then each leads to the next, and to look
/// through them takes no memory and counts no references.
// Safe: the one that is not counted is never freed.
@safe
struct Levels: Sendable {
  private let innermost: Scope?
  /// The process's root as it is now: in a preview, another one may take its place.
  private let process = unsafe Scope.unretainedProcess
  private let listed: [Level]
  /// The bits of all keys that are overridden.
  private var keys: UInt64 = 0

  init(_ view: ScopeView) {
    innermost = view.plainScope
    listed = innermost == nil ? view.levels : []
    var keys: UInt64 = 0
    forEach { keys |= $0.overriddenKeys }
    self.keys = keys
  }

  /// Whether each level was opened in the next one, and in nothing else.
  var isChain: Bool { innermost != nil }

  /// The first level that matches.
  func first(where isMatch: (Level) -> Bool) -> Level? {
    guard let innermost else { return listed.first(where: isMatch) }
    var found: Unmanaged<Scope>?
    // Safe to use unretained: `self` holds the innermost scope, and each scope the next one; the
    // process's root is never freed.
    var next = unsafe Optional(Unmanaged.passUnretained(innermost))
    while let scope = unsafe next, unsafe found == nil {
      unsafe scope._withUnsafeGuaranteedRef {
        if isMatch($0) { unsafe found = scope } else { unsafe next = $0.unretainedOuter(process) }
      }
    }
    return withExtendedLifetime(self) { unsafe found?.takeUnretainedValue() }
  }

  private func forEach(_ body: (Level) -> Void) {
    _ = first { level in
      body(level)
      return false
    }
  }

  /// The level that has the nearest override of the key, a value or code.
  func nearest(overriding key: KeyDescription) -> Level? {
    keys & key.bit == 0 ? nil : first { $0.overrides(key) }
  }

  /// The number of that level; zero for none.
  func numberOfNearest(overriding key: KeyDescription) -> UInt {
    nearest(overriding: key)?.number ?? 0
  }

  func haveSameOverride(as other: Levels, of key: KeyDescription) -> Bool {
    numberOfNearest(overriding: key) == other.numberOfNearest(overriding: key)
  }

  /// The level with a number. None has the number zero.
  func level(numbered number: UInt) -> Level? {
    number == 0 ? nil : first { $0.knownNumber == number }
  }

  var all: [Level] {
    if !isChain { return listed }
    var levels: [Level] = []
    forEach { levels.append($0) }
    return levels
  }

  var numbers: [UInt] { all.numbers }

  /// Whether these are the same levels, with or without their memories.
  func isSame(as other: Levels) -> Bool {
    if let innermost, innermost === other.innermost { return true }
    return all.isSame(as: other.all)
  }
}
