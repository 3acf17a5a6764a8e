import Synchronization

/// Where a build's code runs, and the home of what it makes.
///
/// It leads to the scope that asked while the build runs, and then to the one that keeps the value.
package final class BuildPlace: Place, @unchecked Sendable {
  // Unchecked like its superclass.

  private let storedBuild: Build?
  private let hasEnded: Atomic<Bool>
  private let lent = Lock([Lent]())
  /// Where this leads after the build; `nil` is the process's root.
  private let ended = Lazy<Layer>()
  /// The layer's scope, for this value alone, after the original has gone.
  private let own = Lazy<Scope>()

  init(_ build: Build) {
    storedBuild = build
    hasEnded = Atomic(false)
    super.init(isPlain: false)
  }

  /// A place that leads to what is seen from a layer.
  init(leadingTo layer: Layer) {
    storedBuild = nil
    hasEnded = Atomic(true)
    super.init(isPlain: false)
    if !(layer.isRoot && layer.said.container === Container.process) { _ = ended.set(layer) }
  }

  /// The build, while it runs.
  //
  // Acquiring: a thread that sees the end sees where this leads.
  var build: Build? { hasEnded.load(ordering: .acquiring) ? nil : storedBuild }

  /// Whether the build is over. A place without one only leads somewhere, without holding it.
  var isOver: Bool { storedBuild != nil && build == nil }

  override var buildPlace: BuildPlace? { self }
  override var asBuildPlace: BuildPlace? { self }

  override var leadsToProcess: Bool { build == nil && ended.value == nil }

  package override var scope: Scope {
    if let view = build?.view { return view }
    guard let layer = ended.value else { return ProcessRoot.current }
    return layer.scope ?? own.value ?? own.set(layer.scopeAgain())
  }

  var age: UInt { build?.view?.age ?? ended.value?.age ?? 0 }

  // MARK: In the task

  /// Where the build runs whose code runs in the task; it may be over.
  static let inTask = TaskLocal<BuildPlace?>(wrappedValue: nil)

  /// Where the innermost build runs.
  static var innermost: BuildPlace? {
    guard Attention.isNeeded, let place = inTask.get(), place.build != nil else { return nil }
    return place
  }

  // MARK: The end

  /// Leads to the scope that keeps the value, from now on.
  func end(leadingTo keeper: Scope) {
    if !keeper.leadsToProcess { _ = ended.set(keeper.layer) }
    let lent = lent.withLock { lent in
      hasEnded.store(true, ordering: .releasing)
      defer { lent = [] }
      return lent
    }
    lent.forEach(keeper.memory.keep)
  }

  /// Keeps the memory of a scope that the build has opened, or that is opened in it later.
  ///
  /// Returns `false` if no scope that keeps the value is left. Then the value isn't seen from the
  /// scope, which may keep its memory itself.
  func lend(_ memory: Memory, to scope: Scope) -> Bool {
    let lent = Lent(scope: scope, memory: memory)
    let isRunning = self.lent.withLock { all in
      if build != nil { all.append(lent) }
      return build != nil
    }
    if isRunning { return true }
    guard let layer = ended.value else {
      ProcessRoot.current.memory.keep(lent)
      return true
    }
    guard let keeper = layer.scope else { return layer.openedBy?.lend(memory, to: scope) == true }
    keeper.memory.keep(lent)
    return true
  }
}
