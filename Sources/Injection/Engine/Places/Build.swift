import Synchronization

/// One run of a key's code, which is told what that reads.
package final class Build: Listener, @unchecked Sendable {
  // Unchecked like its superclass; what isn't atomic is used by the code's thread, or set before the
  // end and used after it.

  /// The read that asks.
  let request: Request
  let context: InjectionContext
  private let thread = Platform.currentThread
  /// The number of builds around, and this one.
  let level: Int
  /// Whether the value stands on what the code reads. If not, it is valid where its code is the same.
  let standsOnReads: Bool
  /// What the code sees; `nil` is the process's root, which may be replaced.
  private let unretainedView: Unretained<Layer>?
  private let storedIsOver = Atomic(false)
  /// The age of what keeps the value, or the build whose code opened that. Set before the end.
  private var keeperAge: UInt64 = 0
  private var keeperOpener: Build?
  /// Whether the code's own scope was asked for a key.
  private var isAsked = false
  /// The next build in the memory's list, and the bits of the keys from here on. Both change under
  /// that memory's lock.
  var next: Build?
  var listBits: UInt64 = 0
  private let state: Lock<State>
  private let gate = Lock(())

  private struct State: Sendable {
    /// What the code sees, held while it runs.
    var view: Layer?
    /// Whose code asks, and whether that is told of the read.
    var asking: Listener?
    var isTold = false
    /// What was read so far; `nil` when the code has returned.
    var reads: Reads? = Reads()
    /// The scopes that the code opened and in which something was made or kept.
    var opened: [Scope] = []
    var isUnimplemented = false
    var isLive = false
  }

  /// - Parameter listener: Who must be told of the read that asks.
  init(
    _ request: consuming Request,
    in view: Layer,
    standsOnReads: Bool,
    _ listener: Listener?
  ) {
    (self.request, self.standsOnReads) = (request, standsOnReads)
    context = view.ownContainer?.context ?? .ofThisProcess
    let asking = listener ?? Scope.current?.listener
    level = (asking?.build?.level ?? 0) + 1
    let isOfRoot = view.isOfProcessRoot
    // Safe: the state holds it until the end.
    unretainedView = isOfRoot ? nil : unsafe Unretained(view)
    state = Lock(State(view: isOfRoot ? nil : view, asking: asking, isTold: listener != nil))
    super.init(inside: listener)
  }

  package var key: Key { request.key }
  var isTransient: Bool { key.lifetime.kind == .transient }

  // Acquiring: what is read after the end comes after what the end has changed.
  var isOver: Bool { storedIsOver.load(ordering: .acquiring) }

  /// Whether the code runs on this thread: what it starts is no part of it.
  var isHeard: Bool { !isOver && thread == Platform.currentThread }

  /// Whether the code runs on another thread.
  var isElsewhere: Bool { !isOver && thread != Platform.currentThread }

  override var nearestBuild: Build? { self }
  // No build around is heard either.
  override var live: Listener? { isHeard ? self : outerRecording }
  override var isQuiet: Bool { isOver && outerRecording == nil }

  /// What the code sees; `nil` when the build is over.
  var view: Layer? {
    let view = state.withLock { $0.view }
    return isOver ? nil : view ?? ProcessRoot.layer
  }

  /// The build whose code asks for this one.
  var asking: Build? {
    state.withLock { $0.asking }?.nearestBuild.flatMap { $0.isOver ? nil : $0 }
  }

  /// The build that is told of the read that asks.
  private var told: Build? { state.withLock { $0.isTold ? $0.asking : nil }?.nearestBuild }

  /// The build whose value the code's reads count for: for a transient value, that of the build that
  /// asks, if there is one.
  var receiver: Build {
    var build = self
    while build.isTransient, let told = build.told { build = told }
    return build
  }

  // MARK: The code's own scope

  /// What lies outside of the code's own scope, on its thread.
  var outside: Unretained<Layer> { unretainedView ?? ProcessRoot.unretained }

  /// The own scope was asked for a key.
  func didAsk() { if thread == Platform.currentThread { isAsked = true } }

  /// What the code opens is as old as what keeps the value.
  var age: UInt64 { isOver ? keeperOpener?.age ?? keeperAge : view?.age ?? 0 }

  /// The value holds the scopes that the code opens, and what is made there doesn't; but for a shared
  /// value, which nothing here holds.
  var holdsOpened: Bool { key.lifetime.kind != .shared && !isTransient }
  var opened: [Scope] { state.withLock { $0.opened } }
  func hold(_ scope: Scope) {
    state.withLock { state in
      if !state.opened.contains(where: { $0 === scope }) { state.opened.append(scope) }
    }
  }

  /// The code has returned: its own scope leads elsewhere from now on.
  func leave(keptBy keeper: Layer) {
    keeperOpener = keeper.ageGiver
    if keeperOpener == nil { keeperAge = keeper.age }
    // Releasing: a thread that sees the end sees where the scope leads.
    storedIsOver.store(true, ordering: .releasing)
  }

  // MARK: Builds around

  /// The first match of the builds that need this one: itself, the one whose code asked for it, and
  /// so on.
  func firstAsking(where isMatch: (Build) -> Bool) -> Build? {
    var next: Build? = self
    while let build = next, !isMatch(build) { next = build.asking }
    return next
  }

  /// Whether this is part of another build that runs, or is that itself.
  func isPart(of other: Build) -> Bool {
    !other.isOver && (other.thread == thread || firstAsking { $0 === other } != nil)
  }

  /// The builds from another one on, of which this is part, up to this.
  func path(from other: Build) -> [Build] {
    var path: [Build] = []
    let found = firstAsking { build in
      path.append(build)
      return build === other
    }
    if found != nil { return path.reversed() }
    // On the same thread, and the code between them asked from elsewhere.
    return [other, self]
  }

  // MARK: Waiting

  /// Decides whether the code runs, and runs it. Threads that need the value wait meanwhile.
  func whileOthersWait<Result>(_ body: () -> Result) -> Result { gate.withLock { _ in body() } }

  func waitForEnd() { gate.withLock { _ in } }

  /// Waits for the end, unless this is the code's thread: nothing else sees the scope that asks.
  func waitForEndElsewhere() {
    if !isElsewhere { return }
    guard let other = Scope.currentBuild else { return waitForEnd() }
    _ = Waits.add((other, self))
    defer { Waits.remove(other) }
    waitForEnd()
  }

  // MARK: The record

  /// All keys that were read so far.
  var keysSoFar: KeySet { state.withLock { KeySet(key.id, and: $0.reads ?? Reads()) } }

  package func markUnimplemented() { state.withLock { $0.isUnimplemented = true } }

  /// Marks the build if an earlier one was: a stored `static let` is evaluated once in the process.
  func markUnimplementedInTests() {
    state.withLock { state in
      if state.isUnimplemented { key.isUnimplementedInTests = true }
      state.isUnimplemented = key.isUnimplementedInTests
    }
  }

  func markLive() { state.withLock { $0.isLive = true } }

  /// Notes a read of an override, of a default, or that nothing overrides a key.
  ///
  /// - Parameters:
  ///   - depth: The depth of the layer that has it.
  ///   - seen: What was seen.
  func note(_ key: KeyID, _ entry: Entry?, depth: Int, in seen: Layer) {
    if isTransient { told?.note(key, entry, depth: depth, in: seen) }
    let read = Record.Read(key, entry)
    let view = outside
    if isTransient || view.use({ $0 === seen }) {
      return state.withLock { $0.reads?.add(read, depth: depth) }
    }
    // Each key counts for which the own scope was asked, with what this build's view says of it.
    var reads: [(Record.Read, depth: Int)] = []
    var isWhole = true
    for key in read.record?.keys.all ?? [key] {
      isAsked = false
      let word = seen.word(of: key)
      if !isAsked { isWhole = false; continue }
      let own = view.use { $0.word(of: key) }
      if own?.entry !== word?.entry { isWhole = false }
      reads.append((Record.Read(key, own?.entry), own?.depth ?? 0))
    }
    if isWhole { reads = [(read, reads.map(\.depth).max() ?? 0)] }
    state.withLock { for (read, depth) in reads { $0.reads?.add(read, depth: depth) } }
  }

  /// What was read. Reads from now on are late.
  func takeRecord() -> Record {
    let (reads, isUnimplemented, isLive) = state.withLock { state in
      (state.reads.take()!, state.isUnimplemented, state.isLive)
    }
    return Record(
      of: key.id,
      in: view?.ownContainer,
      reads,
      isUnimplemented: isUnimplemented,
      isLive: isLive,
      codeDepth: standsOnReads ? nil : outside.use { $0.depth }
    )
  }

  // MARK: The end

  /// The build is over. It forgets what is seen here, and what asks.
  @inline(never)
  func end() {
    // Releasing: before `view` is forgotten, whose absence would mean the process's root.
    storedIsOver.store(true, ordering: .releasing)
    let old = state.withLock { state in
      defer { state = State(reads: nil) }
      return state
    }
    // After the lock: a deinit in these may read values.
    withExtendedLifetime(old) {}
  }
}
