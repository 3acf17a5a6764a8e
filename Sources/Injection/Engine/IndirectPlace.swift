import Synchronization

/// A place that leads to a scope and doesn't keep it alive, such as the place of a build.
///
/// The code of a build runs in its place, which is the home of what the code makes. While the build
/// runs, the place leads to the scope that asked, and then to the one that keeps the value.
package final class IndirectPlace: Place, @unchecked Sendable {
  // Unchecked like its superclass.

  private let storedBuild: Build?
  /// Whether this leads to its destination, and not to a build's view.
  private let hasArrived: Atomic<Bool>
  /// `nil` is the process's root.
  private let destination = Lazy<Layer>()
  /// One that says the same, made for this place alone after the scope was released.
  private let replacement = Lazy<Scope>()

  init(_ build: Build) {
    storedBuild = build
    hasArrived = Atomic(false)
    super.init(isPlain: false)
  }

  /// A place without a build.
  init(leadingTo layer: Layer) {
    storedBuild = nil
    hasArrived = Atomic(true)
    super.init(isPlain: false)
    if !layer.leadsToProcess { _ = destination.set(layer) }
  }

  // Acquiring: a thread that sees the end sees where this leads.
  private var isRunning: Bool { !hasArrived.load(ordering: .acquiring) }
  override var build: Build? { isRunning ? storedBuild : nil }
  private var view: Scope? { isRunning ? storedBuild!.view : nil }

  /// Whether there was a build, and it is over.
  var isOver: Bool { storedBuild != nil && !isRunning }

  override var indirectPlace: IndirectPlace? { self }

  /// The next one outwards.
  var outerIndirectPlace: IndirectPlace? {
    if let view { return view.indirectPlace }
    return destination.value?.origin?.indirectPlace
  }

  override var heldPlace: Place? { replacement.value }
  override var asIndirectPlace: IndirectPlace? { self }

  override var leadsToProcess: Bool { !isRunning && destination.value == nil }

  override func quickFind(_ key: KeyID) -> Unretained<Entry>? {
    leadsToProcess ? ProcessRoot.unretained.use { $0.quickFind(key) } : nil
  }

  override func quickSight(from current: Scope) -> Sight {
    if isRunning { return .unknown }
    // In the process each scope sees the process's root. In a test that home doesn't count.
    guard let layer = destination.unretained else { return .current }
    // What a build opened isn't plain.
    return layer.use {
      $0.isPlain ? current.plainSight(of: nil, $0.identity, $0.said.depth, $0.ownBirth) : .unknown
    }
  }

  package override var scope: Scope {
    if let view { return view }
    guard let layer = destination.value else { return ProcessRoot.current }
    return layer.scope ?? replacement.value ?? replacement.set(Scope(layer, memory: nil))
  }

  var birth: UInt { view?.birth ?? destination.value?.birth ?? 0 }

  // MARK: In the task

  /// The place of the build whose code the task runs, or that started the task; it may be over.
  static let inTask = TaskLocal<IndirectPlace?>(wrappedValue: nil)

  /// The place of the innermost build that runs.
  static var innermost: IndirectPlace? {
    guard Attention.isNeeded, let place = inTask.get(), place.isRunning else { return nil }
    return place
  }

  // MARK: The end

  /// Leads to the scope that keeps the value, from now on.
  func lead(to keeper: Scope) {
    if !keeper.leadsToProcess { _ = destination.set(keeper.layer) }
    // Releasing: a thread that sees the end sees where this leads.
    hasArrived.store(true, ordering: .releasing)
  }
}
