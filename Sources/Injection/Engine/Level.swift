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

  /// The number: greater than that of everything that was held before this was.
  package var number: UInt { knownNumber }

  /// The override that is not in the list.
  var ownOverride: Entry? { nil }

  /// Whether the override that is not in the list is that of a key.
  func hasOwn(_ id: KeyID) -> Bool { ownID == id }

  // MARK: Viewpoint

  override final var build: Build? { opening?.build }
  override final var runningOpener: Build? { opening?.runningOpener }

  override final var outside: ScopeView? { outer ?? (isRoot ? nil : ScopeView(Scope.process)) }

  override final var isProcess: Bool { traits.contains(.process) }

  override var rememberingScope: Scope? {
    guard let opening, opening.opener != nil else { return level?.asScope }
    let keeper = keeper
    return keeper === self || opening.isRepeated ? nil : keeper.rememberingScope
  }

  /// When the build that it was opened in is over, the keeper of the build's value acts for it.
  override final var keeper: Level { opening?.endedOpener?.view.younger.keeper ?? self }
}

extension Level {
  /// The build that it was opened in.
  final var opener: Build? { opening?.opener }

  /// Whether this was opened in a running build, or in one that sees a level which was.
  final func isInside(_ build: Build) -> Bool { opener?.isInside(build) == true }

  /// Whether this is the same level, with or without its memory.
  final func isSame(as other: Level) -> Bool {
    self === other || (knownNumber != 0 && knownNumber == other.knownNumber)
  }

  /// Whether nothing lies outside.
  final var isRoot: Bool { traits.contains(.root) }

  /// Whether this is part of what the container was opened with.
  package final var isBase: Bool { traits.contains(.base) }
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

  /// The overrides in the list, the last one first.
  final var listed: [Entry] {
    listedOverrides.map { Array(sequence(first: $0, next: \.next)) } ?? []
  }

  /// All overrides that were given to this very level, in the order in which they were given.
  package final var overrides: [Entry] { (ownOverride.map { [$0] } ?? []) + listed.reversed() }

  /// Adds an override of a key that is not in the list yet. This level is a draft.
  final func list(_ override: Entry) {
    override.next = listedOverrides.take()
    listedOverrides = override
    addKey(override.key.id)
  }

  /// Takes an override out of the list, if it is there. This level is a draft.
  final func unlist(_ id: KeyID) {
    let kept = listed.filter { $0.key.id != id }
    listedOverrides = nil
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

// MARK: - Without a memory

/// A level that uses no memory: its overrides, and what it was opened in. What a scope keeps may hold
/// it.
package final class Layer: Level, @unchecked Sendable {
  // Unchecked like its superclass; what it adds is immutable, a weak reference, or changed at its
  // end only.

  /// The scope that remembers for this level, while that lives. None where the level was opened in
  /// a build.
  private weak let scope: Scope?

  // A variable, since the end of the layer takes it out.
  private var storedOuter: ScopeView?
  package override var outer: ScopeView? { storedOuter }

  private let own: Entry?

  override var ownOverride: Entry? { own }
  override func hasOwn(_ id: KeyID) -> Bool { own?.key.id == id }

  /// The layer of a scope; or of a draft, in whose place it is opened in a build.
  ///
  /// - Parameters:
  ///   - outer: What it is opened in.
  ///   - opening: The builds that the draft is opened in.
  init(of scope: Scope, in outer: ScopeView?, _ opening: Opening? = nil) {
    self.scope = opening == nil ? scope : nil
    self.own = scope.ownOverride
    storedOuter = outer?.bare
    super.init(
      container: scope.sharedContainer,
      place: scope.place,
      traits: opening == nil ? scope.traits : [],
      opening: opening ?? scope.opening,
      observation: scope.observation,
      number: scope.number
    )
    shareList(of: scope)
  }

  deinit {
    // In a loop, as with scopes.
    var next = outerLayer
    storedOuter = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let outer = next!.outerLayer
      next!.storedOuter = nil
      next = outer
    }
  }

  override var level: Level? { scope ?? self }

  /// What it was opened in, if that is a layer and nothing else.
  private var outerLayer: Layer? {
    storedOuter.flatMap { $0.home == nil ? $0.viewpoint as? Layer : nil }
  }
}
