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
/// A build is part of the one that its thread runs already, and of the one in whose view its value
/// was asked for, on whatever thread: those cannot end before it.
enum BuildRegistry {
  fileprivate struct State {
    /// The innermost build of each thread that runs one.
    var innermost: [Build] = []
    /// The builds for whose end others wait.
    var waiting: [(waiter: Build, build: Build)] = []
    /// The thread that runs the closure of `bootstrap`.
    var bootstrapThread: UInt?
  }

  /// The builds that another one is part of.
  struct Parents {
    /// The one that the same thread runs already.
    var onThread: Build?
    /// The one in whose view the value was asked for, if that is another one.
    var asking: Build?

    fileprivate var all: [Build] { [onThread, asking].compactMap { $0 } }
  }

  fileprivate static let state = Lock(State())

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
    /// The build is part of one of the same key: the keys from that one on.
    case circle([KeyDescription])
  }

  /// Registers a build, which is about to run on this thread.
  ///
  /// - Parameters:
  ///   - parent: The build in whose view the value was asked for.
  ///   - stamp: What `stamp(of:)` was before the search that found nothing.
  ///   - others: Builds of the same key that this one need not wait for.
  static func begin(
    _ build: Build,
    in parent: Build?,
    stamp: Int,
    beside others: [Build]
  ) -> Entrance {
    state.withLock { state in
      let key = build.key
      let parents = state.parents(onThread: build.thread, in: parent)
      let isOutdated = !build.isTransient && self.stamp(of: key) != stamp
      // Mostly nobody builds the key.
      if !key.history.running.isEmpty {
        let around = state.around(parents.all)
        if let circle = state.circle(of: build, in: parents, around) { return .circle(circle) }
        let same = key.history.running.filter { other in
          !other.isTransient && other.container === build.container
            && !others.contains { $0 === other }
            // Those wait for this one.
            && !around.contains { $0 === other }
        }
        if !isOutdated && !build.isTransient && !same.isEmpty {
          return .compare(same, key.prediction)
        }
      }
      if isOutdated { return .searchAgain }
      build.parents = parents
      key.history.running.append(build)
      state.setInnermost(build)
      if build.isOfProcess && key.history.firstUse == nil {
        key.history.firstUse = (build.place, state.bootstrapThread == build.thread)
      }
      return .entered
    }
  }

  /// The build has run, and its value can be found.
  static func end(_ build: Build, _ entry: Entry) {
    let parents = state.withLock { state in
      let key = build.key
      key.history.running.removeAll { $0 === build }
      // From now on nobody waits for it, though they may not have gone on yet.
      if !state.waiting.isEmpty { state.waiting.removeAll { $0.build === build } }
      key.countBuild()
      if !entry.record.reads(key.history.reads) { key.history.reads = entry.record.reads }
      state.removeInnermost(build)
      defer { build.parents = Parents() }
      return build.parents
    }
    // After the lock.
    withExtendedLifetime(parents) {}
  }

  /// The keys that this thread builds: the one that it builds for its own sake, and not for another
  /// one, is the first.
  static var ownKeys: [KeyDescription] {
    state.withLock { state in
      var keys: [KeyDescription] = []
      var next = state.innermost(of: Platform.currentThread)
      while let build = next {
        keys.append(build.key)
        next = build.parents.onThread
      }
      return keys.reversed()
    }
  }

  /// Waits for a build, unless that one waits for this reader.
  ///
  /// Readers that wait for each other need not have met a circle: what two keys read may depend on
  /// overrides, and then each may need the other in a scope of its own. So one of them builds for
  /// itself; if there is a circle, it comes back to a build that it is part of.
  ///
  /// - Parameter parent: The build in whose view the reader asks.
  static func wait(for build: Build, in parent: Build?) -> Bool {
    let mayWait = state.withLock { state in
      let parents = state.parents(onThread: Platform.currentThread, in: parent).all
      var known: [Build] = []
      if state.doesWait(build, for: state.around(parents), &known) { return false }
      // Who builds nothing can't be waited for: nobody needs to know.
      if build.isRegistered {
        for parent in parents { state.waiting.append((parent, build)) }
      }
      return true
    }
    if mayWait { build.gate.withLock { _ in } }
    return mayWait
  }
}

extension BuildRegistry.State {
  fileprivate func innermost(of thread: UInt) -> Build? { innermost.first { $0.thread == thread } }

