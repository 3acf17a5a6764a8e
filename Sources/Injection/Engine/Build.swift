/// One run of a key's code.
package final class Build: Sendable {
  /// The read that asks.
  let request: Request
  /// The depth of the scope that asks. Deeper ones were opened in this build.
  let depth: Int
  let context: InjectionContext
  let thread = Platform.currentThread
  private let state: Lock<State>
  private let gate = Lock(())

  private struct State: Sendable {
    var view: Scope?
    var asking: Build?
    var record: Record? = Record()
    var opened: [Opened] = []
  }

  init(_ request: Request, in view: Scope, askedBy asking: Build?) {
    (self.request, depth, context) = (request, view.depth, view.container.context)
    state = Lock(State(view: view, asking: asking))
  }

  package var key: Key { request.key }

  /// The scope whose values the code sees, until the build ends.
  var view: Scope? { state.withLock { $0.view } }

  /// Whether another build's code asks for this one, directly or not; or both are the same.
  func isNeeded(by other: Build) -> Bool {
    sequence(first: self) { $0.state.withLock { $0.asking } }.contains { $0 === other }
  }

  // MARK: The builds that run here

  /// The innermost one.
  package static var innermost: Build? { IndirectPlace.innermost?.build }

  /// The builds whose code runs here, and through which a read doesn't pass: all from the innermost
  /// one to the one that is told of the read.
  static func passed(by other: Build?) -> [Build] {
    guard let innermost, innermost !== other else { return [] }
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
  var keysSoFar: KeySet? { state.withLock { $0.record?.keys } }

  func markUnimplemented() { state.withLock { $0.record?.isUnimplemented = true } }
  func markLive() { state.withLock { $0.record?.isLive = true } }

  /// Notes a read. A scope that this build has opened doesn't exist outside: of a default there,
  /// what that was built from is noted.
  func note(_ key: KeyID, _ entry: Entry?, depth: Int) {
    if depth <= self.depth {
      return state.withLock { $0.record?.add(.init(key, entry, depth: depth)) }
    }
    guard let record = entry?.record else { return }
    // Its own key counts, unless a scope inside has the code.
    if record.provider(of: key) == nil { note(key, nil, depth: 0) }
    for read in record.reads { note(read.key, read.entry, depth: read.depth) }
  }

  /// Notes what a transient value's code reads, for explanations. The build that asks for the value
  /// is told of these reads itself.
  func noteIfTransient(_ key: KeyID, _ reading: Reading) {
    guard self.key.lifetime.kind == .transient else { return }
    state.withLock { $0.record?.add(.init(key, reading.entry, depth: reading.depth)) }
  }

  /// Notes what was read or opened outside of this build's view: the value is then the asking
  /// scope's.
  func noteElsewhere(_ key: KeyID = .elsewhere, _ entry: Entry? = nil) {
    note(key, entry, depth: depth)
    note(.elsewhere, nil, depth: depth)
  }

  /// Ends the record: reads from now on are late.
  func takeRecord() -> Record {
    var record = state.withLock { $0.record.take()! }
    record.keys.insert(key.id)
    return record
  }

  /// Keeps a scope that was opened here, until the build ends.
  func keep(_ new: Opened) { state.withLock { if $0.record != nil { $0.opened.append(new) } } }

  /// The scopes that were opened here and that something may still see.
  func takeOpened() -> [Scope] {
    var all = state.withLock { state in
      defer { state.opened = [] }
      return state.opened
    }
    var seen: [Scope] = []
    // From the inside out, since what lies inside holds what lies outside.
    while var last = all.popLast() {
      let isSeen = !isKnownUniquelyReferenced(&last.place) || last.scope.knownMemory != nil
      if isSeen { seen.append(last.scope) }
    }
    return seen
  }

  /// Forgets what is seen here, and what asks.
  func forget() {
    let old = state.withLock { state in
      defer { state = State(record: nil) }
      return state
    }
    // After the lock: a deinit in these may read values.
    withExtendedLifetime(old) {}
  }
}

/// A scope that a build has opened, and the place that its code sees instead.
struct Opened: Sendable {
  var place: IndirectPlace
  let scope: Scope
}
