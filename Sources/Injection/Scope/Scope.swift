public import Synchronization

/// What one `withInjected` call opens: overrides, and the defaults that are kept because of them.
///
/// Scopes form trees; the root of a tree belongs to a ``Container``. A scope knows a key when its
/// table has an entry for it: an override of its own, a default that it keeps, or what a lookup
/// found further out and remembered here. A read that finds its key in the current scope's table is
/// done; all others take the slow path (`Scope+Resolve.swift`).
///
/// Two kinds of references lead to scopes. Tasks, captured `InjectedValues` and objects that were
/// made in a scope hold it. What a scope *keeps* must not hold it, or neither would ever go: a
/// default's home is its ``StandIn``.
@usableFromInline
@safe
class Scope: @unchecked Sendable {
  // Unchecked because the class is not final: `StandIn`, `RebasedScope` and `ProvisionalScope` differ
  // in where they lead. All stored properties are immutable, atomic or guarded by a lock.

  /// The scope this one was opened in; `nil` in a root, and where that is the process's root: many
  /// threads open scopes in that one at once, and would wait for each other to count references.
  let parent: Scope?

  /// The container; `nil` is the process's.
  let sharedContainer: Container?

  /// Where the scope was opened, and what it was called.
  let place: SourcePlace
  let name: String?

  /// Whether this scope holds what its test container was opened with: the root, and the scopes inside
  /// that an update closure's changes needed after it had read something.
  let isBase: Bool

  /// What this scope knows of keys.
  @usableFromInline let entries = EntryTable<Entry>()

  /// What this scope knows of homes: see `Scope+View.swift`.
  let views = EntryTable<View>()

  /// Where a scope that only leads to another one leads, from some time on: see `ProvisionalScope`
  /// and `InjectedValues.bootstrap`.
  /// Set once. A `ProvisionalScope` holds where it leads; all others lead to the process's root only,
  /// which is never freed.
  @usableFromInline let leadsTo = unsafe Atomic<Unmanaged<Scope>?>(nil)

  /// What is being written through a key path: see `InjectedValues.set(_:to:)`.
  /// Only touched through a draft that nobody else holds, by the thread that writes.
  var pendingWrite: AnyObject?

  /// Orders scopes by age and names them in each other's tables; zero until somebody asks.
  private let lazySerial = Atomic<UInt>(0)
  private let lazyStandIn = AtomicLazyReference<StandIn>()

  init(
    parent: Scope?,
    container: Container?,
    place: SourcePlace,
    name: String? = nil,
    isBase: Bool = false
  ) {
    self.parent = parent
    self.sharedContainer = container
    self.place = place
    self.name = name
    self.isBase = isBase
  }

  /// The root of the process's container. It is never freed.
  static let process: Scope = {
    let scope = Scope(
      parent: nil,
      container: nil,
      place: SourcePlace(#fileID, #line),
      name: "the process"
    )
    // Releasing: who sees the reference sees the scope. Never freed, so never retained again.
    unsafe processIfMade.store(Unmanaged.passRetained(scope), ordering: .releasing)
    return scope
  }()

  /// The same without the check that guards every access of a global, for reads.
  @usableFromInline static let processIfMade = unsafe Atomic<Unmanaged<Scope>?>(nil)

  /// The entry of a key in the table of one scope; `nil` is the process's root.
  ///
  /// Works on unretained references, which the optimiser does not find out by itself: the caller holds
  /// `scope`, and the process's root is never freed.
  @inlinable
  @inline(__always)
  static func entry(_ id: EntryID, in scope: Scope?) -> Unmanaged<Entry>? {
    let scope =
      if let scope { unsafe Unmanaged.passUnretained(scope) as Unmanaged<Scope>? } else {
        unsafe processIfMade.load(ordering: .acquiring)
      }
    return unsafe scope?._withUnsafeGuaranteedRef { unsafe $0.entries[id] }
  }

  // MARK: Overridden by the kinds of scope that stand for others

  /// The next scope outwards; `nil` after a root.
  var outer: Scope? {
    if let parent { return parent.resolved }
    return sharedContainer == nil && self !== Scope.process ? Scope.process : nil
  }

  /// This scope, or the one it stands for.
  var resolved: Scope { leadsToProcess ? .process : self }

  /// Names the scope that this one is, or was made from to stand elsewhere.
  var site: EntryID { EntryID(bits: serial) }

  /// The overrides that were given to this very scope.
  var overrides: [Entry] {
    entries.all.filter { entry in
      entry.isOverride && outer?.outwards.contains { $0.known(entry.id) === entry } != true
    }
  }

  /// A default that is known to another scope with the same overrides as this one.
  func defaultKnownElsewhere(_ id: EntryID) -> Entry? { nil }

  /// The scope that keeps what this one owns: itself, but see `RebasedScope`.
  func original(ifItSees reads: [Dependency]) -> Scope { self }

  /// Notes what a build in this scope read.
  func note(_ reads: [Dependency]) {}

  /// The entry of a key for a read in this scope; builds the default when there is none.
  func resolve(_ read: Read) -> Resolution { resolveHere(read) }
}

// MARK: - The tree

extension Scope {
  /// The container. That of a rehearsal which is over is the process's.
  var container: Container {
    guard let sharedContainer else { return .process }
    let isOver = sharedContainer.isRehearsal && root.resolved === Scope.process
    return isOver ? .process : sharedContainer
  }

