import Synchronization

/// What one `withInjected` said, and what lies outside of it. Or a *pair*, which has no overrides:
/// of each key it says what the current layer or the home says, the inner one. Or what *leads* to
/// another layer.
///
/// Values that a layer keeps may hold it, and it holds them only until its scope goes.
package final class Layer: @unchecked Sendable {
  // Unchecked: the overrides and `collectionBirth` change in a draft that no other thread uses,
  // `home` when nothing holds the layer any more. `earlier` is used by the thread of a build's code
  // only, and `words` says how.

  /// What this says.
  enum Kind: UInt8 {
    /// Says what one `withInjected` has said.
    case said
    /// The same, in a draft of which an earlier part lies outside.
    case rest
    /// Says what the layer outside says.
    case leading
    /// Says what the layer outside, which is the current one, and the home say.
    case pair
    /// That of a build's own scope. It says what its code has read.
    case ofBuild
  }

  // What a read looks at comes first, and lies together.

  /// `nil` is the process's, so that no shared reference is counted.
  package let ownContainer: Container?
  /// Greater than that of all layers outside.
  package let depth: Int
  // Internal and without a key path, so that the optimizer sees all accesses and checks none.
  private(set) var overrides: Overrides
  /// `nil` in a root, and where the process's root is outside. Of a pair, the current one. Of a
  /// build's own layer, what others than its code see: what the value stands on, as far as that is
  /// known.
  let outer: AtomicReference<Layer>
  /// What is kept here until the scope goes.
  let revocableCache = Revocable<Cache>()
  /// The bits of the keys whose defaults are kept here.
  //
  // Relaxed: who may read a default was told of it, or builds it again and gets the kept one.
  private let keptBits: Atomic<UInt64>
  /// Whether this is the root for the layers inside: the process's, or a test's, or a draft of it,
  /// which may lie in an earlier part.
  package let isRoot: Bool
  /// Whether there is no pair in the chain, and no own layer of a build.
  let isLinear: Bool
  /// Whether the scope of this holds the next one, and that is plain, too.
  let isOuterPlain: Bool
  // A number: see `Scope.storedKind`.
  private let storedKind: UInt8
  /// Whether the values of the root have been set. Relaxed: a singleton that another thread reads
  /// meanwhile may be a default like others.
  private let storedIsSetUp = Atomic(false)
  /// Whether the `withInjected` that opened the scope has returned. Relaxed: only messages depend
  /// on it.
  private let storedHasEnded = Atomic(false)
  /// The build, if this is its own layer.
  let build: Build?
  /// The build whose code opened the scope, or made what leads here.
  let opener: Build?
  /// Of a pair.
  private(set) var home: Optional<Layer>
  /// The bits of what is overridden outside, below the root; all bits where that may change.
  private let outerBits: UInt64
  /// The root of a chain that is linear, if that isn't the process's: see `fixedRoot`.
  let storedRoot: Unretained<Layer>?
  /// Of a build's own layer, what was seen there before: other threads may still read these layers.
  private var earlier: Optional<[Layer]>
  /// Of a build's own layer, what its code has read of a view that isn't linear; afterwards only if
  /// others see something else outside. The code's thread changes it before the build is over.
  /// Others look under the build's lock, with which it changes, and without it afterwards.
  var words: Optional<[Found]>
  /// When the draft was first used, or ended. Without regard to a build whose code has opened it.
  /// Relaxed: only the number counts.
  private let storedBirth = Atomic<UInt64>(0)
  /// The last birth outside, or 0.
  private let outerBirth: UInt64
  /// That of the collection that keeps the scope, or 0. Set in the draft.
  var collectionBirth: UInt64
  package var isOfCollection: Bool { collectionBirth > 0 }
  /// Where the scope was opened.
  package let source: SourceLine
  package let name: String?

  init(
    _ kind: Kind = .said,
    in outer: Layer?,
    beside home: Layer? = nil,
    _ source: SourceLine = .unknown,
    _ name: String? = nil,
    rootOf container: Container? = nil,
    depth: Int? = nil,
    isOuterPlain: Bool = false,
    of build: Build? = nil,
    openedBy opener: Build? = nil
  ) {
    let isOfProcess = container === Container.process
    ownContainer = isOfProcess ? nil : container ?? outer?.ownContainer ?? home?.ownContainer
    isRoot = container != nil
    // A new root of the process may have the cache of the one before.
    keptBits = Atomic(isOfProcess ? .max : 0)
    // A draft of the process's root lies in the one before.
    let isOutermost = isRoot && outer == nil && !isOfProcess
    self.depth = depth ?? (isOutermost ? 0 : max(outer?.depth ?? 0, home?.depth ?? 0) + 1)
    (self.source, self.name, self.home) = (source, name, home)
    (self.isOuterPlain, storedKind) = (isOuterPlain, kind.rawValue)
    (self.build, self.opener, earlier, words) = (build, opener, nil, nil)
    (overrides, collectionBirth) = (Overrides(), 0)
    isLinear = kind != .pair && kind != .ofBuild && outer?.isLinear != false
    let ofRoot = kind == .rest && isRoot ? outer!.overrides.keyBits : 0
    outerBits = kind != .ofBuild ? (outer?.chainBits ?? 0) | (home?.chainBits ?? 0) | ofRoot : .max
    outerBirth = max(outer?.lastBirth ?? 0, home?.lastBirth ?? 0)
    // Safe: the chain holds it.
    storedRoot = outer.flatMap { $0.isRoot ? unsafe Unretained($0) : $0.storedRoot }
    // Last, so that the reference is counted once.
    self.outer = AtomicReference(outer)
  }

  /// What leads to another layer.
  convenience init(leadingTo layer: Layer) {
    let opener = Scope.currentBuild?.receiver
    self.init(.leading, in: layer.orNone, layer.source, layer.name, openedBy: opener)
  }

  deinit {
    // In a loop: a chain may be longer than a stack is deep.
    var homes: [Layer] = []
    var next = takeOuter(&homes)
    while true {
      while isHeldHereOnly(&next) { next = next?.takeOuter(&homes) }
      guard let home = homes.popLast() else { return }
      next = home
    }
  }

  private func takeOuter(_ homes: inout [Layer]) -> Layer? {
    if let home = home.take() { homes.append(home) }
    return outer.take()
  }

  var isRest: Bool { storedKind == Kind.rest.rawValue }
  var isLeading: Bool { storedKind == Kind.leading.rawValue }
  var isPair: Bool { storedKind == Kind.pair.rawValue }

  @inline(never) package var container: Container { ownContainer ?? .process }
  @inline(never) package var context: InjectionContext { ownContainer?.context ?? .ofThisProcess }
  package var isOfProcess: Bool { ownContainer == nil }
  /// Whether this is the process's root, or a draft of it.
  var isOutermostOfProcess: Bool { isRoot && ownContainer == nil }
  /// Whether this is the process's root, and no draft of a new one.
  var isProcessRoot: Bool { depth == 0 && ownContainer == nil }

  /// Whether this is a draft of the process's root that was set.
  var isReplaced: Bool { isOutermostOfProcess && hasEnded }

  /// All parts of a root are one: those that `bootstrap` sets become the process's root.
  @inline(never) var depthInRecords: Int { isRoot ? 0 : depth }

  /// This, or `nil` if it is the process's root.
  var orNone: Layer? { isOutermostOfProcess ? nil : self }

  /// The bits of what is overridden here and outside, below the root; all bits where that may
  /// change. A later part of the root counts: another side of a pair may lie in the first one only.
  var chainBits: UInt64 { isRoot && !isRest ? outerBits : outerBits | overrides.keyBits }
  /// The overrides, for other modules.
  package var allOverrides: Overrides { overrides }
  /// The same, with those of the earlier parts.
  package var overridesOfParts: Overrides { Self.overrides(of: parts) }
  /// The overrides of several layers, from the innermost on.
  @inline(never) private static func overrides(of layers: [Layer]) -> Overrides {
    var all = Overrides()
    for layer in layers.reversed() { for entry in layer.overrides.all { all.add(entry) } }
    return all
  }
  /// This layer, and those of the earlier parts of the same draft, from the innermost on.
  package var parts: [Layer] {
    var parts = [self]
    while parts.last!.isRest { parts.append(parts.last!.shown) }
    return parts
  }

  /// Sets the birth, at the end of the draft or when something relies on it before.
  func setBirth() {
    if ownBirth > 0 { return }
    _ = storedBirth.compareExchange(expected: 0, desired: Moment.next(), ordering: .relaxed)
  }

  /// What others than the code of this layer's build see from now on.
  func lead(to layer: Layer) {
    // The process's root may be replaced.
    if layer.isOutermostOfProcess || outer.unretained?.use({ $0 === layer }) == true { return }
    if let old = outer.exchange(with: layer) { earlier = (earlier ?? []) + [old] }
  }

  /// The last birth here or outside. What lies outside of a build's own layer grows inwards.
  var lastBirth: UInt64 {
    build != nil ? unretainedShown?.use { $0.lastBirth } ?? 0 : max(ownBirth, outerBirth)
  }

  /// What is older comes first. Of those that are as old as what keeps a value, since its code has
  /// opened them, the one that was opened first is older, and then the outer one.
  typealias Age = (birth: UInt64, last: UInt64, depth: Int)
  @inline(never) var age: Age { (birth, lastBirth, depth) }

  /// Whether this is just another way to a layer.
  var leads: Bool { isLeading || build != nil }

  /// Whether this leads somewhere, and not for what a build's code has made.
  var leadsForNoBuild: Bool { isLeading && opener == nil }

  /// See `storedBirth`.
  package var ownBirth: UInt64 { storedBirth.load(ordering: .relaxed) }

  /// What a build opens, or makes to lead somewhere, is as old as what keeps the build's value, also
  /// if that is weak: something old may hold it. A kept scope is as old as its collection: what is
  /// built from it and from a younger scope, in which it is entered, goes with the latter.
  @inline(never) var birth: UInt64 {
    if let own = sureBirth { return own }
    // What says nothing is as old as what lies outside, and a pair as its younger side. The process's
    // root is older than any.
    var (birth, rest, pairs): (UInt64, [Layer], [Layer]) = (0, [self], [])
    while let layer = rest.popLast() {
      if let sure = layer.sureBirth {
        birth = max(birth, sure)
      } else if let home = layer.home {
        if pairs.contains(where: { $0 === layer }) { continue }
        pairs.append(layer)
        rest += [layer.shown, home]
      } else if let outer = layer.unretainedOuter {
        rest.append(outer.object)
      }
    }
    return birth
  }

  private var sureBirth: UInt64? {
    if collectionBirth > 0 { return collectionBirth }
    // 0 if the process's root keeps the build's value.
    return keptOpener?.birth ?? (ownBirth > 0 ? ownBirth : nil)
  }

  var keptOpener: Build? { opener.flatMap { $0.key.isTransient ? nil : $0 } }

  /// Of a root, whether its values are being set: until then, a singleton is a default like others.
  var isBeingSetUp: Bool { !isProcessRoot && !storedIsSetUp.load(ordering: .relaxed) }
  func didSetUp() { storedIsSetUp.store(true, ordering: .relaxed) }

  var hasEnded: Bool { storedHasEnded.load(ordering: .relaxed) }
  func didEnd() {
    storedHasEnded.store(true, ordering: .relaxed)
    if isRest { for part in parts { part.storedHasEnded.store(true, ordering: .relaxed) } }
  }

  /// Adds an override, which a draft's own thread does.
  func add(_ override: Entry) {
    // Taken out meanwhile, so that the optimizer sees that accesses don't overlap, and checks none.
    var all = Overrides()
    swap(&all, &overrides)
    all.add(override)
    swap(&all, &overrides)
  }

  /// Takes the place of a draft: says what that says, and keeps what that keeps and is valid here.
  func replace(_ draft: Scope) {
    overrides = Self.overrides(of: draft.layer.chain.filter { !$0.isProcessRoot })
    for part in draft.layer.parts {
      for entry in part.kept where entry.record!.isValid(in: self) {
        _ = openCache!.keep(entry, for: self)
      }
    }
  }

  // MARK: What is kept

  /// The scope goes: what is kept here isn't found from now on.
  func close() { revocableCache.revoke() }

  /// Whether the scope has gone.
  var isClosed: Bool { revocableCache.isRevoked }

  /// What is kept here, while the caller holds the scope.
  @inline(__always)
  var unretainedCache: Unretained<Cache>? { revocableCache.unretained }

  /// The cache, made if there is none; `nil` when the scope is no longer there.
  @inline(never) var openCache: Cache? { revocableCache.value { Cache() } }

  @inline(never) func remember(_ entry: Entry) {
    _ = openCache?.remembered.insert(entry, as: entry.id.address)
  }

  /// Looks for a default of a key that is kept here, if there may be one.
  @inline(__always)
  func useKept(_ key: KeyID, _ body: (Cache) -> Entry?) -> Entry? {
    // What the process keeps doesn't go, and must not be counted by all tasks.
    if isProcessRoot { return unretainedCache?.use(body) }
    if keptBits.load(ordering: .relaxed) & key.bit == 0 { return nil }
    return revocableCache.use(body) ?? nil
  }

  /// The bits of the keys of which a default is kept here, or an override said.
  var ownBits: UInt64 { keptBits.load(ordering: .relaxed) | overrides.keyBits }

  /// Notes that a default of a key is kept here.
  func didKeep(_ key: KeyID) { _ = keptBits.bitwiseOr(key.bit, ordering: .relaxed) }

  /// All defaults that are kept here.
  package var kept: [Entry] { revocableCache.use { $0.all } ?? [] }

  /// What keeps a default for this layer:
  ///
  /// 1. The layer that should keep it, if the scope of that is still there.
  /// 2. Or else the outermost one that is, and from which the former is seen: most share that. But
  ///    none whose scope the value would hold.
  /// 3. If there is none, as for what the code of a singleton reads, it is looked for where that
  ///    was asked. If there is none, either, the value isn't kept.
  ///
  /// - Parameter record: That of the default, if it is known.
  @inline(never)
  func owner(for keeper: Layer, of record: Record? = nil) -> (layer: Layer, cache: Cache) {
    if let cache = keeper.openCache { return (keeper, cache) }
    var (view, build) = (self, Scope.currentBuild)
    while true {
      var outermost: Layer?
      for layer in view.chain where layer.depth < outermost?.depth ?? .max {
        if layer.isClosed || !layer.sees(keeper) || record?.mayHold(layer, in: view) == true {
          continue
        }
        outermost = layer
      }
      if let layer = outermost, let cache = layer.openCache { return (layer, cache) }
      guard let asking = build else { return (view, Cache()) }
      (view, build) = (asking.searched.object, asking.parent)
    }
  }
}
