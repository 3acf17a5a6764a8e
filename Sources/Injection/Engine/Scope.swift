public import Synchronization

/// What one `withInjected` call opens: a layer of overrides over the scope it was opened in.
///
/// A scope is also a *view*: the list of itself and all scopes outwards. A read asks the scopes of
/// a view for an override, from the inside out, and then for a default that one of them keeps
/// (`Scope+Lookup.swift`). What was found is remembered in `found`, where the next read finds it
/// without a lock.
///
/// Two kinds of references lead to scopes. Tasks, captured `InjectedValues` and objects that were
/// made in a scope hold it. What a scope *keeps* must not hold it, or neither would ever go: the
/// home of a default is a stand-in for the scope that keeps it (`ScopeCopy.swift`).
@usableFromInline
@safe
package class Scope: @unchecked Sendable {
  // Unchecked because the class is not final. Its own properties are immutable, atomic, guarded by
  // a lock, or written only while the scope is a draft, which nobody else sees.

  /// What reads find here at once: see `known(_:)`.
  @usableFromInline final let found = EntryTable<Entry>()

  /// The key whose override is stored in the scope itself, a `Layer`; none in other scopes.
  // Atomic, here and below, since that needs no check of exclusive access. Relaxed: only written
  // while the scope is a draft, which nobody else sees.
  @usableFromInline final let ownKey: Atomic<UInt>

  /// The scope this one was opened in; `nil` in a root, and where that is the process's root: many
  /// threads open scopes in that one at once, and would wait for each other to count references.
  package final var link: Scope? { unsafe storedLink }

  // Safe not to check exclusive access: only written when the scope ends.
  @exclusivity(unchecked)
  private final var storedLink: Scope?

  /// The container; `nil` is the process's.
  package final let sharedContainer: Container?

  /// Where the scope was opened.
  package final let place: SourcePlace
  final let traits: Traits

  /// Who sees what is read here; `nil` where nobody asked.
  package final let observation: Observers?

  /// The bits of the keys that this scope overrides.
  private final let keys: Atomic<UInt64>

  private final let lazySerial = Atomic<UInt>(0)
  private final let lazyViewSerial = Atomic<UInt>(0)

  /// Whether copies refer to this scope, weakly. Relaxed: who makes one holds the scope.
  final let isCopied = Atomic(false)

  private final let lazyDetails = LazyReference<Details>()

  struct Traits: OptionSet {
    let rawValue: UInt8

    /// Nothing lies outside.
    static let root = Traits(rawValue: 1)
    /// Part of what the container was opened with: the root, and the scopes inside that the changes
    /// of an update closure needed after it had read something.
    static let base = Traits(rawValue: 2)
    /// The process's root, or one that `InjectedValues.bootstrap` makes.
    static let process = Traits(rawValue: 4)
    /// The scopes of the view are those of two views; see `Scope+Merging.swift`.
    static let merged = Traits(rawValue: 8)
    /// Opened while a default was built.
    static let inBuild = Traits(rawValue: 16)
    /// Leads to another scope, from some time on or as long as that lives.
    static let redirects = Traits(rawValue: 32)
    /// Stands for a running build: see `Build`.
    static let build = Traits(rawValue: 64)
    /// Opened while the process's values are set, before they are seen.
    static let rehearsal = Traits(rawValue: 128)
  }

  /// What few scopes need.
  final class Details: @unchecked Sendable {
    // Unchecked because of what is written only while the scope is a draft.

    /// What messages and explanations call the scope. Written while it is a draft.
    var name: String?

    /// The overrides that are not stored in the scope itself. Written while it is a draft.
    var overrides: [Entry] = []

    /// What reads find here that all have to be seen: those of an observed scope, and of some keys.
    let foundSlowly = EntryTable<Entry>()

    /// The defaults that this scope keeps and that are not valid in its own view, or that stand
    /// beside another one of their key.
    let kept = Lock<[Entry]>([])
    /// Whether there are any.
    let hasKept = Atomic(false)

    /// Defaults that scopes outwards keep and that were found not to be valid here, by their keys.
    let invalid = EntryTable<Entry>()

    let standIn = LazyReference<ScopeCopy>()
    let mergedViews = EntryTable<MergedView>()
  }

  init(
    in link: Scope?,
    container: Container?,
    place: SourcePlace,
    traits: Traits = [],
    ownID: EntryID = .none,
    observation: Observers? = nil
  ) {
    unsafe self.storedLink = link
    self.sharedContainer = container
    self.place = place
    self.traits = traits
    self.ownKey = Atomic(ownID.bits)
    self.keys = Atomic(ownID == .none ? 0 : ownID.bit)
    self.observation = observation
  }

  deinit {
    // In a loop: one scope that lets the next go inside its own end would need a stack as deep as
    // the scopes are nested.
    var next = unsafe storedLink
    unsafe storedLink = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      // A copy's weak reference may bring its original back at any time, until that has ended.
      if next!.isCopied.load(ordering: .relaxed) { return ScopeRelease.release(&next) }
      let outer = unsafe next!.storedLink
      unsafe next!.storedLink = nil
      next = outer
    }
  }

  // MARK: Different in the kinds of scope that stand for others

  /// The next scope outwards; `nil` after a root.
  package var outer: Scope? {
    if let link { return link.traits.contains(.redirects) ? link.resolved : link }
    return traits.contains(.root) ? nil : .process
  }

  /// This scope, or the one it stands for.
  package var resolved: Scope { self }

  /// The scope that was opened, where this is a copy of it that is still needed when that is gone.
  var layer: Scope { self }

  /// The scope that the layer was opened in.
  var openedIn: Scope? { outer }

  /// The override that is stored in the scope itself.
  var ownOverride: Entry? { nil }

  /// Stores an override in the scope itself, if there is a place for it. This scope is a draft.
  func take(_ key: any InjectionKey.Type, _ property: PropertyName) -> Bool { false }

  /// The value that a write through a key path is about to set in this draft.
  func pendingValue<Value>(as _: Value.Type) -> Value? { nil }

  /// Says that it is about to be set now.
  func stopPending() {}

  /// Whether a getter was answered with that value.
  var wasPendingRead: Bool { false }

  /// A draft inside this one, to go on with what this one is for.
  func draftInside() -> Scope { Scope(in: self, place: place, traits: traits.intersection(.base)) }
}

