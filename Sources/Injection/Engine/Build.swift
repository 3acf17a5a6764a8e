import Synchronization

/// One run of a key's code.
package final class Build: Sendable {
  /// The read that asks.
  let request: Request
  /// The depth of the scope that asks. Deeper ones were opened in this build.
  let depth: Int
  let context: InjectionContext
  /// Whether the process's root asks, which `bootstrap` may replace.
  let isForRoot: Bool
  let thread = Platform.currentThread
  private let state: Lock<State>
  private let gate = Lock(())

  private struct State: Sendable {
    var view: Scope?
    var asking: Build?
    /// What was read so far; `nil` when the code has returned.
    var reads: Reads? = Reads()
    var isUnimplemented = false
    var isLive = false
    /// The scopes that were opened here, and the places that code sees instead.
    var opened: [(place: IndirectPlace, scope: Scope)] = []
  }

  @inline(__always)
  init(_ request: Request, in view: Scope, askedBy asking: Build?) {
    self.request = request
    depth = view.depth
    context = view.context
    isForRoot = ProcessRoot.unretained.use { $0 === view }
    state = Lock(State(view: view, asking: asking))
  }

  package var key: Key { request.key }

  /// The scope whose values the code sees; `nil` when the build has forgotten it.
  var view: Scope? { isForRoot ? ProcessRoot.current : state.withLock { $0.view } }

  /// Whether another build's code asks for this one, directly or not; or both are the same.
  func isNeeded(by other: Build) -> Bool {
    sequence(first: self) { $0.state.withLock { $0.asking } }.contains { $0 === other }
  }

  /// Notes that the process's own default of the key is built.
  func noteUse() {
    guard !key.isUsed.load(ordering: .relaxed), let view, view.isOfProcess else { return }
    // Not the root that `bootstrap` makes.
    if view.root === ProcessRoot.current { key.noteUse(at: request.source) }
  }

  // MARK: The builds that run here

  /// The innermost one.
  package static var innermost: Build? { IndirectPlace.innermost?.build }

  /// The builds whose code runs here, and which aren't told of a read, since it is made in a place
  /// that lies outside of them, such as captured values: from the innermost one to the one that is
  /// told.
  ///
  /// - Parameter place: The place of the read.
  static func bypassed(by other: Build?, in place: Place?) -> [Build] {
    guard let own = IndirectPlace.innermost, own !== place, let innermost = own.build else {
      return []
    }
    return sequence(first: innermost, next: \.view?.runningBuild).prefix {
      other?.isNeeded(by: $0) != true
    }
  }

  // MARK: Waiting

  /// Decides whether the code runs, and runs it. Threads that need the value wait meanwhile.
  func whileOthersWait<Result>(_ body: () -> Result) -> Result { gate.withLock { _ in body() } }

  func waitForEnd() { gate.withLock { _ in } }

  // MARK: The record

  /// All keys that were read so far.
  @inline(never)
  var keysSoFar: KeySet { KeySet(key.id, and: state.withLock { $0.reads ?? Reads() }) }

  func markUnimplemented() { state.withLock { $0.isUnimplemented = true } }

  /// Marks the build if an earlier one was: a stored `static let` is evaluated once in the process.
  func markUnimplementedInTests() {
    state.withLock { state in
      if state.isUnimplemented { key.isUnimplementedInTests = true }
      state.isUnimplemented = key.isUnimplementedInTests
    }
  }

  func markLive() { state.withLock { $0.isLive = true } }

  /// Notes a read. A scope that this build has opened doesn't exist outside: of a default there,
  /// what that was built from is noted.
  func note(_ key: KeyID, _ entry: Entry?, depth: Int) {
    var seen: [Record] = []
    note(Record.Read(key, entry, depth: depth), &seen)
  }

  private func note(_ read: Record.Read, _ seen: inout [Record]) {
    // What lies deeper than the asking scope was opened here.
    if read.depth <= depth { return state.withLock { $0.reads?.add(read) } }
    // Each record once: others may lead to it in many ways.
    guard let record = read.entry?.record, !seen.contains(where: { $0 === record }) else { return }
    seen.append(record)
    // Its own key counts, unless a scope inside has the code.
    if record.provider(of: read.key) == nil { note(Record.Read(read.key, nil, depth: 0), &seen) }
    for read in record.reads { note(read, &seen) }
  }

  /// Notes what a transient value's code reads, for explanations. The build that asks for the value
  /// is told of these reads itself.
  func noteIfTransient(_ key: KeyID, _ found: Found) {
    guard self.key.lifetime.kind == .transient else { return }
    state.withLock { $0.reads?.add(Record.Read(key, found.entry, depth: found.depth)) }
  }

  /// Notes what was read or opened outside of this build's view: the value is then the asking
  /// scope's.
  func noteElsewhere(_ key: KeyID = .elsewhere, _ entry: Entry? = nil) {
    note(key, entry, depth: depth)
    note(.elsewhere, nil, depth: depth)
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

  /// Holds a scope that was opened here until the build ends.
  func addOpened(_ scope: Scope, seenIn place: IndirectPlace) {
    state.withLock { if $0.reads != nil { $0.opened.append((place, scope)) } }
  }

  /// The scopes that were opened here and that something may still see.
  func takeOpened() -> [Scope] {
    var all = state.withLock { state in
      defer { state.opened = [] }
      return state.opened
    }
    var seen: [Scope] = []
    // From the inside out, since what lies inside holds what lies outside.
    while var last = all.popLast() {
      let isSeen =
        !isKnownUniquelyReferenced(&last.place) || last.scope.knownMemory?.isEmpty == false
      if isSeen { seen.append(last.scope) }
    }
    return seen
  }

  /// Forgets what is seen here, and what asks.
  func forget() {
    let old = state.withLock { state in
      defer { state = State(reads: nil) }
      return state
    }
    // After the lock: a deinit in these may read values.
    withExtendedLifetime(old) {}
  }
}
