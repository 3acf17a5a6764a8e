import Synchronization

/// A level that remembers what was found here, and keeps what stands on it. (One that is opened while
/// a build runs is a draft only: a `Layer` takes its place.)
///
/// Tasks, captured values and objects that were made here hold it. What it keeps holds its `layer`.
@usableFromInline
package class Scope: Level, @unchecked Sendable {
  // Unchecked like its superclass; what it adds is immutable, or as safe as a lazy reference.

  /// The next scope outwards; `nil` in a root, in a scope that is not plain, and where that is the
  /// process's root: many threads open scopes in that one at once, and would wait for each other to
  /// count references.
  // A variable, since the end of the scope takes it out.
  private(set) final var link: Scope?

  /// What a scope was opened in that is not plain: a view of two, or what is left of a build; or
  /// anything while a build runs. `nil` where `link` leads to all that lies outside.
  private final let around: ScopeView?

  /// What reads find here that all have to be seen: those of an observed scope, and of some keys.
  final let storedSlowFound = LazyReference<SlowTable>()

  private final let storedLayer = LazyReference<Layer>()

  /// Whether this was entered by values that still took changes. Relaxed: those have it alone.
  final let isEntered = Atomic(false)

  /// How much reads have found further out, and how far, until that is remembered.
  final let readsOutwards = Atomic<UInt8>(0)

  final class SlowTable: Sendable {
    let table = NameTable<Entry>()
  }

  /// A scope that is opened in another one; `nil` is the process's root.
  ///
  /// - Parameter link: A plain scope.
  init(in link: Scope?, place: SourcePlace, traits: Traits = [], ownKey: KeyID = .none) {
    self.link = link
    self.around = nil
    super.init(
      container: link?.sharedContainer,
      place: place,
      traits: traits,
      observation: link?.observation,
      ownKey: ownKey
    )
  }

  /// A scope that is opened in any view.
  init(
    in view: ScopeView,
    place: SourcePlace,
    traits: Traits = [],
    ownKey: KeyID = .none,
    observation: Observers?
  ) {
    // What is opened while a build runs belongs to the build, and so holds no memory.
    let opener = Viewpoint.current?.runningOpener ?? view.viewpoint.runningOpener
    let link = opener == nil ? view.plainScope : nil
    // Those are older, and so have their numbers before this.
    if link == nil { view.hold() }
    self.link = link?.wasPublished == true ? nil : link
    self.around = link != nil ? nil : opener == nil ? view : view.bare
    super.init(
      container: view.sharedContainer,
      place: place,
      traits: traits,
      opening: Opening(opener, telling: Viewpoint.current?.build ?? view.viewpoint.build, in: view),
      observation: observation,
      ownKey: ownKey
    )
  }

  /// A root, or what is set in the process's.
  init(
    rootOf container: Container?,
    place: SourcePlace,
    traits: Traits,
    observation: Observers? = nil,
    number: UInt = 0,
    in link: Scope? = nil
  ) {
    self.link = link
    self.around = nil
    super.init(
      container: container,
      place: place,
      traits: traits,
      observation: observation,
      number: number
    )
  }

  deinit {
    // In a loop: one scope that lets the next go inside its own end would need a stack as deep as
    // the scopes are nested.
    var next = link
    link = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      // A layer's weak reference may bring its scope back at any time, until that has ended.
      if next!.storedLayer.isSet { return ScopeRelease.release(&next) }
      let outer = next!.link
      next!.link = nil
      next = outer
    }
  }

  // MARK: Level

  package override final var outer: ScopeView? { around ?? link.map { ScopeView($0) } }

  /// Made when somebody who is kept first asks. It leads to those of the scopes outside.
  final var layer: Layer {
    if let known = storedLayer.value { return known }
    for scope in scopesOutside(while: { !$0.storedLayer.isSet }) {
      _ = scope.storedLayer.set(Layer(of: scope, in: scope.outer))
    }
    return storedLayer.set(Layer(of: self, in: outer))
  }

  /// Given when somebody first holds the scope, or asks. Those outside are older.
  package override final var number: UInt {
    if knownNumber != 0 { return knownNumber }
    for scope in scopesOutside(while: { !$0.isNumbered }) { scope.giveNumber() }
    giveNumber()
    return knownNumber
  }

  /// The scopes outside up to the first that does not match, the outermost first. Mostly none: each
  /// of these has what it leads to.
  private final func scopesOutside(while isMatch: (Scope) -> Bool) -> ReversedCollection<[Scope]> {
    var scopes: [Scope] = []
    var next = link
    while let scope = next, isMatch(scope) {
      scopes.append(scope)
      next = scope.link
    }
    return scopes.reversed()
  }

  // Acquiring and releasing, in both: who sees the number of an outer scope counts on from there,
  // so that its own is greater on every machine.

  private final var isNumbered: Bool { storedNumber.load(ordering: .acquiring) != 0 }

  private final func giveNumber() {
    // Where another thread is faster, its number stays.
    _ = storedNumber.compareExchange(
      expected: 0,
      desired: Viewpoint.nextNumber(),
      ordering: .acquiringAndReleasing
    )
  }

  // MARK: Viewpoint

  override final var level: Level? { self }
  override final var asScope: Scope? { self }
  override final func hold() { if knownNumber == 0 { _ = number } }

  override final func isOrLeads(to number: UInt, within steps: Int) -> Bool {
    number != 0 && leads(to: number, within: steps)
  }

  // Then `link` leads to all that lies outside.
  override final var isPlain: Bool { around == nil }

  override final var bare: Viewpoint {
    // The process's root is never freed, and who stands on a part of it sees all of it.
    guard traits.contains(.process) else { return layer }
    return Scope.process.sees(number) ? .process : self
  }

  override final var bareHome: Viewpoint { isProcess ? bare : Home(ScopeView(bare)) }

  // As in the superclass, without its detour.
  override final var rememberingScope: Scope? { opener == nil ? self : super.rememberingScope }

  override final func quickEntry(_ id: KeyID) -> Entry? { retainedQuickEntry(id) }

  override final func known(_ name: Name) -> Entry? {
    found.element(of: name) ?? storedSlowFound.value?.table.element(of: name)
  }

  override final func take(_ override: Entry, _ declaration: SourcePlace) -> Bool {
    if wasReadThrough { return false }
    observation?.tell { $0.willOverride(override, in: self, declaration: declaration) }
    let id = override.key.id
    if overriddenKeys & id.bit != 0 {
      if ownID == id { ownKey.store(KeyID.none.bits, ordering: .relaxed) }
      unlist(id)
    }
    list(override)
    renumber()
    return true
  }

  // MARK: Different in scopes that store an override

  /// The value that a write through a key path is about to set in this draft, if it is one of the
  /// key's type.
  func pendingEntry(of key: KeyDescription) -> Entry? { nil }
}

