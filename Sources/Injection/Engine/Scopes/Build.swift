import Synchronization

/// One run of a key's code. It notes what that reads.
///
/// What is seen from the code's own scope:
///
/// - By the code, while it runs: the view that asked; of a singleton, the layer that provides its
///   code, or the root.
/// - By other threads meanwhile: the innermost layer whose override the code has read so far, with
///   all outside of it, at first the root; if the view is a pair, such layers of both sides beside
///   each other (`shown(_:in:)`), and in the own layer what was read (`Layer.words`); of a
///   singleton, what the code sees. They wait for what may change (Settling.swift).
/// - By all, when the code has returned: the same, for all that it has read (`leave(_:_:in:)`). Where
///   the layers say other words than the code has read, the own layer goes on saying these.
package final class Build: Listener, @unchecked Sendable {
  enum Phase: UInt8 {
    case begun
    /// The code's value is known, and its record is complete.
    case recorded
    /// The code has returned, and its scope leads to what the value stands on.
    case over
    /// The value is kept, unless it is transient.
    case ended
    /// The code never runs: the value of another build is found.
    case calledOff

    static func >= (one: Self, other: Self) -> Bool { one.rawValue >= other.rawValue }
  }

  // Unchecked like its superclass; what isn't atomic is guarded by the lock, used by the code's
  // thread only, or set before this is over and used after that.

  /// The read that asks.
  let request: Request
  let thread: UInt
  /// The number of builds around, and this one.
  let level: Int
  /// Whether the value stands on what the code reads. If not, it is valid where its code is the
  /// same.
  let standsOnReads: Bool
  /// The depth of the own layer, greater than that of the layer that asks, so that this rather than
  /// the own layer keeps what is built late: see `Layer.owner(for:of:)`.
  private let depth: Int
  /// What the code sees; `nil` is the process's root, which may be replaced.
  private let storedView: Unretained<Layer>?
  /// The build whose code asks.
  private let storedParent: Unretained<Build>?
  /// The layer in which the value was searched: another one than the view of a singleton. It stays
  /// until the end.
  let searched: Unretained<Layer>
  /// The birth of what keeps the value, or the build whose code opened that. Set before this is
  /// over.
  private var keeperBirth: UInt64
  private var keeperOpener: Optional<Build>
  /// Whether the code that asks is told of the read.
  private let isTold: Bool
  /// Whether the build for which this waits can't end before. Relaxed: it is only polled.
  let isNeededFirst = Atomic(false)
  /// Whether a long wait for the value was told of. Relaxed: only messages depend on it.
  let wasToldOf = Atomic(false)

  /// Guards the properties below, but for those that say something else.
  //
  // A structure in it would cost two kilobytes of metadata. While it is taken, those of older builds
  // may be taken, to which what is seen here leads.
  private let lock = Lock(())
  /// What was read so far, until the end.
  private var record: Optional<Record>
  private let recordAddress: ObjectIdentifier
  /// The layer of the code's own scope, if it was made. The scope holds it while the code runs.
  /// Transient code has none.
  private var own: Optional<Unretained<Layer>>
  /// The scopes that the code opened and in which something was made or kept. When the code has
  /// returned, only its thread uses them.
  private(set) var opened: [Scope]
  /// Given to those who wait, if there are some.
  private var signal: Optional<Signal>
  /// The next build in a list: see `Cache.add(_:)`, whose lock guards this.
  var nextInCache: Optional<Unretained<Build>>
  /// What is released when this has ended: a deinit in there may read values, or wait for others.
  /// Only the code's thread uses it.
  var leftovers: [Entry]
  /// The same: what another build sees.
  //
  // One list of any objects would cost a client half a kilobyte.
  var views: [Layer]

  /// - Parameters:
  ///   - searched: The layer in which the value was searched.
  ///   - listener: Who must be told of the read that asks.
  ///   - told: The innermost build that must be told, if its code runs on this thread: a task that
  ///     it has started may have inherited it.
  @inline(__always)
  init(
    _ request: Request,
    in view: Layer,
    from searched: Layer,
    standsOnReads: Bool,
    _ listener: Listener?,
    _ told: Build?
  ) {
    // Here and not with the properties, here and elsewhere: a client has the code of each of those.
    (thread, opened, leftovers, views) = (Platform.currentThread, [], [], [])
    (keeperBirth, keeperOpener, own, signal, nextInCache) = (0, nil, nil, nil, nil)
    self.standsOnReads = standsOnReads
    isTold = told != nil
    // Of a transient value, who is told of the read that asks; of one in another's code, who is told
    // outside of that, if somebody is.
    let outer = request.key.isTransient ? (listener as? Build)?.outer ?? listener : nil
    let isOfRoot = view.isProcessRoot
    // Safe: the read that asks holds the layers until the end, and runs in the code of the parent.
    (storedView, self.searched) = unsafe (isOfRoot ? nil : Unretained(view), Unretained(searched))
    storedParent = unsafe told.map(Unretained.init) ?? Scope.currentBuild.map(Unretained.init)
    level = (storedParent?.use { $0.level } ?? 0) + 1
    depth = max(searched.depth, storedParent?.use { $0.depth } ?? 0) + 1
    let (key, codeDepth) = (request.key.id, standsOnReads ? nil : view.depthInRecords)
    record = Record(of: key, in: view.ownContainer, codeDepth: codeDepth)
    (self.request, recordAddress) = (request, ObjectIdentifier(record!))
    super.init(inside: listener, outer)
    record!.build = ObjectIdentifier(self)
  }

  package var key: Key { request.key }

  /// Whether nobody needs to wait any more, and this isn't registered.
  var hasEnded: Bool { phase >= Phase.ended }

  /// Whether the code runs on this thread. What it starts on others is no part of it.
  @inline(never) var hearsHere: Bool { !isOver && thread == Platform.currentThread }

  // What transient code has captured is read for who asked, when the code has returned.
  override var nearestBuild: Build? { isOver ? outer?.nearestBuild ?? self : self }
  // If this doesn't hear the thread, no build around does.
  override var live: Listener? { hearsHere ? self : outer?.live ?? outerRecording }

  /// What the code sees, for other threads; `nil` when the build is over.
  // Under the lock, with which this ends: until then, the view and the parent stay.
  @inline(never) var view: Layer? { lock.withLock { _ in isOver ? nil : unretainedView.object } }

  /// What the code sees, if it runs on another thread than the given one.
  func view(notOn thread: UInt?) -> Layer? { thread == self.thread ? nil : view }

  /// The build whose code asks for this one.
  @inline(never) var parent: Build? { lock.withLock { _ in hasEnded ? nil : storedParent?.object } }

  /// The build whose value the code's reads count for: for a transient value, that of the build
  /// that asks, if there is one.
  @inline(never) var receiver: Build { firstAround { !$0.key.isTransient || !$0.isTold } ?? self }

  // MARK: The code's own scope

  /// What the code sees, on its thread: it stays until the end.
  var unretainedView: Unretained<Layer> { storedView ?? ProcessRoot.unretained }

  /// Makes the layer of the code's own scope, unless the build is over. Others than the code see
  /// there what the value stands on so far, which grows inwards, and is what they see afterwards.
  func makeLayer(_ set: (Layer) -> Unretained<Layer>) -> Unretained<Layer>? {
    guard let view else { return nil }
    // Set under the lock, so that what is read meanwhile isn't missed.
    return lock.withLock { _ in
      record.flatMap {
        let shown = shown($0, in: view).orNone
        own = set(Layer(.ofBuild, in: shown, depth: depth, of: self))
        return own
      }
    }
  }

  /// What others than the code see when it has read something: the layers that say it, one beside
  /// the other. On other threads under the lock.
  private func shown(_ record: Record, in view: Layer) -> Layer {
    if view.isLinear { return view.layer(atDepth: record.depth) }
    let layers = view.layers(overriding: record.keysSoFar)
    // What lies outside of a younger one comes with that.
    let inner = layers.filter { layer in !layers.contains { $0 !== layer && $0.liesIn(layer) } }
    return inner.reduce(view.root) { $1.beside($0) }
  }

  /// The code has returned. If something leads to its scope, what the value stands on is seen there
  /// from now on.
  ///
  /// - Parameter view: What the code saw.
  /// - Returns: The layer whose scope keeps the value.
  func leave(_ scope: inout Scope?, _ record: Record, in view: Layer) -> Layer {
    let keeper =
      view.isLinear ? view.layer(atDepth: record.depth) : view.youngest(overriding: record.keys)
    // A layer that is known may be held where the scope isn't.
    let known = scope!.knownLayer
    (known ?? (isHeldHereOnly(&scope) ? nil : scope!.unretainedLayer))?.use { own in
      // It may have been made when less was known, also of what is younger.
      own.lead(to: shown(record, in: view))
      if !view.isLinear {
        let isShown =
          record.isValid(in: own.shown)
          && !record.words.overrides.all.contains { own.shown.mayHide($0) }
        // What was read, also if the view says something else by now.
        var words =
          isShown ? nil : record.keys.all.compactMap { own.ownWord(of: $0) ?? view.word(of: $0) }
        // Reads ask whether there are some, without looking at the list.
        if words?.isEmpty == true { words = nil }
        // What was said before is released after the lock.
        lock.withLock { _ in swap(&words, &own.words) }
      }
    }
    keeperOpener = keeper.keptOpener
    if keeperOpener == nil { keeperBirth = keeper.birth }
    // Releasing: a thread that sees the end sees where the scope leads.
    storedPhase.store(Phase.over.rawValue, ordering: .releasing)
    return keeper
  }

  /// That of what the code opens: it is as old as what keeps the value, or as what would, by what
  /// was read so far.
  @inline(never) var birth: UInt64 {
    var build = self
    while true {
      let shown = build.view.flatMap { [build] view in
        build.lock.withLock { _ in build.record.map { build.shown($0, in: view) } }
      }
      if let shown { return shown.birth }
      guard let opener = build.keeperOpener else { return build.keeperBirth }
      build = opener
    }
  }

  /// Whether the value holds the scopes that the code opens, so that what is made there needn't.
  /// The library doesn't hold weak and transient values.
  private var holdsOpened: Bool { key.lifetime.kind != .weak && !key.isTransient }
  /// Returns whether the scope is held: when the record is complete, nothing would take it out.
  @inline(never) func hold(_ scope: Scope) -> Bool {
    holdsOpened
      && lock.withLock { _ in
        if phase != Phase.begun { return false }
        // A kept one is held by its collection.
        if scope.layer.isOfCollection || scope.isHeldByOpener { return true }
        scope.isHeldByOpener = true
        // Taken out meanwhile, as in `Layer.add(_:)`, so that it isn't copied.
        var all = opened
        opened = []
        all.append(scope)
        opened = all
        return true
      }
  }

  // MARK: Waiting

  /// What tells those who wait for this to look again, unless this has ended; until the lending
  /// ends, its thread has the priority of this one.
  @inline(never) func lendPriority() -> (signal: Signal, lent: UInt)? {
    lock.withLock { _ in
      if hasEnded { return nil }
      let signal = signal ?? Signal()
      self.signal = signal
      // The thread exists, since this hasn't ended.
      return (signal, Platform.lendPriority(to: thread))
    }
  }

  /// Lets those look again who wait for this.
  @inline(never) func wake() { lock.withLock { _ in signal }?.give() }

  // MARK: The record

  /// All keys that the value stands on so far. No other thread gets a copy of the reads.
  @inline(never)
  var keysSoFar: KeySet { lock.withLock { _ in record?.keysSoFar ?? KeySet(key.id) } }

  /// Whether a record is that of this build. Each knows the other's address: one of these may be
  /// that of something earlier, but not both.
  func hasMade(_ record: Record) -> Bool {
    recordAddress == ObjectIdentifier(record) && record.build == ObjectIdentifier(self)
  }

  func markUnimplemented() { record!.isUnimplemented = true }

  /// Marks the build if an earlier one was: a stored `static let` is evaluated once in the process.
  func markUnimplementedInTests() {
    if record!.isUnimplemented { key.isUnimplementedInTests.store(true, ordering: .relaxed) }
    record!.isUnimplemented = key.isUnimplementedInTests.load(ordering: .relaxed)
  }

  func markLive() { record!.isLive = true }

  /// Notes a read of an override, of a default, or that nothing overrides a key: for the build in
  /// whose own scope it was. If it was in no own scope, for those whose own scopes are asked for
  /// one of its keys.
  ///
  /// - Parameters:
  ///   - depth: The depth of the layer that has it.
  ///   - seen: What was seen.
  ///   - own: The build in whose own scope that was.
  @inline(never)
  func note(_ key: KeyID, _ entry: Entry?, depth: Int, in seen: Layer, of own: Build?) {
    let read = Record.Read(key, entry)
    // Another thread has built the value, and has read the key through the own scope of a build
    // that uses it now: there it counts.
    for (build, key) in read.record?.forOthers ?? [] where isPart(of: build) { build.count(key) }
    // Mostly. What follows does the same.
    if own === self { return add(read, depth: depth) }
    // This one, and those around: this one's code may have entered what theirs have captured.
    var (around, next): ([Build], Build?) = ([], self)
    while let build = next, build !== own {
      if build.key.isTransient { build.add(read, depth: depth) } else { around.append(build) }
      next = build.parent
    }
    if let next { return next.add(read, depth: depth) }
    around.first?.noteIndirect(read, in: seen, around)
  }

  /// Notes a read that wasn't in the own scope, but through captured values or beside a home. A key
  /// counts for the builds whose own scopes are asked for it, and with what the build's view says
  /// of it, whatever a home says.
  ///
  /// - Parameter around: This build and those around.
  @inline(never) private func noteIndirect(_ read: Record.Read, in seen: Layer, _ around: [Build]) {
    let keys = read.record?.keys.all ?? [read.key]
    // A default that stands on the same here is one read.
    var (counted, isWhole): ([KeyID], Bool) = ([], read.record != nil)
    for key in keys {
      let (word, builds) = WordSearch.run(for: key, in: seen, findsBuilds: true)
      for build in builds where build.thread != thread {
        lock.withLock { _ in record!.add(key, for: build) }
      }
      for build in around where builds.contains(where: { $0 === build }) {
        if build === self { counted.append(key) } else { build.count(key) }
      }
      if unretainedView.use({ $0.word(of: key)?.entry }) !== word?.entry { isWhole = false }
    }
    if isWhole, counted.count == keys.count { return add(read, depth: 0) }
    for key in counted { count(key) }
    // What the read's code has asked in own scopes may lie outside of a word that hides it here.
    if let other = read.record { lock.withLock { _ in record!.addForOthers(of: other) } }
  }

  /// The code reads what its view says of a key.
  @inline(never) private func count(_ key: KeyID) {
    let said = unretainedView.use { $0.word(of: key) }
    add(Record.Read(key, said?.entry), depth: said?.depth ?? 0)
  }

  /// The own scope shows others from now on what was read, too.
  @inline(never) private func add(_ read: Record.Read, depth: Int) {
    let own = lock.withLock { _ in
      phase == Phase.begun && record!.add(read, depth: depth) ? self.own : nil
    }
    guard standsOnReads, let own else { return }
    let (view, shown) = (unretainedView.object, own.use { $0.shown })
    let keys = view.isLinear ? [] : (read.record?.keys ?? KeySet(read.key)).all
    // Those that aren't said yet.
    let words = keys.compactMap { key in
      own.use { $0.ownWord(of: key) } == nil ? view.word(of: key) : nil
    }
    // Mostly the layer that says it is seen there already.
    let isShown =
      view.isLinear
      ? (read.record?.depth ?? depth) <= shown.depth
      : words.allSatisfy { shown.liesIn($0.layer) }
    if !isShown {
      let layer = self.shown(record!, in: view)
      own.use { $0.lead(to: layer) }
    }
    // An assignment, as in `Record.add`: reads would check the access.
    if !words.isEmpty { lock.withLock { _ in own.use { $0.words = ($0.words ?? []) + words } } }
    if !isShown || !words.isEmpty { wake() }
  }

  /// Finds what the code's thread may add to meanwhile.
  func locked(_ find: () -> Found?) -> Found? { lock.withLock { _ in find() } }

  /// What was read. Reads from now on are late.
  @inline(never) func takeRecord() -> Record {
    lock.withLock { _ in
      // Relaxed: others ask for it under the lock.
      storedPhase.store(Phase.recorded.rawValue, ordering: .relaxed)
      return record!
    }
  }

  // MARK: The end

  /// The build has ended. It forgets what is seen here, and what asks.
  @inline(never) func end() {
    // Released after the lock: a deinit in there may read values.
    let held = lock.withLock { _ -> (Record?, Signal?) in
      // Releasing, as in `phase`.
      storedPhase.store((phase == .begun ? Phase.calledOff : .ended).rawValue, ordering: .releasing)
      return (record.take(), signal)
    }
    (opened, leftovers, views) = ([], [], [])
    held.1?.give()
  }
}
