import Synchronization

/// The overrides of one `withInjected`, and the defaults built from them.
@usableFromInline
@safe
package final class Scope: Place, @unchecked Sendable {
  // Unchecked because of what changes: the overrides and what is lent while this is a draft that no
  // other thread uses, `outer` when nothing holds this any more.

  /// The place in which this was opened. `nil` in a root, and where the process's root is outside.
  private(set) var outer: Place?
  /// The scope outside, if `outer` is that and it is plain.
  private let plainOuterScope: Unretained<Scope>?
  /// Whether the process's root is what lies outside.
  private let isInRoot: Bool
  private let storedOpening: Opening
  private let openedBy: Home?
  /// Set when the draft ends, since its overrides may be younger than its beginning. Relaxed: only
  /// the number counts.
  private let storedAge: Atomic<UInt64>
  // Internal, so that the optimizer sees all accesses and checks none.
  private(set) var overrides = Overrides()
  /// A value that is being written through a key path, and who got it: see Scope+Lending.swift.
  var lent: (value: UnsafeRawPointer, type: Any.Type)?
  var answer: Answer?
  private let storedLayer = Lazy<Layer>()
  private let storedMemory = Lazy<Memory>()
  /// Relaxed: the draft ends before its scope is passed to other threads.
  private let isFinished: Atomic<Bool>
  /// Whether the `withInjected` that opened this has returned. Relaxed: only messages depend on it.
  private let storedHasEnded = Atomic(false)

  private init(
    _ opening: consuming Opening,
    in outer: Place?,
    age: UInt64 = 0,
    isDraft: Bool = true
  ) {
    let isPlain = opening.watch == nil
    isInRoot = outer == nil && opening.depth > 0
    plainOuterScope = outer?.unretainedIfPlain
    (storedOpening, openedBy, self.outer) = (opening, outer?.opener, outer)
    storedAge = Atomic(age)
    isFinished = Atomic(!isDraft)
    super.init(isPlain: isPlain)
  }

  /// The root of a container.
  package convenience init(
    rootOf container: Container,
    at source: SourceLine = .unknown,
    named name: String? = nil
  ) {
    let isOfProcess = container === Container.process
    let watch = container.observer.map { WatchOfPlace(observers: [$0]) }
    // Not in the first root, which isn't changed.
    let memory =
      isOfProcess && source.isKnown ? ProcessRoot.unretained.use { $0.memory } : nil
    let opening = Opening(
      ownContainer: isOfProcess ? nil : container,
      depth: 0,
      source: source,
      name: name,
      extras: watch == nil && memory == nil ? nil : Extras(watch: watch, processMemory: memory)
    )
    self.init(opening, in: nil)
  }

  /// The process's root with what a draft says.
  convenience init(rootSaying draft: Scope, memory: Memory) {
    self.init(draft.storedOpening.with(nil), in: nil, isDraft: false)
    overrides = draft.overrides
    _ = storedMemory.set(memory)
  }

  /// A scope inside a place; `nil` is the process's root.
  package convenience init(in place: Place?, at source: SourceLine, named name: String? = nil) {
    let outer = place?.asOuter
    // `nil` is the process's root.
    let (container, depth) = outer?.containerAndDepth ?? (nil, 0)
    let opening = Opening(
      ownContainer: container,
      depth: depth + 1,
      source: source,
      name: name,
      extras: outer?.storedWatch.map { Extras(watch: $0) }
    )
    self.init(opening, in: outer)
  }

  /// What another scope says, opened once more inside a home beside it.
  convenience init(reopening layer: Layer, homeDepths: Range<Int>, in outer: Place, age: UInt64) {
    let (container, depth) = outer.containerAndDepth
    let extras = Extras(
      watch: outer.storedWatch,
      original: layer,
      beside: (Home(leadingTo: layer), homeDepths)
    )
    let opening = Opening(
      ownContainer: container,
      depth: depth + 1,
      source: layer.source,
      name: layer.name,
      extras: extras
    )
    self.init(opening, in: outer, age: age, isDraft: false)
    overrides = layer.overrides
  }

  /// A scope that says nothing inside a pair of others, which it holds.
  convenience init(holding places: (kept: Place, here: Place), in pair: Place) {
    let known = pair.opening
    let opening = Opening(
      ownContainer: known.ownContainer,
      depth: known.depth + 1,
      source: known.source,
      name: known.name,
      extras: Extras(watch: pair.storedWatch, held: places)
    )
    self.init(opening, in: pair, age: Platform.now, isDraft: false)
  }

  deinit {
    storedLayer.unretained?.use { $0.revokeMemory() }
    if outer == nil { return }
    // Overrides and defaults are released first: what they hold may be the next place, too.
    var next = outer.take()
    overrides = Overrides()
    _ = (storedMemory.take(), storedLayer.take())
    // In a loop, which holds the next place when one is released: a chain may be longer than a stack
    // is deep.
    while isKnownUniquelyReferenced(&next) { next = next?.takeOuter() }
  }

  override func takeOuter() -> Place? { outer.take() }

  // MARK: What it said, and where it leads

  package override var opening: Opening { storedOpening }
  var depth: Int { storedOpening.depth }
  override var containerAndDepth: (Container?, Int) { (storedOpening.ownContainer, depth) }
  /// When the scope was opened, without regard to a build whose code has opened it.
  package var ownAge: UInt64 { storedAge.load(ordering: .relaxed) }
  override var storedWatch: Watch? { storedOpening.watch }
  /// The same for other modules.
  package var allOverrides: Overrides { overrides }
  override var asScope: Scope? { self }
  override var opener: Home? { openedBy?.runningHome }
  // Safe: who uses it holds this.
  override var unretainedIfPlain: Unretained<Scope>? { isPlain ? unsafe Unretained(self) : nil }
  override var leadsToProcess: Bool { storedOpening.isOutermostOfProcess }
  /// Whether nothing must be told of reads, since the build that opened the scope is over.
  private var isQuiet: Bool { storedOpening.watch?.isQuiet == true }

  override func quickFind(_ key: KeyID) -> Unretained<Entry>? {
    if isPlain { return find(plainly: key) }
    return isQuiet ? unretainedMemory?.use { $0.remembered[key.address] } : nil
  }

  override func quickSide(of home: Place) -> Side {
    isPlain ? home.quickSide(from: self) : .unknown
  }

  override func quickSide(from current: Scope) -> Side {
    isPlain ? current.plainSide(of: self) : .unknown
  }

  // Without a layer, nothing was searched here yet.
  override func findKept(_ key: KeyID) -> Entry? {
    isPlain || isQuiet ? knownLayer?.use { $0.findKept(key) } : nil
  }

  @inline(never)
  override func remember(_ entry: Entry) {
    if isPlain || isQuiet, !isDraft { _ = memory.remembered.insert(entry, as: entry.id.address) }
  }

  override func unheld() -> Place? { leadsToProcess ? nil : Home(leadingTo: layer()) }

  /// The next scope outwards, if that is plain, too.
  @inline(__always)
  var plainOuter: Unretained<Scope>? {
    plainOuterScope ?? (isInRoot ? ProcessRoot.unretained : nil)
  }

  override func didEnd() {
    storedHasEnded.store(true, ordering: .relaxed)
    storedLayer.unretained?.use { $0.didEnd() }
  }

  // MARK: A draft

  override var isDraft: Bool { !isFinished.load(ordering: .relaxed) }

  // What was built in a draft may be in use elsewhere.
  override var takesOverrides: Bool {
    isDraft && storedLayer.unretained == nil && storedMemory.unretained == nil
  }

  override var isDraftOfCaptured: Bool { isDraft && !storedOpening.source.isKnown }

  // Taken out meanwhile, so that the optimizer sees that accesses don't overlap, and checks none.
  override func add(_ override: consuming Entry) {
    var changed = overrides
    overrides = Overrides()
    changed.add(override)
    overrides = changed
  }

  @discardableResult
  override func finish() -> Place? {
    if !isDraft { return super.finish() }
    // Captured values may be entered by several threads at once.
    if isDraftOfCaptured, isFinished.exchange(true, ordering: .relaxed) { return nil }
    isFinished.store(true, ordering: .relaxed)
    setAge()
    for observer in storedOpening.watch?.observers ?? [] { observer.didOpen(self) }
    return nil
  }

  private func setAge() {
    if storedAge.load(ordering: .relaxed) == 0 {
      storedAge.store(Platform.now, ordering: .relaxed)
    }
  }

  /// Whether this sets up a new root of the process.
  var isOfNewRoot: Bool { storedOpening.extras?.processMemory != nil }

  /// A copy of this draft with one more override, where something else holds this one or a default
  /// stands on the key.
  ///
  /// - Parameter other: What takes the place of this one's overrides.
  func copy(_ other: Overrides? = nil, adding override: Entry? = nil) -> Scope {
    let copy = Scope(storedOpening, in: outer)
    copy.overrides = other ?? overrides
    if let override { copy.add(override) }
    // The value is lent to one of them.
    unsafe (copy.lent, lent) = (lent, nil)
    (copy.answer, answer) = (answer, nil)
    for entry in knownMemory?.all ?? [] where override.map({ !entry.mayChange(with: $0) }) ?? true {
      _ = copy.memory.keep(entry)
    }
    return copy
  }

  // MARK: What is kept

  /// The memory without counting a reference, if there is one.
  @inline(__always)
  var unretainedMemory: Unretained<Memory>? { storedMemory.unretained }

  var knownMemory: Memory? { storedMemory.value }

  @inline(never)
  var memory: Memory { storedMemory.value ?? storedMemory.set(Memory()) }

  /// The layer without counting a reference, if there is one.
  @inline(__always)
  var knownLayer: Unretained<Layer>? { storedLayer.unretained }

  /// The layer, which stays while the caller holds this.
  var unretainedLayer: Unretained<Layer> { storedLayer.unretained ?? makeLayer() }

  package override func layer() -> Layer { unretainedLayer.object }

  @inline(never)
  private func makeLayer() -> Unretained<Layer> {
    // From outside in, since a chain may be longer than a stack is deep. A draft with a layer takes
    // no more overrides.
    var missing: [Scope] = []
    var next = outer?.nextScope
    while let scope = next, scope.knownLayer == nil {
      missing.append(scope)
      next = scope.outer?.nextScope
    }
    for scope in missing.reversed() { _ = scope.storedLayer.set(scope.newLayer) }
    return storedLayer.setUnretained(newLayer)
  }

  /// A layer, where the one outside is there.
  private var newLayer: Layer {
    setAge()
    let home = outer?.runningHome
    return Layer(
      storedOpening,
      overrides,
      in: home != nil || outer?.leadsToProcess == true ? nil : outer?.layer(),
      orIn: home,
      openedBy: openedBy,
      age: ownAge,
      memory: memory,
      hasEnded: storedHasEnded.load(ordering: .relaxed)
    )
  }
}
