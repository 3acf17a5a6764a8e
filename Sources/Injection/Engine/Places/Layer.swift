import Synchronization

/// A scope without what it keeps: what it said, and the layers outside.
///
/// Values that a scope keeps lead to its layer, and that leads to its memory only until the scope
/// goes. All slow paths walk layers; a scope makes its layer when it first needs one.
package final class Layer: @unchecked Sendable {
  // Unchecked: `outer` and `opener` change only when nothing holds the layer any more.

  package let opening: Opening
  package let overrides: Overrides
  /// The bits of what is overridden here and outside, below the root, and of `elsewhere`, since any
  /// scope may keep what stands on that; all bits where the chain may change.
  let chainBits: UInt64
  /// The root of the chain, if that doesn't change and isn't the process's.
  let ownRoot: Unretained<Layer>?
  /// `nil` in a root, and where the process's root or a build is outside.
  private var outer: Layer?
  /// The home of the build in which the scope lies, if it was opened while that ran.
  private let outerHome: Home?
  /// The home of the build whose code opened the scope.
  private var opener: Home?
  /// When the scope was opened, without regard to a build whose code has opened it.
  private let ownAge: UInt64
  /// What the scope keeps, until it goes.
  private let revocableMemory: Revocable<Memory>
  /// The bits of the keys whose defaults the scope keeps.
  //
  // Relaxed: who may read a default was told of it, or builds it again and gets the kept one.
  private let keptBits: Atomic<UInt64>
  private let storedHasEnded: Atomic<Bool>

  init(
    _ opening: Opening,
    _ overrides: Overrides,
    in outer: Layer?,
    orIn outerHome: Home?,
    openedBy opener: Home?,
    age: UInt64,
    memory: Memory,
    hasEnded: Bool
  ) {
    (self.opening, self.outer, self.outerHome) = (opening, outer, outerHome)
    (self.opener, ownAge, self.overrides) = (opener, age, overrides)
    revocableMemory = Revocable(memory)
    storedHasEnded = Atomic(hasEnded)
    keptBits = Atomic(memory.keptBits)
    let outerBits = outerHome == nil ? outer?.chainBits ?? KeyID.elsewhere.bit : .max
    chainBits = opening.depth == 0 ? outerBits : outerBits | overrides.keyBits
    // Safe: the chain holds it.
    ownRoot = outer.flatMap { $0.depth == 0 ? unsafe Unretained($0) : $0.ownRoot }
  }

  deinit {
    // Released first: it may hold the next layer, too.
    opener = nil
    // In a loop: a chain may be longer than a stack is deep.
    var next = outer.take()
    while isKnownUniquelyReferenced(&next) { next = next?.outer.take() }
  }

  /// The layer of a scope that is no longer there, with another memory.
  func revived(with memory: Memory) -> Layer {
    let extras = Extras(watch: opening.watch, original: statement, beside: opening.extras?.beside)
    // It outlives what keeps the build's value, and is as old as itself.
    return Layer(
      opening.with(extras),
      overrides,
      in: outer,
      orIn: outerHome,
      openedBy: nil,
      age: ownAge,
      memory: memory,
      hasEnded: hasEnded
    )
  }

  package var depth: Int { opening.depth }
  package var container: Container { opening.container }
  package var source: SourceLine { opening.source }
  package var name: String? { opening.name }

  /// What the scope keeps; `nil` when the scope is no longer there.
  var memory: Memory? { revocableMemory.use { $0 } }

  /// The scope goes: what it keeps isn't found from now on.
  func revokeMemory() { revocableMemory.revoke() }

  /// Whether this is the process's root, and no draft of a new one.
  var isOfProcessRoot: Bool { opening.isOutermostOfProcess && opening.extras?.processMemory == nil }

  /// What a build opens is as old as the scope that keeps the build's value.
  @inline(never)
  var age: UInt64 {
    // A look at its own first, since reads beside ask for it.
    guard var layer = opener?.sameAge else { return ownAge }
    while let next = layer.opener?.sameAge { layer = next }
    // The process's is older than any, and 0 means that none is set.
    return layer.opening.isOutermostOfProcess ? 1 : layer.ownAge
  }

  /// Whether the `withInjected` that opened the scope has returned. Relaxed: only messages depend
  /// on it.
  var hasEnded: Bool { storedHasEnded.load(ordering: .relaxed) }
  func didEnd() { storedHasEnded.store(true, ordering: .relaxed) }

  /// The next layer outwards, which stays while the caller holds this one; `nil` where it changes
  /// when a build ends.
  var unretainedOuter: Unretained<Layer>? {
    // Safe: this holds it.
    if let outer { return unsafe Unretained(outer) }
    return outermost
  }

  @inline(never)
  private var outermost: Unretained<Layer>? {
    depth == 0 || outerHome != nil ? nil : ProcessRoot.unretainedLayer
  }

  /// The next layer outwards.
  @inline(never)
  package var outerLayer: Layer? { outerHome?.layer() ?? unretainedOuter?.object }

  // MARK: Side by side

  /// Whether this is another scope, opened once more in a home beside.
  package var isReopened: Bool { opening.extras?.beside != nil }

  private var originalHome: Home? { opening.extras?.beside?.originalHome }

  /// The layer that was the first to say this.
  var statement: Layer {
    var layer = self
    while let original = layer.opening.extras?.original { layer = original }
    return layer
  }

  /// The scope that is opened once more here, if a default is the same there: it doesn't stand on
  /// what the home's own scopes override.
  @inline(never)
  private func original(keeping entry: Entry) -> Layer? {
    guard let beside = opening.extras?.beside else { return nil }
    let original = beside.originalHome.layer()
    let isOfHome = entry.keys.all.contains {
      let layer = innermost(overriding: KeySet($0))
      return beside.homeDepths.contains(layer.depth) && !original.says(layer)
    }
    return isOfHome ? nil : original
  }

  /// The keeper of a default that stands on this scope: this one, or the one that is opened again.
  package func keeper(of entry: Entry) -> Layer {
    var layer = self
    while !entry.stands(on: .elsewhere), let next = layer.original(keeping: entry) { layer = next }
    return layer
  }

  /// Whether `kept` may find something.
  @inline(__always)
  func mayKeep(_ key: KeyID) -> Bool {
    keptBits.load(ordering: .relaxed) & key.bit != 0 || isReopened || opening.depth == 0
  }

  /// The default of a key that the scope keeps and that no read must check.
  @inline(__always)
  func ownKept(_ key: KeyID) -> Entry? {
    if keptBits.load(ordering: .relaxed) & key.bit == 0 { return nil }
    return revocableMemory.use { $0.table.object(of: key.address) } ?? nil
  }

  /// The default of a key that is kept for this scope.
  @inline(never)
  package func kept(_ key: KeyID) -> Entry? {
    // What the process keeps doesn't go, and must not be counted by all tasks.
    if isOfProcessRoot { return ProcessRoot.kept(key) }
    if keptBits.load(ordering: .relaxed) & key.bit != 0, let entry = memory?.kept(key) {
      return entry
    }
    if let processMemory = opening.extras?.processMemory {
      let entry = processMemory.kept(key)
      return entry.map { overrides.containsAny(of: $0.keys) } == false ? entry : nil
    }
    guard let entry = originalHome?.layer().kept(key) else { return nil }
    return original(keeping: entry) == nil ? nil : entry
  }

  /// Notes that the scope keeps a default of a key.
  func didKeep(_ key: KeyID) { _ = keptBits.bitwiseOr(key.bit, ordering: .relaxed) }

  /// All defaults that are kept for this scope.
  package var kept: [Entry] {
    let own = memory?.all ?? []
    let others = originalHome?.layer().kept ?? []
    return own + others.filter { original(keeping: $0) != nil }
  }
}
