import Synchronization

/// What the scopes of a test have in common, or those of the process. What is built in one
/// container isn't seen in another.
package final class Container: Sendable {
  package let context: InjectionContext
  /// Fails the test that the container is for.
  package let reporter: (any IssueReporter)?
  /// Watches the reads, if the test needs that.
  package let observer: (any ReadObserver)?
  /// The first container of the same test; `nil` is this one.
  private let first: Container?

  /// - Parameter outer: A container of the test in which this one is opened.
  package init(
    _ context: InjectionContext,
    reporter: (any IssueReporter)? = nil,
    observer: (any ReadObserver)? = nil,
    openedIn outer: Container? = nil
  ) {
    self.context = context
    self.reporter = reporter
    self.observer = observer
    first = outer.map { $0.first ?? $0 }
  }

  /// Whether both belong to one test.
  func isOfSameTest(as other: Container) -> Bool { (first ?? self) === (other.first ?? other) }

  package static let process = Container(.ofThisProcess)

  /// The reporter of the test whose code runs here.
  static var reporterOfRunningTest: (any IssueReporter)? {
    InjectionContext.isOfTests ? Place.current?.opening.ownContainer?.reporter : nil
  }
}

/// The outermost scope of the process.
enum ProcessRoot {
  private static let root = Lazy<Scope>()

  /// The root without counting a reference, since a root is never freed.
  static var unretained: Unretained<Scope> { root.unretained ?? make() }

  static var unretainedLayer: Unretained<Layer> { unretained.use { $0.unretainedLayer } }

  /// Not inlined, since many use it.
  @inline(never)
  static var layer: Layer { unretainedLayer.object }

  @inline(never)
  private static func make() -> Unretained<Scope> {
    let scope = Scope(rootOf: .process)
    scope.finish()
    return root.setUnretained(scope)
  }

  /// The default of a key that the process keeps.
  static func kept(_ key: KeyID) -> Entry? {
    unretained.use { $0.unretainedMemory?.use { $0.kept(key) } }
  }

  // MARK: Bootstrap

  private static let firstCall = Lock<SourceLine?>(nil)

  /// Begins to set the process's values. Returns where another call began, if there was one.
  static func beginBootstrap(at source: SourceLine) -> SourceLine? {
    firstCall.withLock { first in
      if let first { return first }
      first = source
      return nil
    }
  }

  /// Nothing was set, so another call may follow.
  static func cancelBootstrap() { firstCall.withLock { $0 = nil } }

  /// Replaces the root. Open scopes see the new one. In a preview, they may still return values
  /// that they cached from the old one.
  ///
  /// - Returns: An override of a value whose default is in use.
  static func replace(with draft: Scope) -> Entry? {
    let isPreview = Container.process.context == .preview
    let memory = isPreview ? Memory() : unretained.use { $0.memory }
    for entry in draft.knownMemory?.all ?? [] { _ = memory.keep(entry) }
    root.replace(with: Scope(rootSaying: draft, memory: memory))
    if isPreview { return nil }
    // With `Key.use`: a read that misses the new root is seen here, or else sees the new root.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return draft.overrides.all.first { Key.known($0.id)?.isUsed == true }
  }
}