  /// This scope and all outside it, from the inside out.
  var outwards: Outwards { Outwards(from: self) }

  var root: Scope { outwards.reduce(self) { $1 } }

  /// The scope that all values of the container's own belong to: the root, with everything that it was
  /// opened with. Singletons are built under its view (R11).
  var base: Scope { outwards.first { $0.isBase } ?? root }

  /// The entry for `id` in this scope's own table.
  @inline(never)  // For size: each caller would hold a copy.
  func known(_ id: EntryID) -> Entry? {
    // Safe to take unretained: `self` is held for the call.
    if let entry = unsafe entries[id] { return unsafe entry.takeUnretainedValue() }
    return unsafe entries[id.watched]?.takeUnretainedValue()
  }

  /// Takes an override. Nobody else sees this scope yet.
  func override(_ entry: consuming Entry) {
    OverridePlaces.record(entry.id, place)
    entries.override(consume entry)
  }

  /// A number that says which of two scopes is the younger: greater than that of every scope that
  /// was asked earlier, and always greater than the parent's. A stand-in has its original's.
  var serial: UInt {
    if knownSerial != 0 { return knownSerial }
    // Acquiring and releasing: who sees a parent's number counts on from there, so that its own is
    // greater on every machine.
    for scope in outwards.reversed() where scope.lazySerial.load(ordering: .acquiring) == 0 {
      let next = Scope.lastSerial.add(1, ordering: .relaxed).newValue
      // Where another thread was faster, its number stays.
      _ = scope.lazySerial.compareExchange(
        expected: 0,
        desired: next,
        ordering: .acquiringAndReleasing
      )
    }
    return knownSerial
  }

  /// The same, or zero if nobody asked yet. Relaxed: only the number counts.
  var knownSerial: UInt { lazySerial.load(ordering: .relaxed) }

  private static let lastSerial = Atomic<UInt>(0)

  func takeSerial(of original: Scope) {
    lazySerial.store(original.serial, ordering: .relaxed)
  }

  /// Whether this scope only leads to the process's root.
  var leadsToProcess: Bool {
    // Acquiring: what was done before it was made to lead there is seen. No address is followed.
    guard let destination = unsafe leadsTo.load(ordering: .acquiring) else { return false }
    return unsafe destination.toOpaque()
      == Scope.processIfMade.load(ordering: .relaxed)?.toOpaque()
  }

  /// Makes this scope, and what has it as its home, lead to the process's root.
  func leadToProcess() {
    for scope in [self, standIn] {
      // Releasing: who sees it sees what was done before. Not retained: that root is never freed.
      unsafe scope.leadsTo.store(Unmanaged.passUnretained(.process), ordering: .releasing)
    }
  }

  /// The home of the defaults that this scope keeps.
  var standIn: Scope {
    if self === Scope.process { return self }
    return lazyStandIn.load() ?? lazyStandIn.storeIfNil(StandIn(for: self))
  }
}
