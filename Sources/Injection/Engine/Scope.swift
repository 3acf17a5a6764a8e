import Synchronization

/// The overrides of one `withInjected`, and the defaults built from them.
@usableFromInline
@safe
package final class Scope: Place, @unchecked Sendable {
  // Unchecked because of what changes: overrides while this is a draft that nothing else
  // holds, `outer` when nothing holds this any more.

  package let container: Container
  /// The place in which this was opened. `nil` is the process's root. A container's root has none.
  private(set) var outer: Place?
  /// How many scopes lie outside.
  package let depth: Int
  /// The place outside, if both are plain scopes: not retained, since this holds it.
  private let plainOuterScope: Unmanaged<Scope>?
  /// Whether the process's root is what lies outside.
  private let isInRoot: Bool
  /// Where it was opened.
  package let place: SourcePlace
  package let name: String?
  /// Not checked for exclusive access: it changes only while this is a draft that nothing shares.
  @exclusivity(unchecked) private var storedOverrides: Overrides
  @inline(__always) package var overrides: Overrides { unsafe storedOverrides }
  /// A value that is about to be written through a key path.
  private(set) var pending: Entry?
  /// Tells scopes apart.
  let identity: UInt
  /// Tells apart what was said, and which of two was said first.
  package let number: UInt
  private let storedLayer = Lazy<Layer>()
  private let ownMemory = Lazy<Memory>()
  /// The part that only scopes opened in a build have.
  let opening: Opening?
  /// Relaxed: see `isDraft`.
  private let isFinished: Atomic<Bool>
  /// Whether an operation in this has ended. Relaxed: only messages depend on it.
  private let operationHasEnded = Atomic(false)

  private static let lastNumber = Atomic<UInt>(0)

  private init(
    in outer: Place?,
    _ outerScope: Scope?,
    _ container: Container,
    at place: SourcePlace,
    named name: String? = nil,
    number: UInt? = nil,
    _ overrides: Overrides = Overrides(),
    opening: Opening? = nil,
    isDraft: Bool = true
  ) {
    isFinished = Atomic(!isDraft)

    self.outer = outer
    self.container = container
    self.place = place
    self.name = name
    unsafe storedOverrides = overrides
    self.opening = opening
    depth = outerScope.map { $0.depth + 1 } ?? 0
    // Relaxed: a scope that is opened in another one has the greater number.
    identity = Self.lastNumber.add(1, ordering: .relaxed).newValue
    self.number = number ?? identity
    isInRoot = outer == nil && outerScope != nil
    let isNextPlain = outer?.isPlain == true
    unsafe plainOuterScope = isNextPlain ? outerScope.map { unsafe .passUnretained($0) } : nil
    super.init(
      isPlain: container.observer == nil && opening?.openedBy == nil
        && (isNextPlain || outer?.runningBuild == nil)
    )
  }

  /// The root of a container.
  package convenience init(
    rootOf container: Container,
    at place: SourcePlace = .unknown,
    named name: String? = nil
  ) {
    self.init(in: nil, nil, container, at: place, named: name)
  }

  /// A scope inside a place; `nil` is the process's root.
  package convenience init(in place: Place?, at source: SourcePlace, named name: String? = nil) {
    let openedBy = BuildPlace.innermost
    // The same as below, with half of the references counted.
    if openedBy == nil, place?.isPlain != false {
      let scope = place?.scope ?? ProcessRoot.current
      self.init(in: place, scope, scope.container, at: source, named: name)
      return
    }
    // A scope opened in an ended build lies in the scope that keeps its value, unless the build
    // only leads there and must not hold it.
    var outer = place
    if let build = place?.asBuildPlace, !build.isLink, build.build == nil {
      outer = build.scope.asOuter
    }
    let scope = outer?.scope ?? ProcessRoot.current
    let buildPlace = outer?.buildPlace
    let opening =
      buildPlace == nil && openedBy == nil ? nil : Opening(in: buildPlace, by: openedBy)
    self.init(in: outer, scope, scope.container, at: source, named: name, opening: opening)
  }

  /// What a layer says, once more: after its scope has gone, or in a home beside.
  ///
  /// - Parameter home: Depths of the scopes that only a home beside has.
  convenience init(
    _ layer: Layer,
    in outer: Place?,
    beside home: Range<Int>? = nil,
    age: UInt? = nil
  ) {
    let openedBy = home == nil ? layer.openedBy : nil
    let buildPlace = outer?.buildPlace
    let hasOpening = home != nil || buildPlace != nil || openedBy != nil
    let opening =
      hasOpening
      ? Opening(
        in: buildPlace,
        by: openedBy,
        age: age ?? layer.ownAge,
        beside: home.map { Beside(layer, home: $0) }
      ) : nil
    let scope = layer.isRoot && home == nil ? nil : outer?.scope ?? ProcessRoot.current
    self.init(
      in: outer,
      scope,
      scope?.container ?? layer.container,
      at: layer.place,
      named: layer.name,
      number: layer.number,
      layer.overrides,
      opening: opening,
      isDraft: false
    )
  }

  deinit {
    // Overrides go first: their objects are at home outside, which is held until then.
    unsafe storedOverrides = Overrides()
    // In a loop, which holds the next scope when one goes: a chain may be longer than the stack.
    var next = outer.take()
    while isKnownUniquelyReferenced(&next), let scope = next?.asScope { next = scope.outer }
  }

  // MARK: The chain

  package override var scope: Scope { self }
  override var asScope: Scope? { self }
  override var buildPlace: BuildPlace? { opening?.buildPlace }
  override func quickFind(_ key: KeyID) -> Unmanaged<Entry>? {
    unsafe isPlain ? find(plainly: key) : nil
  }

  override func quickSight(of home: Place) -> Sight {
    // Safe to cast: what is plain is a scope.
    unsafe isPlain && home.isPlain ? plainSight(of: unsafeDowncast(home, to: Scope.self)) : .unknown
  }

  override var leadsToProcess: Bool { depth == 0 && container === Container.process }

  /// This, as a scope's outer place.
  var asOuter: Place? { leadsToProcess ? nil : self }

  /// The next scope outwards.
  package var outerScope: Scope? { outer?.scope ?? (depth == 0 ? nil : ProcessRoot.current) }

  /// Whether this says once more what a scope beside says.
  package var isOpenTwice: Bool { opening?.beside != nil }

  /// The next scope outwards, if that is plain, too.
  @inline(__always)
  var plainOuter: Unmanaged<Scope>? {
    unsafe plainOuterScope ?? (isInRoot ? ProcessRoot.unretained : nil)
  }

  /// This scope and those outside.
  package var chain: some Sequence<Scope> { sequence(first: self, next: \.outerScope) }

  /// The scope of this chain at a depth.
  package func scope(atDepth depth: Int) -> Scope {
    var scope = self
    while scope.depth > depth { scope = scope.outerScope! }
    return scope
  }

  package var root: Scope { scope(atDepth: 0) }

  func isInside(_ other: Scope) -> Bool {
    if container !== other.container || depth < other.depth { return false }
    // Safe not to retain: each scope holds the next one, and the caller this one.
    var scope = unsafe Unmanaged.passUnretained(self)
    for _ in other.depth..<depth {
      guard let outer = unsafe scope._withUnsafeGuaranteedRef({ unsafe $0.plainOuter }) else {
        return self.scope(atDepth: other.depth) === other
      }
      unsafe scope = outer
    }
    return unsafe scope._withUnsafeGuaranteedRef { $0 === other }
  }

  /// The youngest scope of this chain that overrides one of some keys, or else the root.
  func standing(on keys: KeySet) -> Scope {
    var scope = self
    while !scope.overrides.containsAny(of: keys), let outer = scope.outerScope { scope = outer }
    return scope
  }

  /// The greater, the younger. What a build opens is as old as the scope that keeps its value.
  var age: UInt { opening?.openedBy?.age ?? ownAge }
  var ownAge: UInt { opening?.ownAge ?? number }

  /// Whether an operation here has ended: an object at home here has outlived it.
  var hasEnded: Bool { operationHasEnded.load(ordering: .relaxed) }
  override func didEndOperation() { operationHasEnded.store(true, ordering: .relaxed) }

  // MARK: A draft

  /// Whether this still takes overrides.
  var isDraft: Bool { !isFinished.load(ordering: .relaxed) }

  override func take(_ override: Entry) -> Bool {
    // What was built in this may be in use elsewhere.
    if !isDraft || knownMemory != nil { return false }
    unsafe storedOverrides.add(override)
    return true
  }

  /// Ends the changes.
  func finish() {
    isFinished.store(true, ordering: .relaxed)
    container.observer?.didOpen(self)
  }

  func wait(for pending: Entry?) { self.pending = pending }

  /// The same draft with one more override, if something else holds this one or stands on what was
  /// overridden before.
  func copy(adding override: Entry? = nil) -> Scope {
    let copy = Scope(
      in: outer,
      depth == 0 ? nil : outerScope,
      container,
      at: place,
      named: name,
      overrides,
      opening: opening?.copy
    )
    copy.pending = pending
    if let override { _ = copy.take(override) }
    for entry in kept where override.map({ !entry.stands(on: $0.id) }) ?? true {
      _ = copy.memory.keep(entry)
    }
    return copy
  }

  // MARK: What is kept

  /// The memory of a plain scope: not retained, since this holds it.
  @inline(__always)
  var plainMemory: Unmanaged<Memory>? { unsafe ownMemory.unretained }

  var knownMemory: Memory? { ownMemory.value ?? opening?.lentMemory }

  var memory: Memory {
    if let own = ownMemory.value { return own }
    if let opening, let memory = opening.memory(of: self) { return memory }
    return ownMemory.set(Memory())
  }

  /// A root that says what a draft says, and keeps what that and another one keep.
  convenience init(root draft: Scope, adding other: Scope) {
    self.init(
      in: nil,
      nil,
      draft.container,
      at: draft.place,
      draft.overrides,
      isDraft: false
    )
    _ = ownMemory.set(other.memory)
    for entry in draft.kept { _ = memory.keep(entry) }
  }

  var layer: Layer {
    if let known = storedLayer.value { return known }
    // More may follow.
    if isDraft { return Layer(self) }
    // From outside in, since a chain may be longer than a stack is deep.
    let missing = chain.prefix { $0.storedLayer.value == nil && !$0.isDraft }
    for scope in missing.reversed() {
      _ = scope.storedLayer.set(Layer(scope))
    }
    return storedLayer.value!
  }
}