extension Scope {
  /// A draft inside this one, to go on with what this one is for.
  final func draftInside() -> Scope {
    if traits.contains(.process) {
      return Scope(rootOf: nil, place: place, traits: [.base, .process], in: self)
    }
    return Scope(
      in: ScopeView(self),
      place: place,
      traits: traits.intersection(.base),
      observation: observation
    )
  }

  /// Makes this scope younger than what it overrides, which may hold others. This scope is a draft.
  final func renumber() {
    if knownNumber == 0 { return }
    storedNumber.store(Viewpoint.nextNumber(), ordering: .relaxed)
    for override in listed { override.setLevelNumber(0) }
  }

  /// Puts overrides where reads find them at once, if they are many. Ends the draft.
  final func indexOverrides() {
    if overriddenKeys.nonzeroBitCount < 16 || observation != nil { return }
    for override in overrides where !(override is ProvidedCode) {
      override.setLevelNumber(number)
      found.remember(override, as: Name(override.key.id))
    }
  }

  /// Whether something may rely on what this draft overrides: then it takes no more overrides.
  final var wasReadThrough: Bool {
    isEntered.load(ordering: .relaxed) || !found.isEmpty || storedLayer.isSet
      || storedMemory.isSet || storedSlowFound.isSet
  }

  /// The defaults that this scope keeps, and those of other scopes that it knows already.
  package final var knownDefaults: [Entry] {
    let known = found.all + (storedSlowFound.value?.table.all ?? [])
    return (known + (storedMemory.value?.all ?? [])).filter { !$0.isOverride }
  }
}
