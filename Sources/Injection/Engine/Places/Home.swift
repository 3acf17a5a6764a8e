import Synchronization

/// The place of what a build makes. It leads to a scope, and doesn't keep it alive.
///
/// While the build runs, its home leads to what its code sees, and then to the scope that keeps the
/// value.
package final class Home: Place, @unchecked Sendable {
  // Unchecked like its superclass.

  private let storedBuild: Build?
  /// Whether the build is over.
  private let hasArrived: Atomic<Bool>
  /// The layer of the scope to which this leads; `nil` is the process's root.
  private let destination = Lazy<Layer>()
  /// What is built here after the scope has gone, for this home alone.
  private let after = Lazy<After>()
  /// Overrides and the process's defaults that were found here, by keys.
  private let remembered = Table<Entry>()

  /// A scope's layer again, and its memory.
  private final class After: Sendable {
    let layer: Layer
    let memory: Memory

    init(_ old: Layer) {
      memory = Memory()
      layer = old.revived(with: memory)
    }

    deinit { layer.revokeMemory() }
  }

  /// The home of a build.
  init(_ build: Build) {
    storedBuild = build
    hasArrived = Atomic(false)
    super.init(isPlain: false)
  }

  /// A home without a build.
  init(leadingTo layer: Layer) {
    storedBuild = nil
    hasArrived = Atomic(true)
    super.init(isPlain: false)
    if !layer.opening.isOutermostOfProcess { _ = destination.set(layer) }
  }

  // Acquiring: a thread that sees the end sees where this leads.
  private var isRunning: Bool { !hasArrived.load(ordering: .acquiring) }

  /// The build, while it runs.
  var build: Build? { isRunning ? storedBuild : nil }

  override var runningHome: Home? { isRunning ? self : nil }
  override var opener: Home? { runningHome }

  /// The layer that is as old as what the build's code opens: that of the scope which keeps the
  /// value; `nil` for a weak value, which may go earlier.
  var sameAge: Layer? {
    if storedBuild?.key.lifetime.kind == .weak { return nil }
    return isRunning ? layer() : destination.value ?? ProcessRoot.layer
  }

  override var storedWatch: Watch? {
    isRunning ? storedBuild : destination.unretained?.use { $0.opening.watch }
  }

  package override var opening: Opening {
    let layer = isRunning ? layer() : destination.value
    return layer?.opening ?? ProcessRoot.layer.opening
  }

  package override func layer() -> Layer {
    if isRunning, let view = storedBuild!.view { return view }
    if let after = after.unretained { return after.use(\.layer) }
    let layer = destination.value ?? ProcessRoot.layer
    return layer.memory == nil ? after.set(After(layer)).layer : layer
  }

  override var leadsToProcess: Bool { !isRunning && destination.unretained == nil }

  override func quickFind(_ key: KeyID) -> Unretained<Entry>? {
    if isRunning { return nil }
    if destination.unretained == nil { return ProcessRoot.unretained.use { $0.quickFind(key) } }
    return remembered[key.address]
  }

  override func findKept(_ key: KeyID) -> Entry? {
    if isRunning { return nil }
    // Safe: this holds what holds it.
    let layer = after.unretained?.use { unsafe Unretained($0.layer) } ?? destination.unretained
    return layer?.use { $0.opening.watch == nil ? $0.findKept(key) : nil }
  }

  override func quickSide(from current: Scope) -> Side {
    if isRunning { return .unknown }
    // In the process each scope sees the process's root. In a test that home doesn't count.
    guard let layer = destination.unretained else { return .current }
    return layer.use { $0.opening.watch == nil ? current.plainSide(of: $0) : .unknown }
  }

  override func remember(_ entry: Entry) {
    if !isRunning { _ = remembered.insert(entry, as: entry.id.address) }
  }

  /// Leads to the scope that keeps the value, from now on.
  func lead(to keeper: Layer) {
    if !keeper.opening.isOutermostOfProcess { _ = destination.set(keeper) }
    // Releasing: a thread that sees the end sees where this leads.
    hasArrived.store(true, ordering: .releasing)
  }
}

/// A place that leads to another one, where a build or an observer is told what is read.
final class Detour: Place, @unchecked Sendable {
  // Unchecked because `target` changes only when nothing holds this any more.

  private var target: Place?
  private let ownWatch: Watch
  /// Whether a build's code without a home of its own runs here, since its value isn't kept.
  private let isOfTransient: Bool

  init(to target: Place?, _ watch: Watch, isOfTransient: Bool = false) {
    // Not to another detour, whose watch this one includes: chains of them have no end.
    self.target = (target as? Detour).map(\.target) ?? target
    (ownWatch, self.isOfTransient) = (watch, isOfTransient)
    super.init(isPlain: false)
  }

  deinit {
    // In a loop, as in `Scope`.
    var next = target.take()
    while isKnownUniquelyReferenced(&next) { next = next?.takeOuter() }
  }

  override func takeOuter() -> Place? { target.take() }

  override var storedWatch: Watch? { ownWatch }
  package override var opening: Opening { target.opening }
  package override func layer() -> Layer { target.layer() }
  override var leadsToProcess: Bool { target?.leadsToProcess ?? true }
  override var runningHome: Home? { target?.runningHome }
  override var opener: Home? { target?.opener }
  override var nextScope: Scope? { target?.nextScope }
  override var asHome: Place? { target?.asHome }
  override func unheld() -> Place? { Detour(to: target?.unheld(), ownWatch) }
  override var asOuter: Place? { isOfTransient ? target?.asOuter : self }
}
