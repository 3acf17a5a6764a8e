// The engine, in a few words. First an example:
//
//     withInjected(\.user, ada) {                    // A scope: its layer says Ada is the user.
//       let cart = InjectedValues.current.cart       // A build, whose code reads the user.
//       withInjected(\.request, 5) { cart.total() }  // A read through the cart's home.
//     }
//
// Nothing overrides the cart, so its code runs, in a scope of its own. It reads the user, and the
// build's record notes it. So the layer that says Ada keeps the cart, until its scope goes, and who
// sees the same user finds it there. The cart's home is the build's own scope, which leads to Ada's
// layer from now on. Where the total is read, the current scope lies in that home, and is seen
// alone. If neither lay in the other, a pair of both would be seen.
//
// **Scopes and layers.** A *layer* is what one `withInjected` said, and the layer outside. It has a
// *cache* of the defaults that were built from what it said. A *scope* is the handle that tasks,
// objects and captured values hold: it leads to its layer. The *home* of an object is the scope in
// which it was made. A *kept scope* is one that a collection (`InjectedScopes`) holds and that is
// entered many times. A *container* is a tree of scopes: the process's, or a test's, whose
// *description* is the closure that sets up its root.
//
// **Views.** What is seen from somewhere is a *view*: a layer with all outside of it, or a *pair*
// of two views: of the current scope and a home, or of a kept scope, which is the current one then,
// and the scope where it is entered. Of a key, a view says an override (a *word*), or nothing. A
// pair says the inner one of its two words; if neither lies inside the other, that of the current
// scope (WordSearch.swift).
//
// **Builds.** A *build* is one run of a key's code, on its thread. The code runs in a scope of its
// own, which overrides nothing. What is seen from there depends on who looks, and when: see
// `Build`. Which of two words is the inner one is decided by what others see there, for the code,
// too: so the value is the same, whoever asks first. A read of another thread
// waits for what may change, unless a word that stays comes first: while the code's view and what
// is shown say different words of the key, or of one that the key's default stands on; while the
// code sees two words, neither of which lies inside the other; or while the word lies in a layer
// that only the code can reach so far (Settling.swift). Transient code runs in the scope that asks.
//
// **Records.** A build's *record* has each key that was looked up through its own scope, from
// whatever the code has entered, and what its view said of it. The default is valid wherever the
// same is said. The youngest layer that said one of these words keeps it, which in a chain is the
// innermost one; or else the root. One that was built from both sides of a pair is found by what
// the view says of its keys (Bucket.swift), and goes with the side that goes first. What is built
// late from a side that has gone is kept in the outermost layer of the asking view that leads there,
// hasn't gone, and has no scope that the value would hold; or else nowhere (`Layer.owner(for:of:)`).
//
// **Who holds whom.** Nothing that a scope keeps in its layer's cache holds the scope, as far as
// user's code doesn't make it so (UnderstandingLifetimes.md). So the scope goes, and then its layer
// lets the cache go, which may hold what leads to the layer.
//
// 1. A layer holds the layers outside, and a pair both sides. It holds no scope.
// 2. A scope that was opened holds the scopes outside. One that just *leads* to a layer doesn't
//    hold the scope of that, and a build's own holds no other scope. Where a kept scope is
//    entered, it and the current one are held; one that is entered again is left first.
// 3. A layer holds its cache, until its scope goes. The cache holds values and pairs.
// 4. A value holds what its code has kept, such as its build's own scope. Its entry in the cache
//    holds the scopes that the code has opened, and what is made in those only leads to them. What
//    transient code opens is held by the default that reads the value. A weak value, or a transient
//    one that no default reads, has no such entry, so what is made there holds the scope.
// 5. Nothing old holds what is young, so of two scopes, the younger one keeps what stands on both. A
//    layer is as old as the first use or the end of its draft; a kept scope as its collection; what
//    a build's code has opened, or made to lead somewhere, as what keeps the value; a pair as its
//    younger side (`Layer.age`).
// 6. A pair is remembered by the one of its scopes that was made later, and goes with the one that
//    goes first.
//
// **Reads.** `Injected` knows its home, and `seen(from:at:)` what it sees there (Seeing.swift). If
// nobody listens, it is found quickly (Finding.swift). If somebody does, or nothing is found,
// `Scope.resolve` searches exactly, builds, and tells who listens (Resolving.swift).
//
// Code of a build or a recording runs in a scope with a *listener* (Listener.swift). A scope is
// *plain* if `withInjected` has opened or entered it and nobody listens, and *quiet* if nobody does
// any more.
//
// **Ends.** A *draft* finishes when its update closure returns (Scope+Draft.swift); one of the
// process's root leads to that from then on. A scope has ended when its `withInjected` has returned,
// and goes when nothing holds it. A build is over when its code has returned, and has ended when its
// value is kept.

