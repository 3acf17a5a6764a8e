import Synchronization

/// One run of a key's code: current meanwhile, and the home of objects made there.
package final class Build: Place, @unchecked Sendable {
  // Unchecked like its superclass.

  /// The read that asks; `nil` if no code ran here.
  let request: Request?
  let thread: UInt
  /// The depth of the asking scope. Deeper scopes were opened in this build.
  let depth: Int
  private let running: Lock<Running>
  private let hasEnded = Atomic(false)
  /// Where this leads when it is over; `nil` is the process's root.
  private let ended = Lazy<Layer>()
  /// The layer's scope, for this value alone, after the original has gone.
  private let own = Lazy<Scope>()
  let gate = Gate()

  private struct Running: Sendable {
    var view: Scope?
    var asking: Build?
    var record: Record?
    var lent: [Lent] = []
  }

  init(_ request: Request, in view: Scope, askedBy asking: Build?) {
    self.request = request
    thread = Platform.currentThread
    depth = view.depth
    running = Lock(Running(view: view, asking: asking, record: Record(request.key.id)))
    super.init(isPlain: false)
  }

  /// A place that leads to what is seen from a layer, and holds no more.
  init(leadingTo layer: Layer) {
    request = nil
    thread = 0
    depth = layer.depth
    running = Lock(Running())
    super.init(isPlain: false)
    if !(layer.isRoot && layer.container === Container.process) { _ = ended.set(layer) }
    hasEnded.store(true, ordering: .releasing)
  }

  package var key: Key { request!.key }

  // Acquiring: a thread that sees the end sees where it leads.
  package var isRunning: Bool { !hasEnded.load(ordering: .acquiring) }

  override var outerBuild: Build? { self }
  override var asBuild: Build? { self }

  override var leadsToProcess: Bool { !isRunning && ended.value == nil }

  package override var scope: Scope {
    if isRunning, let view = running.withLock({ $0.view }) { return view }
    guard let layer = ended.value else { return ProcessRoot.current }
    return layer.scope ?? own.value ?? own.set(layer.scopeAgain())
  }

  var age: UInt {
    if isRunning, let view = running.withLock({ $0.view }) { return view.age }
    return ended.value?.age ?? 0
  }

  /// The build that asked for this one, while this runs.
  var asking: Build? { running.withLock { $0.asking } }

  /// Whether this is `other`, or is asked for by it.
  func isPart(of other: Build) -> Bool {
    sequence(first: self, next: \.asking).contains { $0 === other }
  }

  // MARK: The build that runs here

  /// The build whose code runs in the task; it may be over.
  static let inTask = TaskLocal<Build?>(wrappedValue: nil)

  /// The innermost build that runs here.
  package static var innermost: Build? {
    guard Attention.isNeeded, let build = inTask.get(), build.isRunning else { return nil }
    return build
  }

  /// The builds that run here and don't see what is seen from another build.
  static func running(elsewhereThan other: Build?) -> [Build] {
    guard let innermost, innermost !== other else { return [] }
    return sequence(first: innermost, next: \.scope.runningBuild).prefix {
      other?.isPart(of: $0) != true
    }
  }

  // MARK: The record

  /// All keys that were read so far.
  var keysSoFar: KeySet? { running.withLock { $0.record?.keys } }

  func mark(_ mark: Record.Marks) { running.withLock { _ = $0.record?.marks.insert(mark) } }

  /// Notes a read. Scopes that this build has opened are unknown outside: for a default there, what
  /// it was built from counts.
  func note(_ key: KeyID, _ entry: Entry?, depth: Int) {
    if depth <= self.depth {
      return running.withLock { $0.record?.add(.init(key, entry, depth: depth)) }
    }
    guard let record = entry?.record else { return }
    // Its own key counts, unless a scope inside has the code.
    if record.provider(of: key) == nil { note(key, nil, depth: 0) }
    for read in record.reads { note(read.key, read.entry, depth: read.depth) }
  }

  /// Notes what a transient value's code reads, for explanations: the build that asks for the value
  /// is told of these reads.
  func noteIfTransient(_ key: KeyID, _ reading: Reading) {
    guard request?.key.lifetime.kind == .transient else { return }
    running.withLock { $0.record?.add(.init(key, reading.entry, depth: reading.depth)) }
  }

  /// Notes what was read or opened outside of this build's view: the value is then the asking
  /// scope's.
  func noteElsewhere(_ key: KeyID = .elsewhere, _ entry: Entry? = nil) {
    note(key, entry, depth: depth)
    note(.elsewhere, nil, depth: depth)
  }

  /// Ends the record: reads from now on are late.
  func takeRecord() -> Record { running.withLock { $0.record.take()! } }

  // MARK: The end

  /// Leads to the scope that keeps the value, from now on.
  func end(leadingTo keeper: Scope) {
    if !keeper.leadsToProcess { _ = ended.set(keeper.layer) }
    let old = running.withLock { running in
      hasEnded.store(true, ordering: .releasing)
      defer { running = Running() }
      return running
    }
    // After the lock: a deinit in these may read values.
    old.lent.forEach(keeper.memory.keep)
  }

  /// Keeps the memory of a scope that this build has opened, or that is opened in it later.
  ///
  /// Returns `false` if no scope that keeps the value is left. Then the value isn't seen from the
  /// scope, which may keep its memory itself.
  func lend(_ memory: Memory, to scope: Scope) -> Bool {
    let lent = Lent(scope: scope, memory: memory)
    let wasRunning = running.withLock { running in
      if hasEnded.load(ordering: .relaxed) { return false }
      running.lent.append(lent)
      return true
    }
    if wasRunning { return true }
    guard let layer = ended.value else {
      ProcessRoot.current.memory.keep(lent)
      return true
    }
    guard let keeper = layer.scope else { return layer.openedBy?.lend(memory, to: scope) == true }
    keeper.memory.keep(lent)
    return true
  }
}

extension Build {
  /// Closed while a build's code runs: threads that need the value wait here.
  //
  // A separate object, so that holding it doesn't hold the build.
  final class Gate: Sendable {
    private let lock = Lock(())

    func close<Result>(_ body: () -> Result) -> Result { lock.withLock { _ in body() } }
    func wait() { lock.withLock { _ in } }
  }
}
