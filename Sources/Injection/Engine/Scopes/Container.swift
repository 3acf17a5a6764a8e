import Synchronization

/// What the scopes of a test have in common, or those of the process. A default of one container
/// isn't used in another, except a singleton whose code both see.
package final class Container: Sendable {
  package let context: InjectionContext
  /// Fails the test that the container is for.
  package let reporter: (any IssueReporter)?
  /// Watches the reads, if the test needs that.
  package var observer: (any ReadObserver)? { recording?.observer }
  let recording: Recording?
  /// The first container of the same test; `nil` is this one.
  private let first: Container?
  /// Of the first one, a container in which several tests run.
  private let suite: Container?

  /// - Parameters:
  ///   - outer: A container of the test in which this one is opened.
  ///   - suite: A container in which the test runs, and others do.
  @inline(never) package init(
    _ context: InjectionContext,
    reporter: (any IssueReporter)? = nil,
    observer: (any ReadObserver)? = nil,
    openedIn outer: Container? = nil,
    inSuite suite: Container? = nil
  ) {
    self.context = context
    self.reporter = reporter
    recording = observer.map { Recording($0, inside: nil) }
    self.suite = suite
    first = outer.map { $0.first ?? $0 }
  }

  /// Whether both belong to one test, or one of them to tests around that of the other.
  func isOfSameTest(as other: Container) -> Bool {
    let (own, others) = (first ?? self, other.first ?? other)
    return own === others || own.suite === others || others.suite === own
  }

  package static let process = Container(.ofThisProcess)

  /// The reporter of the test whose code runs here.
  static var reporterOfRunningTest: (any IssueReporter)? { Scope.current?.ownContainer?.reporter }
}

/// The outermost layer of the process, which no scope holds: it is never freed.
enum ProcessRoot {
  private static let root = AtomicReference<Layer>()
  /// What the root keeps. Quick reads find it beside the root, which slow reads count: a count by
  /// one thread makes the others wait for what lies near it.
  private static let cache = AtomicReference<Cache>()

  /// The root without counting a reference.
  static var unretained: Unretained<Layer> { root.unretained ?? make() }

  /// Not inlined, since many use it.
  @inline(never) static var layer: Layer { unretained.object }

  @inline(never) private static func make() -> Unretained<Layer> {
    let root = root.set(newLayer())
    _ = cache.set(root.use { $0.openCache! })
    return root
  }

  @inline(never) private static func newLayer(_ source: SourceLine = .unknown) -> Layer {
    Layer(in: nil, source, rootOf: .process, depth: 0)
  }

  /// What can be found in the root without building or telling anything.
  static func findUnretained(_ key: KeyID) -> Unretained<Entry>? {
    cache.unretained?.use { $0.table[key.address] ?? $0.remembered[key.address] }
  }

  // MARK: Bootstrap

  private static let firstCall = Lock<SourceLine?>(nil)

  /// Begins to set the process's values. Returns where another call began, if there was one.
  @inline(never) static func beginBootstrap(at source: SourceLine) -> SourceLine? {
    firstCall.withLock { first in
      defer { first = first ?? source }
      return first
    }
  }

  /// Nothing was set, so another call may follow.
  @inline(never) static func cancelBootstrap() { firstCall.withLock { $0 = nil } }

  /// Replaces the root. Open scopes see the new one. In a preview, they may still return values
  /// that they cached from the old one.
  ///
  /// - Returns: An override of a value whose default is in use.
  static func replace(with draft: Scope, at source: SourceLine) -> Entry? {
    let isPreview = Container.process.context == .preview
    let new = isPreview ? Cache() : unretained.use { $0.openCache! }
    let layer = newLayer(source)
    _ = layer.revocableCache.value { new }
    layer.replace(draft)
    let old = root.exchange(with: layer)
    // From now on, the draft leads here.
    draft.didEnd()
    // Never freed, since threads may read it.
    _ = unsafe (
      old.map(Unmanaged.passRetained), cache.exchange(with: new).map(Unmanaged.passRetained)
    )
    if isPreview { return nil }
    // With `Key.use`: a read that misses the new root is seen here, or else sees the new root.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return layer.overrides.all.first { Key.known($0.id)?.isUsed == true }
  }
}
