import Synchronization

/// Who builds what right now: so that a value is built once for all who share it, so that nobody
/// else waits, and so that a circle is seen before a thread runs into it or waits in it.
///
/// One lock for the process, taken when a build begins and when it ends. No code of a key runs
/// under it, and nothing is let go: a value that goes may read others.
///
/// Who else may share a value is known only when its build ends. Until then it is predicted: a key
/// will read what it read the last time. Who predicts the same overrides waits, and looks again;
/// who predicts others builds at the same time. Where nothing is known yet, one waits for all.
///
/// It goes by threads and not by tasks: a build does not suspend, and a task that a build started
/// is not part of it.
enum BuildRegistry {
  fileprivate struct State {
    /// Of all threads: builds nest a few levels deep, so there are few.
    var running: [Build] = []
    /// The builds, on other threads, for whose end threads wait that build themselves.
    var waiting: [(thread: UInt, build: Build)] = []
    var bootstrap = Bootstrap()
  }

  fileprivate struct Bootstrap {
    /// The thread that runs the closure.
    var thread: UInt?
    /// Where the process's values were set.
    var place: SourcePlace?
  }

  private static let state = Lock(State())

  /// How often the process's root was replaced.
  private static let replacements = Atomic(0)

  /// Says whether a key may have got a default since a search: a build of it has ended, or the
  /// process's root was replaced.
  static func stamp(of key: KeyDescription) -> Int {
    // Acquiring: who sees the number sees what was kept before.
    key.buildsEnded + replacements.load(ordering: .acquiring)
  }

  enum Entrance {
    /// The build is registered.
    case entered
    /// Something has changed since the search.
    case searchAgain
    /// These build the key now, for other views. They share the value if no override differs of the
    /// keys that are predicted to be read; `nil` where nothing is known.
    case compare([Build], [KeyDescription]?)
    /// The thread is building the key already, with the same code: what it builds from that on.
    case circle([KeyDescription])
  }

  /// Registers a build, which is about to run on this thread.
  ///
  /// - Parameters:
  ///   - stamp: What `stamp(of:)` was before the search that found nothing.
  ///   - others: Builds of the same key that this one need not wait for.
  static func begin(_ build: Build, stamp: Int, beside others: [Build]) -> Entrance {
    state.withLock { state in
      let key = build.key
      // Code may use the code that it replaces: that is older, so this comes to an end.
      if state.running.contains(where: {
        $0.thread == build.thread && $0.key == key && $0.provider <= build.provider
      }) {
        return .circle(state.circle(on: build.thread, from: key))
      }
      if build.isShared {
        if self.stamp(of: key) != stamp { return .searchAgain }
        let same = state.running.filter { other in
          other.key == key && other.isShared && other.container === build.container
            && !others.contains { $0 === other }
        }
        if !same.isEmpty { return .compare(same, key.prediction) }
      }
      state.running.append(build)
      if build.isOfProcess && key.history.firstUse == nil {
        key.history.firstUse = (build.place, state.bootstrap.thread == build.thread)
      }
      return .entered
    }
  }

  /// The build has run, and its value can be found.
  static func end(_ build: Build, _ entry: Entry) {
    state.withLock { state in
      let index = state.running.lastIndex { $0 === build }
      _ = state.running.remove(at: index!)
      // From now on nobody waits for it, though they may not have gone on yet.
      state.waiting.removeAll { $0.build === build }
      let key = build.key
      key.countBuild()
      if !entry.record.reads(key.history.reads) { key.history.reads = entry.record.reads }
    }
  }

  /// The key that this thread builds for its own sake, and not for another one.
  static var outermostKey: KeyDescription? {
    let thread = Platform.currentThread
    return state.withLock { state in state.running.first { $0.thread == thread }?.key }
  }

  /// Says that this thread is about to wait for a build, unless that one waits for this thread.
  ///
  /// Threads that wait for each other need not have met a circle: what two keys read may depend on
  /// overrides, and then each may need the other in a scope of its own. So one of them builds for
  /// itself; if there is a circle, it comes back to a build of its own thread.
  static func wait(for build: Build) -> Bool {
    let thread = Platform.currentThread
    let mayWait = state.withLock { state in
      if state.doesWait(build, for: thread) { return false }
      // A thread that builds nothing can't be waited for: nobody needs to know.
      if state.isRunning(build) && state.running.contains(where: { $0.thread == thread }) {
        state.waiting.append((thread, build))
      }
      return true
    }
    if mayWait { build.gate.withLock { _ in } }
    return mayWait
  }
}

extension BuildRegistry.State {
  fileprivate func isRunning(_ build: Build) -> Bool { running.contains { $0 === build } }

  /// What a thread builds from a key on.
  fileprivate func circle(on thread: UInt, from key: KeyDescription) -> [KeyDescription] {
    let builds = running.filter { $0.thread == thread }
    return builds.drop { $0.key != key }.map { $0.key }
  }

  /// Follows who waits for whom: a build for what its thread waits for, and so on.
  fileprivate func doesWait(_ build: Build, for thread: UInt) -> Bool {
    var next: Build? = build
    while let build = next {
      if build.thread == thread { return true }
      next = waiting.first { $0.thread == build.thread }?.build
    }
    return false
  }
}

extension KeyDescription {
  /// The keys that a build is expected to read, directly or through others; `nil` if it was never
  /// built.
  ///
  /// Called under the registry's lock.
  fileprivate var prediction: [KeyDescription]? {
    guard history.reads != nil else { return nil }
    var keys = [self]
    var known: Set<UInt> = [id.bits]
    var index = 0
    while index < keys.count {
      let reads = keys[index].history.reads ?? Few()
      for read in reads.indices.map({ reads[$0] }) where known.insert(read.id.bits).inserted {
        keys.append(read)
      }
      index += 1
    }
    return keys
  }
}

// MARK: - The process's values

extension BuildRegistry {
  /// Why the process's values cannot be set.
  enum Obstacle {
    case wasSet(SourcePlace)
    case wasRead(KeyDescription, SourcePlace, isInBootstrap: Bool)
  }

  /// Says which thread runs the closure of `InjectedValues.bootstrap`, until that is over.
  static func setBootstrapThread(_ thread: UInt?) {
    state.withLock { $0.bootstrap.thread = thread }
  }

  /// Where a default of the process's own container was first asked for.
  static func firstUse(of key: KeyDescription) -> SourcePlace? {
    state.withLock { _ in key.history.firstUse?.place }
  }

  /// Where the process's values were set; `nil` if they were not.
  static var bootstrapPlace: SourcePlace? { state.withLock { $0.bootstrap.place } }

  /// Makes a scope the process's root, unless a build began that would be wrong then.
  ///
  /// - Parameter replaces: Whether values may be set that were set or read before.
  static func publish(_ root: Scope, at place: SourcePlace, replaces: Bool) -> Obstacle? {
    let keys = root.ancestors.flatMap(\.overrides).map { $0.key }
    return state.withLock { state in
      if !replaces {
        if let first = state.bootstrap.place { return .wasSet(first) }
        for key in keys {
          if let use = key.history.firstUse {
            return .wasRead(key, use.place, isInBootstrap: use.isInBootstrap)
          }
        }
      }
      state.bootstrap.place = place
      root.publishAsProcess()
      // Releasing, and after: who sees the number sees the root.
      replacements.add(1, ordering: .releasing)
      return nil
    }
  }
}

extension KeyDescription {
  /// Where the key's default was first asked for in the process's own container; `nil` if it was
  /// not.
  package var processUse: SourcePlace? { BuildRegistry.firstUse(of: self) }
}