  fileprivate mutating func setInnermost(_ build: Build) {
    if let index = innermost.firstIndex(where: { $0.thread == build.thread }) {
      innermost[index] = build
    } else {
      innermost.append(build)
    }
  }

  fileprivate mutating func removeInnermost(_ build: Build) {
    let index = innermost.firstIndex { $0 === build }!
    if let outer = build.parents.onThread {
      innermost[index] = outer
    } else {
      innermost.remove(at: index)
    }
  }

  /// The builds that what runs on a thread is part of.
  ///
  /// - Parameter asking: The build in whose view a value is asked for.
  fileprivate func parents(onThread thread: UInt, in asking: Build?) -> BuildRegistry.Parents {
    let own = innermost(of: thread)
    let isOther = asking !== own && asking?.isRegistered == true
    return BuildRegistry.Parents(onThread: own, asking: isOther ? asking : nil)
  }

  /// These builds and all that they are part of.
  fileprivate func around(_ builds: [Build]) -> [Build] {
    var all = builds
    var index = 0
    while index < all.count {
      for parent in all[index].parents.all where !all.contains(where: { $0 === parent }) {
        all.append(parent)
      }
      index += 1
    }
    return all
  }

  /// The keys of the circle that a build would close, from the earlier build of its key with the
  /// same overrides on; `nil` if there is none.
  ///
  /// Where the overrides differ at each turn, it may end by itself. After a hundred turns it counts
  /// as a circle: the stack is finite.
  ///
  /// - Parameter around: The parents and all that they are part of.
  fileprivate func circle(
    of build: Build,
    in parents: BuildRegistry.Parents,
    _ around: [Build]
  ) -> [KeyDescription]? {
    let same = around.filter { $0.key == build.key }
    return same.isEmpty ? nil : way(to: build, from: parents, isLong: same.count > 100)
  }

  private func way(
    to build: Build,
    from starts: BuildRegistry.Parents,
    isLong: Bool
  ) -> [KeyDescription]? {
    for start in starts.all {
      if start.key == build.key, isLong || start.hasSameOverrides(as: build) { return [start.key] }
      if let keys = way(to: build, from: start.parents, isLong: isLong) {
        return keys + [start.key]
      }
    }
    return nil
  }

  /// Follows who waits for whom: a build waits for what is waited for inside it.
  fileprivate func doesWait(_ build: Build, for others: [Build], _ known: inout [Build]) -> Bool {
    if others.contains(where: { $0 === build }) { return true }
    if known.contains(where: { $0 === build }) { return false }
    known.append(build)
    for (waiter, next) in waiting where around([waiter]).contains(where: { $0 === build }) {
      if doesWait(next, for: others, &known) { return true }
    }
    return false
  }
}

extension Build {
  /// Whether the same levels are seen: then the same code does the same again. Code that is
  /// provided further out is other code: it may end what provided code further in has begun.
  fileprivate func hasSameOverrides(as other: Build) -> Bool {
    provider <= other.provider && levels.isSame(as: other.levels)
  }

  /// Whether this build has begun and not ended.
  fileprivate var isRegistered: Bool { key.history.running.contains { $0 === self } }
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
  /// Says which thread runs the closure of `InjectedValues.bootstrap`, until that is over.
  static func setBootstrapThread(_ thread: UInt?) {
    state.withLock { $0.bootstrapThread = thread }
  }

  /// Makes a scope the process's root, unless a build began that would be wrong then. Returns what is
  /// to be said if so.
  ///
  /// - Parameter replaces: Whether values may be set that were set or read before.
  static func publish(_ root: Scope, replaces: Bool) -> Message? {
    let keys = root.levels.flatMap(\.overrides).map { $0.key }
    return state.withLock { state in
      if !replaces {
        if !Scope.process.isRoot {
          return .bootstrappedTwice(first: Scope.process.place, second: root.place)
        }
        for key in keys {
          if let use = key.history.firstUse {
            let (place, isInBootstrap) = use
            return .bootstrappedTooLate(
              Subject(key),
              firstUse: place,
              isInBootstrap: isInBootstrap,
              root.place
            )
          }
        }
      }
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
  package var processUse: SourcePlace? {
    BuildRegistry.state.withLock { _ in history.firstUse?.place }
  }
}