extension Scope {
  /// A scope that is opened in another one; `nil` is the process's root.
  convenience init(
    in link: Scope?,
    place: SourcePlace,
    traits: Traits = [],
    ownID: EntryID = .none
  ) {
    self.init(
      in: link,
      container: link?.sharedContainer,
      place: place,
      traits: traits.union(link?.traitsInside ?? []),
      ownID: ownID,
      observation: link?.observation
    )
  }

  /// What a scope has for being opened in this one.
  final var traitsInside: Traits {
    let inside = traits.intersection([.merged, .inBuild, .rehearsal])
    return isBuild ? inside.union(.inBuild) : inside
  }

  /// Whether this is part of what the container was opened with.
  package final var isBase: Bool { traits.contains(.base) }

  package final var isBuild: Bool { traits.contains(.build) }

  final var asBuildScope: BuildScope? {
    // Safe to cast: only build scopes have the trait.
    isBuild ? unsafe unsafeDowncast(self, to: BuildScope.self) : nil
  }

  /// The innermost running build that this scope is part of.
  final var enclosingBuild: BuildScope? {
    // Two questions, since a literal of both is an array in a debug build, and reads allocate
    // nothing.
    if !traits.contains(.build) && !traits.contains(.inBuild) { return nil }
    return ancestors.first(where: \.isBuild)?.asBuildScope
  }

  package final var container: Container { sharedContainer ?? .process }

  final var context: InjectionContext { sharedContainer?.context ?? .ofThisProcess }

  /// Made when something needs it.
  final var details: Details { lazyDetails.value ?? lazyDetails.set(Details()) }
  final var detailsIfMade: Details? { lazyDetails.value }

  /// The same for a read that counts no references.
  final var unretainedDetails: Unmanaged<Details>? { unsafe lazyDetails.unretained }

  package final var name: String? { detailsIfMade?.name }

  /// This scope and all outwards: its view, from the inside out.
  package final var ancestors: Ancestors { Ancestors(from: self) }

  /// The scope that values of the container belong to which are built from nothing that is
  /// overridden.
  final var root: Scope { ancestors.first { !$0.traits.isDisjoint(with: [.root, .process]) }! }

