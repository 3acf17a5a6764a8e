import Synchronization

/// What one `withInjected` said: overrides, and the view that it was opened in.
@usableFromInline
package class Level: Viewpoint, @unchecked Sendable {
  // Unchecked like its superclass. What it adds is immutable, atomic, or written only while the
  // level is a draft, which nobody else sees.

  final let traits: Traits

  /// The builds that it was opened in.
  final let opening: Opening?

  /// The bits of the keys that it overrides.
  // Atomic, since reads look at it: that needs no check of exclusive access.
  private final let keys: Atomic<UInt64>

  /// The overrides, the last one first, but for one that a `ValueScope` stores.
  private(set) final var listedOverrides: Entry?

  /// What messages and explanations call the scope.
  package final var name: String?

  struct Traits: OptionSet {
    let rawValue: UInt8

    /// Nothing lies outside.
    static let root = Traits(rawValue: 1)
    /// Part of what the container was opened with: the root, and the scopes inside that the changes
    /// of an update closure needed after it had read something.
    static let base = Traits(rawValue: 2)
    /// The process's root, or what `InjectedValues.bootstrap` sets in it.
    static let process = Traits(rawValue: 4)
  }

  init(
    container: Container?,
    place: SourcePlace,
    traits: Traits,
    opening: Opening? = nil,
    observation: Observers?,
    number: UInt = 0,
    ownKey: KeyID = .none
  ) {
    self.traits = traits
    self.opening = opening
    self.keys = Atomic(ownKey == .none ? 0 : ownKey.bit)
    super.init(
      container: container,
      place: place,
      observation: observation,
      number: number,
      ownKey: ownKey
    )
  }

  /// The view that it was opened in; `nil` for a root, and where that is the process's root.
  package var outer: ScopeView? { fatalError("a subclass has it") }

  /// The level without a memory.
  var layer: Layer { fatalError("a subclass has it") }

  /// The number: greater than that of everything that was held before this was.
  package var number: UInt { knownNumber }

  /// The override that is not in the list.
  var ownOverride: Entry? { nil }

  /// Whether the override that is not in the list is that of a key.
  func hasOwn(_ id: KeyID) -> Bool { false }

  // MARK: Viewpoint

  override final var build: Build? { opening?.build }
  override final var runningOpener: Build? { opening?.runningOpener }

  override final var outside: ScopeView? { outer ?? (isRoot ? nil : ScopeView(Scope.process)) }

  override final var isProcess: Bool { traits.contains(.process) }
  override final var isRoot: Bool { traits.contains(.root) }

  override var rememberingScope: Scope? {
    let keeper = keeper
    return keeper === self || opening?.isRepeated == true ? nil : keeper.rememberingScope
  }

  /// When the build that it was opened in is over, the keeper of the build's value acts for it.
  override var keeper: Level {
    if let opener, !opener.isRunning { return opener.view.younger.keeper }
    return self
  }
}

extension Level {
  /// The build that it was opened in.
  final var opener: Build? { opening?.opener }

  /// What has the memory of the defaults that this level keeps: a running build, or a scope; `nil`
  /// where that has gone.
  final var rememberer: Rememberer? {
    let keeper = keeper
    return keeper.runningOpener ?? keeper.rememberingScope
  }

  /// Whether this was opened in a running build, or in one that sees a level which was.
  final func isInside(_ build: Build) -> Bool { opener?.isInside(build) == true }

  /// Whether this is the same level, with or without its memory.
  final func isSame(as other: Level) -> Bool {
    self === other || (knownNumber != 0 && knownNumber == other.knownNumber)
  }

  /// Whether this is part of what the container was opened with.
  package final var isBase: Bool { traits.contains(.base) }

  /// A default that reads here find by its key alone, while it lives.
  final func knownDefault(of key: KeyDescription) -> Entry? {
    guard let known = known(Name(key.id)), !known.isOverride, known.isAlive else { return nil }
    return known
  }
}

extension [Level] {
  var numbers: [UInt] { map(\.number) }

  /// Whether these are the same levels, with or without their memories.
  func isSame(as other: [Level]) -> Bool { elementsEqual(other) { $0.isSame(as: $1) } }
}

// MARK: - Overrides

extension Level {
  final var overriddenKeys: UInt64 { keys.load(ordering: .relaxed) }

  /// Whether a key is overridden in this very level, by a value or by code.
  final func overrides(_ key: KeyDescription) -> Bool {
    overriddenKeys & key.bit != 0 && (hasOwn(key.id) || listedOverride(of: key.id) != nil)
  }

  /// The override of a key that was given to this very level.
  final func override(of key: KeyDescription) -> Entry? {
    if overriddenKeys & key.bit == 0 { return nil }
    if let override = listedOverride(of: key.id) { return override }
    return hasOwn(key.id) ? ownOverride : nil
  }

  @inline(__always)
  final func listedOverride(of id: KeyID) -> Entry? {
    var next = listedOverrides
    while let entry = next {
      if entry.key.id == id { return entry }
      next = entry.next
    }
    return nil
  }

  /// All overrides that were given to this very level, in the order in which they were given.
  package final var overrides: [Entry] {
    var overrides: [Entry] = []
    var next = listedOverrides
    while let entry = next {
      overrides.append(entry)
      next = entry.next
    }
    if let ownOverride { overrides.append(ownOverride) }
    return overrides.reversed()
  }

  /// Adds an override of a key that is not in the list yet. This level is a draft.
  final func list(_ override: Entry) {
    override.next = listedOverrides.take()
    listedOverrides = override
    addKey(override.key.id)
  }

  /// Takes an override out of the list, if it is there. This level is a draft.
  final func unlist(_ id: KeyID) {
    guard listedOverride(of: id) != nil else { return }
    var kept: [Entry] = []
    while let entry = listedOverrides {
      listedOverrides = entry.next
      if entry.key.id != id { kept.append(entry) }
    }
    for entry in kept.reversed() { list(entry) }
  }

  final func addKey(_ id: KeyID) { keys.store(overriddenKeys | id.bit, ordering: .relaxed) }

  /// Takes the overrides of a level that is no draft any more.
  final func shareList(of other: Level) {
    listedOverrides = other.listedOverrides
    name = other.name
    keys.store(other.overriddenKeys, ordering: .relaxed)
  }
}

// MARK: - All of a view

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
  @inline(__always)
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
