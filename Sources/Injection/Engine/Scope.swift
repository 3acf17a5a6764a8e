import Synchronization

/// The overrides of one `withInjected`, and the defaults built from them.
@usableFromInline
@safe
package final class Scope: Place, @unchecked Sendable {
  // Unchecked because of what changes: `said` and `pending` while this is a draft that no other
  // thread uses, `outer` when nothing holds this any more.

  /// The place in which this was opened. `nil` in a root, and where the process's root is outside.
  private(set) var outer: Place?
  /// The scope outside, if `outer` is that and it is plain.
  private let plainOuterScope: Unretained<Scope>?
  /// Whether the process's root is what lies outside.
  private let isInRoot: Bool
  private(set) var said: Said
  /// A value that is about to be written through a key path.
  private(set) var pending: Entry?
  /// Tells scopes apart; the same for all instances of one scope.
  let identity: UInt
  private let storedLayer = Lazy<Layer>()
  private let storedMemory = Lazy<Memory>()
  /// Only some scopes have one.
  let origin: Origin?
  /// Relaxed: the draft ends before its scope is passed to other threads.
  private let isFinished: Atomic<Bool>
  /// Whether an operation in this has ended. Relaxed: only messages depend on it.
  private let operationHasEnded = Atomic(false)

  /// - Parameter container: The container of a root; `nil` is the process's.
  private init(
    in outer: Place?,
    _ outerScope: Scope?,
    at source: SourceLine,
    named name: String?,
    _ origin: Origin? = nil,
    container: Container? = nil,
    isRoot: Bool = false,
    isDraft: Bool = true
  ) {
    let container = isRoot ? container : outerScope?.said.container
    let isNextPlain = outer?.isPlain == true
    let isPlain =
      container?.observer == nil && origin?.openedBy == nil
      && (isNextPlain || outer?.runningBuild == nil)
    isFinished = Atomic(!isDraft)
    identity = Said.newNumber
    let depth = isRoot ? 0 : (outerScope?.depth ?? 0) + 1
    said = Said(container: container, depth: depth, source: source, name: name, number: identity)
    self.outer = outer
    self.origin = origin
    isInRoot = outer == nil && !isRoot
    // Safe: this holds it.
    plainOuterScope = isNextPlain ? outerScope.map { unsafe Unretained($0) } : nil
    super.init(isPlain: isPlain)
  }

  /// The root of a container.
  package convenience init(
    rootOf container: Container,
    at source: SourceLine = .unknown,
    named name: String? = nil
  ) {
    let container = container === Container.process ? nil : container
    self.init(in: nil, nil, at: source, named: name, container: container, isRoot: true)
  }

  /// A scope inside a place; `nil` is the process's root.
  package convenience init(in place: Place?, at source: SourceLine, named name: String? = nil) {
    let openedBy = IndirectPlace.innermost
    var outer = place
    // If the place's build is over, the new scope lies in the one that keeps the value.
    if let place = place?.asIndirectPlace, place.isOver { outer = place.scope.asOuter }
    // What a build opens may be kept by the scope in which it lies, and doesn't hold that.
    if openedBy != nil, let scope = outer?.asScope { outer = scope.unheld }
    let origin = Origin.inside(outer, by: openedBy)
    // Not the process's root, which would be counted.
    self.init(in: outer, outer?.scope, at: source, named: name, origin)
  }

  /// What another scope says, opened again inside a home beside it.
  convenience init(
    reopening scope: Scope,
    in outer: Place,
    _ outerScope: Scope,
    _ reopening: Reopening,
    birth: UInt
  ) {
    let origin = Origin.inside(outer, ownBirth: birth, reopening: reopening)
    let (source, name) = (scope.source, scope.name)
    self.init(in: outer, outerScope, at: source, named: name, origin, isDraft: false)
    said.overrides = scope.overrides
    said.number = scope.number
  }

  /// The scope of a layer again: with its memory the same scope, without it one that says the same.
  init(_ layer: Layer, memory: Memory?) {
    outer = layer.outerPlace
    plainOuterScope = nil
    isInRoot = outer == nil && layer.said.depth > 0
    said = layer.said
    identity = layer.identity
    origin =
      memory == nil
      ? .inside(layer.origin?.indirectPlace, ownBirth: layer.ownBirth) : layer.origin
    isFinished = Atomic(true)
    super.init(isPlain: layer.isPlain)
    if let memory {
      _ = (storedMemory.set(memory), storedLayer.set(layer))
    } else {
      didEndOperation()
    }
  }

  deinit {
    if !isKnownUniquelyReferenced(&outer) { return }
    // Overrides are released first: the home of their objects is outside, and held until then.
    said.overrides = Overrides()
    // In a loop, which holds the next place when one is released: a chain may be longer than a stack
    // is deep.
    var next = outer.take()
    while isKnownUniquelyReferenced(&next) { next = next?.heldPlace }
  }

  // MARK: What it said, and where it leads

  package var container: Container { said.container ?? .process }
  package var isOfProcess: Bool { said.container == nil }
  var context: InjectionContext { said.container?.context ?? .ofThisProcess }
  /// How many scopes lie outside.
  package var depth: Int { said.depth }
  /// Where it was opened.
  package var source: SourceLine { said.source }
  package var name: String? { said.name }
  package var overrides: Overrides { said.overrides }
  /// Tells apart what was said, and which of two was said first.
  package var number: UInt { said.number }

  package override var scope: Scope { self }
  override var asScope: Scope? { self }
  override var heldPlace: Place? { outer }
  override var indirectPlace: IndirectPlace? { origin?.indirectPlace }
  override func quickFind(_ key: KeyID) -> Unretained<Entry>? {
    isPlain ? find(plainly: key) : nil
  }

  override func quickSight(of home: Place) -> Sight {
    isPlain ? home.quickSight(from: self) : .unknown
  }

  override func quickSight(from current: Scope) -> Sight {
    isPlain ? current.plainSight(of: self, identity, depth, birth) : .unknown
  }

  override var leadsToProcess: Bool { depth == 0 && isOfProcess }

  /// This, as a scope's outer place.
  var asOuter: Place? { leadsToProcess ? nil : self }

  /// A place that leads here and doesn't hold this; `nil` for the process's root.
  var unheld: IndirectPlace? { leadsToProcess ? nil : IndirectPlace(leadingTo: layer) }

  /// Whether this is another scope, opened again in a home.
  package var isReopened: Bool { origin?.reopening != nil }

  /// The next scope outwards, if that is plain, too.
  @inline(__always)
  var plainOuter: Unretained<Scope>? {
    plainOuterScope ?? (isInRoot ? ProcessRoot.unretained : nil)
  }

  /// The younger of two scopes has the greater number. What a build opens is as old as the scope
  /// that keeps it.
  var birth: UInt { origin?.openedBy?.birth ?? ownBirth }
  var ownBirth: UInt { origin?.ownBirth ?? number }

  /// Whether an operation here has ended, which an object at home here has then outlived.
  var hasEnded: Bool {
    operationHasEnded.load(ordering: .relaxed) || unretainedMemory?.use { $0.scopeHasEnded } == true
  }

  override func didEndOperation() {
    operationHasEnded.store(true, ordering: .relaxed)
    unretainedMemory?.use { $0.didEndScope() }
  }

  // MARK: A draft

  /// Whether this still takes overrides.
  var isDraft: Bool { !isFinished.load(ordering: .relaxed) }

  // What was built in a draft may be in use elsewhere.
  override var takesOverrides: Bool { isDraft && unretainedMemory == nil }

  override var isDraftOfCaptured: Bool { isDraft && !said.source.isKnown }

  // Taken out meanwhile, so that the optimizer sees that accesses don't overlap, and checks none.
  override func add(_ override: consuming Entry) {
    var overrides = said.overrides
    said.overrides = Overrides()
    overrides.add(override)
    said.overrides = overrides
  }

  @discardableResult
  override func finish() -> Place? {
    if !isDraft { return nil }
    isFinished.store(true, ordering: .relaxed)
    said.container?.observer?.didOpen(self)
    return origin == nil ? nil : forCode
  }

  func setPending(_ value: Entry) { pending = value }

  func takePending() -> Entry? { pending.take() }

  /// A copy of this draft with one more override, where something else holds this one or a default
  /// stands on the key.
  ///
  /// - Parameter overrides: What takes the place of this one's overrides.
  func copy(_ overrides: Overrides? = nil, adding override: Entry? = nil) -> Scope {
    let copy = Scope(
      in: outer,
      outer?.scope,
      at: source,
      named: name,
      origin,
      container: said.container,
      isRoot: depth == 0
    )
    copy.said.overrides = overrides ?? self.overrides
    if let override { copy.add(override) }
    copy.pending = pending
    for entry in kept where override.map({ !entry.stands(on: $0.id) }) ?? true {
      _ = copy.keep(entry)
    }
    return copy
  }

  /// The place for the code that opens this scope. The value of a build must not hold the scope,
  /// which may keep what is built from that value.
  var forCode: Place {
    guard let build = origin?.openedBy?.build else { return self }
    let place = IndirectPlace(leadingTo: layer)
    build.addOpened(self, seenIn: place)
    return place
  }

  // MARK: What is kept

  /// The memory without counting a reference, if there is one.
  @inline(__always)
  var unretainedMemory: Unretained<Memory>? { storedMemory.unretained }

  var knownMemory: Memory? { storedMemory.value }

  @inline(never)
  var memory: Memory { storedMemory.value ?? storedMemory.set(Memory()) }

  /// Keeps a default, unless its key has one. Returns the one that stays.
  func keep(_ entry: Entry) -> Entry {
    unretainedMemory?.use { $0.keep(entry) } ?? memory.keep(entry)
  }

  /// Keeps what another scope keeps.
  func keep(allOf other: Scope) { for entry in other.kept { _ = keep(entry) } }

  var layer: Layer {
    if let known = storedLayer.value { return known }
    // From outside in, since a chain may be longer than a stack is deep. A draft with a layer takes
    // no more overrides, since it has a memory, too.
    let missing = chain.prefix { $0.storedLayer.value == nil }
    for scope in missing.reversed() {
      _ = scope.storedLayer.set(Layer(scope))
    }
    return storedLayer.value!
  }
}