  /// The root with everything that it was opened with: singletons are built under its view.
  final var base: Scope { ancestors.first { $0.traits.contains(.base) }! }

  /// Says which of two scopes is the younger, and which are copies of one: greater than the number
  /// of every scope that it was opened in. A copy has its original's.
  package final var serial: UInt {
    if knownSerial != 0 { return knownSerial }
    // Acquiring and releasing: who sees the number of an outer scope counts on from there, so that
    // its own is greater on every machine.
    let isUnnumbered = { (scope: Scope) in scope.lazySerial.load(ordering: .acquiring) == 0 }
    if let outer, isUnnumbered(outer) {
      for scope in Array(outer.ancestors.prefix(while: isUnnumbered)).reversed() {
        scope.setSerial()
      }
    }
    setSerial()
    return knownSerial
  }

  /// Where another thread is faster, its number stays.
  private final func setSerial() {
    _ = lazySerial.compareExchange(
      expected: 0,
      desired: Scope.nextSerial(),
      ordering: .acquiringAndReleasing
    )
    lazyViewSerial.store(knownSerial, ordering: .relaxed)
  }

  /// The same, or zero if nobody asked yet. Relaxed: only the number counts.
  final var knownSerial: UInt { lazySerial.load(ordering: .relaxed) }

  /// The number of the view: that of the scope, but for a copy in a merged view, which has one of
  /// its own.
  final var viewSerial: UInt {
    let serial = serial
    return knownViewSerial == 0 ? serial : knownViewSerial
  }

  /// The same, or zero if nobody asked yet.
  final var knownViewSerial: UInt { lazyViewSerial.load(ordering: .relaxed) }

  /// The numbers of the scopes of this view, but not of builds, which add nothing to what is seen.
  final var serials: [UInt] { ancestors.filter { !$0.isBuild }.map(\.serial) }

  static func nextSerial() -> UInt { lastSerial.add(1, ordering: .relaxed).newValue }
  private static let lastSerial = Atomic<UInt>(0)

  /// Takes the number of the scope that this one is a copy of.
  final func takeSerial(of original: Scope, ofView viewSerial: UInt) {
    lazySerial.store(original.serial, ordering: .relaxed)
    lazyViewSerial.store(viewSerial, ordering: .relaxed)
  }
}

// MARK: - Overrides

extension Scope {
  /// The key whose override is stored in the scope itself.
  @inlinable final var ownID: EntryID { EntryID(bits: ownKey.load(ordering: .relaxed)) }

  final var overriddenKeys: UInt64 { keys.load(ordering: .relaxed) }

  /// The override of a key that was given to this very scope.
  final func override(of key: KeyDescription) -> Entry? {
    if overriddenKeys & key.bit == 0 { return nil }
    if ownID == key.id { return ownOverride }
    return detailsIfMade?.overrides.first { $0.id == key.id }
  }

  /// All overrides that were given to this very scope.
  package final var overrides: [Entry] {
    (ownOverride.map { [$0] } ?? []) + (detailsIfMade?.overrides ?? [])
  }

  /// Adds or replaces an override. This scope is a draft.
  final func add(_ override: Entry) {
    let details = details
    if overriddenKeys & override.key.bit != 0 {
      if ownID == override.id { ownKey.store(0, ordering: .relaxed) }
      details.overrides.removeAll { $0.id == override.id }
    }
    keys.store(overriddenKeys | override.key.bit, ordering: .relaxed)
    details.overrides.append(override)
  }

  /// Takes the overrides of the scope that this one is a copy of.
  final func takeOverrides(of original: Scope) {
    keys.store(original.overriddenKeys, ordering: .relaxed)
    let overrides = original.overrides
    if !overrides.isEmpty { details.overrides = overrides }
  }

  /// Says which key's override is stored in the scope itself. This scope is a draft.
  final func setOwnID(_ id: EntryID) {
    ownKey.store(id.bits, ordering: .relaxed)
    keys.store(overriddenKeys | id.bit, ordering: .relaxed)
  }

  /// Whether something may rely on what this draft overrides: then it takes no more overrides.
  final var wasReadThrough: Bool {
    !found.isEmpty || knownSerial != 0 || detailsIfMade?.foundSlowly.isEmpty == false
  }
}
