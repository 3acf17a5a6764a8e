import Synchronization

/// One run of a key's code, which is told what is read in its home.
package final class Build: Watch, @unchecked Sendable {
  // Unchecked like its superclass.

  /// The read that asks.
  let request: Request
  /// The depth of the scope that the code sees. Deeper ones were opened in this build.
  let depth: Int
  let context: InjectionContext
  let thread = Platform.currentThread
  /// The number of builds around, and this one.
  let level: Int
  private let storedIsOver = Atomic(false)
  /// The next build in the memory's list, and the bits of the keys from here on. Both change under
  /// that memory's lock.
  var next: Build?
  var listBits: UInt64 = 0
  private let state: Lock<State>
  private let gate = Lock(())

  private struct State: Sendable {
    /// The layer whose values the code sees; `nil` is the process's root.
    var view: Layer?
    /// The build whose code asks, if it isn't told of the read.
    var otherAsking: Build?
    /// What was read so far; `nil` when the code has returned.
    var reads: Reads? = Reads()
    var isUnimplemented = false
    var isLive = false
  }

  /// - Parameter watch: Who must be told of the read that asks.
  init(_ request: consuming Request, in view: Layer, _ watch: Watch?) {
    self.request = request
    depth = view.depth
    context = view.opening.ownContainer?.context ?? .ofThisProcess
    let told = watch?.build
    let other = told == nil ? Place.currentBuild : nil
    level = ((told ?? other)?.level ?? 0) + 1
    // The process's root may be replaced.
    state = Lock(State(view: view.isOfProcessRoot ? nil : view, otherAsking: other))
    super.init(inside: watch)
  }

  package var key: Key { request.key }
  var isTransient: Bool { key.lifetime.kind == .transient }

  // Acquiring: what is read after the end comes after what the end has changed.
  override var isOver: Bool { storedIsOver.load(ordering: .acquiring) }

  /// This, while it runs.
  package override var build: Build? { isOver ? nil : self }

  /// The layer whose values the code sees; `nil` when the build is over.
  var view: Layer? {
    let view = state.withLock { $0.view }
    return isOver ? nil : view ?? ProcessRoot.layer
  }

  /// The build whose code asks for this one.
  var asking: Build? { state.withLock { $0.otherAsking } ?? outer?.build }

  // MARK: Builds around

  /// The first match of the builds that need this one: itself, the one whose code asked for it, and
  /// so on.
  func innermost(where isMatch: (Build) -> Bool) -> Build? {
    var next: Build? = self
    while let build = next, !isMatch(build) { next = build.asking }
    return next
  }

  /// Whether this is part of another build that runs, or is that itself.
  func isPart(of other: Build) -> Bool {
    !other.isOver && (other.thread == thread || innermost { $0 === other } != nil)
  }

  /// The builds from another one on, of which this is part, up to this.
  func path(from other: Build) -> [Build] {
    var path: [Build] = []
    let found = innermost { build in
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

  /// Notes a read in a place that a build watches.
  static func note(_ key: KeyID, _ entry: Entry?, depth: Int?, _ watch: Watch?) {
    guard let watch, let build = watch.build else { return }
    build.note(key, entry, depth: watch.isElsewhere ? nil : depth)
  }

  /// Notes a read.
  ///
  /// - Parameter depth: The depth of what was found, or `nil` if that lies outside of what the build
  ///   sees: then the value is for the scope that asked.
  func note(_ key: KeyID, _ entry: Entry?, depth: Int?) {
    add(Record.Read(key, entry, depth: depth ?? self.depth))
    if depth == nil { add(Record.Read(.elsewhere, nil, depth: self.depth)) }
    if isTransient { Self.note(key, entry, depth: depth, outer) }
  }

  /// The build that is told in the end: for a transient value, the one that asks, if there is one.
  var receiver: Build {
    var build = self
    while build.isTransient, let asking = build.outer?.build { build = asking }
    return build
  }

  /// A scope that this build has opened doesn't exist outside: of a default there, what that was
  /// built from is noted.
  private func add(_ read: Record.Read) {
    if read.depth <= depth { return state.withLock { $0.reads?.add(read) } }
    var seen: [Record] = []
    var all = [read]
    while let read = all.popLast() {
      if read.depth <= depth {
        state.withLock { $0.reads?.add(read) }
      } else if read.key == .elsewhere {
        state.withLock { $0.reads?.add(Record.Read(.elsewhere, nil, depth: depth)) }
      } else if let record = read.record, !seen.contains(where: { $0 === record }) {
        // Each record once: others may lead to it in many ways.
        seen.append(record)
        all += record.reads.reversed()
        if record.keys.contains(.elsewhere) {
          // What it read there is not what the scope overrides.
          let keys = record.keys.all.filter { $0 != .elsewhere }
          all += keys.map { Record.Read($0, nil, depth: 0) }
        } else if record.provider(of: read.key) == nil {
          // Its own key counts, unless a scope inside has the code.
          all.append(Record.Read(read.key, nil, depth: 0))
        }
      }
    }
  }

  /// What was read. Reads from now on are late.
  ///
  /// - Parameter codeDepth: See `Record`.
  func takeRecord(codeDepth: Int?) -> Record {
    let (reads, isUnimplemented, isLive) = state.withLock { state in
      (state.reads.take()!, state.isUnimplemented, state.isLive)
    }
    return Record(
      of: key.id,
      reads,
      isUnimplemented: isUnimplemented,
      isLive: isLive,
      codeDepth: codeDepth
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