import Synchronization

/// The handle to what is seen somewhere. A layer's own scope keeps the layer's cache.
@usableFromInline
@safe
package final class Scope: @unchecked Sendable {
  // Unchecked because of what changes: what is lent, and who got it, while this is a draft that no
  // other thread uses; `isHeldByOpener` under a lock; `outer` and `alsoHeld` when nothing holds this
  // any more.

  /// Which handle to a layer this is.
  enum Kind: UInt8 {
    /// Opened by `withInjected`, or made to lead to a layer.
    case own
    /// Another handle to the layer of the scope outside, with another listener, or for an operation
    /// that must hold more.
    case alias
    /// That of a build's code. Its layer is made when something leads there.
    case ofBuild
  }

  /// Whether this was opened where nobody must be told of reads. Such a scope holds what lies
  /// outside.
  let isPlain: Bool
  // A number, since the type in a property would cost two kilobytes of a client.
  private let storedKind: UInt8
  /// What is seen from here; `nil` is the process's root, or a build's own layer that isn't made
  /// yet. One scope has the layer as its own, and others are aliases.
  private let storedLayer: AtomicReference<Layer>
  /// The scope in which this was opened, or of which this is another one where somebody else is
  /// told; `nil` where the process's root is outside, and where this doesn't hold what lies
  /// outside.
  private(set) var outer: Optional<Scope>
  /// Of a kept scope and the one in which it was entered, the one that isn't `outer`: held only.
  private(set) var alsoHeld: Optional<Scope>
  /// Who is told of what code reads here.
  package let listener: Listener?
  /// A value that is being written through a key path, and who got it: see Scope+Lending.swift.
  var lent: Optional<(value: UnsafeRawPointer, type: Any.Type)>
  var answer: Optional<Answer>
  let isFinished: Atomic<Bool>
  /// Whether the build whose code has opened this holds it. Guarded by the build's lock.
  var isHeldByOpener: Bool

  private init(
    _ layer: Layer?,
    in outer: Scope? = nil,
    _ listener: Listener? = nil,
    isPlain: Bool = false,
    isDraft: Bool = false,
    _ kind: Kind = .own
  ) {
    (self.outer, self.listener, self.isPlain) = (outer, listener, isPlain)
    storedKind = kind.rawValue
    // Not with the properties: see `Build.init`.
    unsafe (alsoHeld, answer, lent) = (nil, nil, nil)
    isFinished = Atomic(!isDraft)
    isHeldByOpener = false
    // Last, so that the reference is counted once.
    storedLayer = AtomicReference(layer)
  }

  /// A draft of a scope in another one; `nil` is the process's root.
  ///
  /// - Parameters:
  ///   - container: If it isn't `nil`, this is its root.
  ///   - isRest: Whether the other one is a draft of the same scope.
  package convenience init(
    in outer: Scope?,
    rootOf container: Container? = nil,
    at source: SourceLine,
    named name: String? = nil,
    isRest: Bool = false
  ) {
    let listener = outer?.listener?.live
    let outer = listener == nil && !isRest && outer?.leadsToProcess == true ? nil : outer
    let layer = Layer(
      isRest ? .rest : .said,
      // What leads to a scope that has gone, such as a collection's base, keeps what is built there.
      in: outer?.unretainedLayer?.use { $0.leadsForNoBuild ? $0 : $0.target.object },
      source,
      name,
      rootOf: container,
      isOuterPlain: outer?.isPlain != false,
      // Of a transient value, the build that asks for it.
      openedBy: listener?.build?.receiver
    )
    // A draft of the process's root leads to that later, where the quick path wouldn't look.
    let isPlain =
      listener == nil && layer.ownContainer?.recording == nil && !layer.isOutermostOfProcess
    self.init(layer, in: outer, listener, isPlain: isPlain, isDraft: true)
  }

  /// The own scope of a build's code.
  convenience init(of build: Build) { self.init(nil, build, .ofBuild) }

  /// A scope that leads to a layer, and doesn't keep the scope of that alive.
  convenience init(leadingTo layer: Layer, _ listener: Listener? = nil) {
    self.init(Layer(leadingTo: layer), listener)
  }

  /// A scope that leads to what is seen where a kept scope is entered, and holds both.
  convenience init(leadingTo seen: Layer, of kept: Scope, in here: Scope, _ listener: Listener?) {
    self.init(Layer(leadingTo: seen), in: here, listener)
    alsoHeld = kept
  }

  /// A scope where somebody else is told of reads; `nil` is the process's root.
  ///
  /// - Parameter here: Where a kept scope is entered that lies in this one, and may not hold it.
  convenience init(telling listener: Listener?, in outer: Scope?, enteredIn here: Scope? = nil) {
    // Not in another one: chains of them have no end.
    let alias = outer?.isAlias == true ? outer : nil
    let outer = alias.map(\.outer) ?? outer
    let isPlain = listener == nil && outer?.isPlain == true
    let layer = outer?.unretainedLayer?.object
    self.init(layer, in: outer, listener, isPlain: isPlain, .alias)
    alsoHeld = here ?? alias?.alsoHeld
  }

  deinit {
    var layer = storedLayer.take()
    if !isAlias { layer?.close() }
    // What the layer holds is released first: it may be the next scope, too.
    var next = takeOuter()
    layer = nil
    // In a loop, which holds the next scope when one is released: a chain may be longer than a
    // stack is deep.
    while isHeldHereOnly(&next) { next = next?.takeOuter() }
  }

  /// The next scope of what may be a long chain.
  private func takeOuter() -> Scope? {
    if !isAlias || alsoHeld == nil { return outer.take() }
    // What lies inside goes first.
    outer = nil
    return alsoHeld.take()
  }

  var isAlias: Bool { storedKind == Kind.alias.rawValue }
  private var isOfBuild: Bool { storedKind == Kind.ofBuild.rawValue }

  // MARK: Where it leads

  /// Whether this holds the scope of a layer, by plain scopes: its own, or where a kept scope is
  /// entered, that and the other one.
  func holds(_ layer: Layer) -> Bool {
    if isPlain { return knownLayer!.use { $0.isPlainlyInside(layer) } }
    guard let outer, let alsoHeld else { return false }
    return [outer, alsoHeld].contains { $0.isPlain && $0.holds(layer) }
  }

  /// The layer without counting a reference; `nil` is the process's root.
  @inline(__always)
  var unretainedLayer: Unretained<Layer>? { knownLayer ?? (isOfBuild ? makeLayer() : nil) }

  /// The layer, if it was made.
  var knownLayer: Unretained<Layer>? { storedLayer.unretained }

  @inline(never) private func makeLayer() -> Unretained<Layer>? {
    // When the build is over, there is one if something leads here.
    build!.makeLayer { storedLayer.set($0) } ?? knownLayer
  }

  /// The layer, for a look only: `usedLayer()` also sets a draft's birth, and lets a build hold the
  /// scope.
  @inline(never) package var layer: Layer { unretainedLayer?.object ?? ProcessRoot.layer }
  package var ownContainer: Container? { unretainedLayer?.use { $0.ownContainer } }

  /// The build whose own scope this is.
  @inline(never) var build: Build? {
    isOfBuild ? listener!.nearestBuild : unretainedLayer?.use { $0.build }
  }
  /// The build that runs and whose code opened this, or whose own scope this is.
  var liveOpener: Build? {
    let opener = unretainedLayer?.use { $0.build ?? ($0.isLeading ? nil : $0.opener) }
    return opener.flatMap { $0.isOver ? nil : $0 }
  }

  /// Whether the process's values are seen from here, and nothing else.
  var leadsToProcess: Bool {
    unretainedLayer?.use { $0.target.use { $0.isOutermostOfProcess } } ?? true
  }

  /// The layer that reads use. One that just leads to another is skipped, unless the scope of that
  /// has gone, or its build runs.
  @inline(never) package func usedLayer() -> Layer {
    didUse()
    letBuildHold()
    return layer.target.object
  }

  /// Lets the build whose code has opened this hold it, since something leads here. Returns whether
  /// it does.
  @discardableResult
  @inline(never) func letBuildHold() -> Bool {
    // Mostly this is a build's own, which is seen without counting references.
    if isOfBuild { return false }
    // This; or the scope outside, if this is another handle to that, or if a build's code has
    // entered a kept scope there.
    var original: Scope? = self
    while let next = original, next.isAlias || next.alsoHeld != nil && next.listener != nil {
      original = next.outer
    }
    guard let scope = original, !scope.isOfBuild else { return false }
    return scope.liveOpener?.hold(scope) == true
  }

  /// The layer that is seen from here. In a build's own code, its own scope is left out.
  package var seen: Layer { seen(of: build) }

  /// - Parameter own: The build whose own scope this is.
  func seen(of own: Build?) -> Layer {
    if let own, own.hearsHere { return own.unretainedView.object }
    return usedLayer()
  }

  /// The home of an object that is made here; `nil` is the process's root.
  //
  // A draft that was entered has an alias: through the object, too, nothing is part of an update.
  @inline(never) var asHome: Scope? {
    isAlias && outer?.isDraft != true ? outer?.asHome : asCaptured()
  }

  /// The home of an object whose property is made now.
  @usableFromInline
  static func home(ofPropertyAt source: SourceLine) -> Scope? {
    guard let scope = current else { return nil }
    let home = scope.asHome
    if !scope.isPlain, let build = currentBuild {
      for each in scope.recordings { each.observer.didMakeProperty(at: source, in: build) }
    }
    return home
  }

  /// The scope of values that are captured here. What a build's code keeps doesn't hold a scope
  /// that it has opened: that may keep the build's value.
  @usableFromInline @inline(never) consuming func asCaptured() -> Scope {
    letBuildHold() ? Scope(leadingTo: usedLayer(), listener) : self
  }

  /// A scope that leads to the same and doesn't hold it; `nil` is the process's root.
  func unheld(_ listener: Listener? = nil) -> Scope? {
    if listener == nil {
      if leadsToProcess { return nil }
      if build != nil, !isAlias { return self }
    }
    return Scope(leadingTo: usedLayer(), listener)
  }

  /// Whether nobody must be told of reads, since the builds around are over.
  private var isQuiet: Bool {
    listener?.isQuiet != false && knownLayer?.use { $0.ownContainer?.recording == nil } != false
  }

  /// Who watches reads here: the observer of the container, and recordings.
  package var recordings: [Recording] { Listener.recordings(ownContainer, listener?.live) }

  // MARK: Quick paths

  /// The layer without counting a reference, where nobody must be told of reads.
  @inline(__always)
  var quietLayer: Unretained<Layer>? { isPlain ? knownLayer : quietTarget }

  /// The same, if this holds what the layer keeps: not where this leads to that of another scope.
  @inline(__always)
  var ownQuietLayer: Unretained<Layer>? {
    if isPlain { return knownLayer }
    return quietTarget.flatMap { $0.isSame(knownLayer) ? $0 : nil }
  }

  @inline(never) private var quietTarget: Unretained<Layer>? {
    isQuiet ? unretainedLayer?.use { $0.target } : nil
  }

  /// What can be found without building or telling anything.
  ///
  /// It stays while the caller holds this scope.
  @inline(__always)
  func findUnretained(_ key: KeyID) -> Unretained<Entry>? {
    // A draft must know whether a default was read. Relaxed: what it says doesn't change any more
    // when several threads hold it.
    if !isFinished.load(ordering: .relaxed) { return nil }
    return isPlain ? knownLayer!.use { $0.find(plainly: key) } : findQuietly(key)
  }

  @inline(never) private func findQuietly(_ key: KeyID) -> Unretained<Entry>? {
    if !isQuiet { return nil }
    guard let layer = unretainedLayer, !layer.use({ $0.target.use { $0.isProcessRoot } }) else {
      return ProcessRoot.findUnretained(key)
    }
    return layer.use { $0.unretainedCache }?.use { $0.remembered[key.address] }
  }

  /// What can be found at once, counted, through layers that this doesn't hold.
  func find(byBits key: KeyID) -> Entry? {
    var steps = 0
    let found = quietLayer?.use { $0.find(byBits: key, &steps) }
    // An override doesn't live longer by that.
    if steps > Layer.manySteps, let found, found.isOverride { remember(found) }
    return found
  }

  /// Remembers what was found, for the quick path.
  func remember(_ entry: Entry) { if !isDraft { unretainedLayer?.use { $0.remember(entry) } } }

  /// The `withInjected` that opened the scope has returned.
  @usableFromInline
  package func didEnd() { if !isAlias { unretainedLayer?.use { $0.didEnd() } } }
}

extension Optional where Wrapped == Scope {
  /// `nil` is the process's root.
  @inline(never) package var seen: Layer { self?.seen ?? ProcessRoot.layer }
}
