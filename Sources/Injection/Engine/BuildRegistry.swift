import Synchronization

/// Who builds what right now: so that a value is built once for all who share it, so that nobody
/// else waits, and so that a circle is seen before a thread runs into it or waits in it.
///
/// One lock for the process, taken above all when a build begins and ends. No code of a key runs
/// under it, and nothing is let go: a value that goes may read others.
///
/// Who else may share a value is known only when its build ends. Until then it is predicted: a key
/// will read what it read the last time. Who predicts the same overrides waits, and looks again;
/// who predicts others builds at the same time. Where nothing is known yet, one waits for all.
///
/// A build is part of the one that its thread runs already, and of the one in whose view its value
/// was asked for, on whatever thread: those cannot end before it.
enum BuildRegistry {
  /// A build that has begun and not ended.
  fileprivate struct Run: Sendable {
    let build: Build
    let levels: Levels
    let thread: UInt
    /// The build in whose view the value was asked for.
    let asking: Build?
  }

  fileprivate struct State {
    /// In the order in which they began: those of a thread lie in each other.
    var runs: [Run] = []
    /// The builds for whose end others wait.
    var waiting: [(waiter: Build, build: Build)] = []
    /// The thread that runs the closure of `bootstrap`.
    var bootstrapThread: UInt?
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
    /// Another build is expected to have the same value.
    case wait(Build)
    /// The build is part of one of the same key: the keys from that one on.
    case circle([KeyDescription])
  }

  /// Registers a build, which is about to run on this thread.
  ///
  /// - Parameters:
  ///   - levels: What the build sees.
  ///   - parent: The build in whose view the value was asked for.
  ///   - stamp: What `stamp(of:)` was before the search that found nothing.
  static func begin(
    _ build: Build,
    _ levels: Levels,
    in parent: Build?,
    stamp: Int
  ) -> Entrance {
    let run = Run(build: build, levels: levels, thread: Platform.currentThread, asking: parent)
    return state.withLock { state in
      let key = build.key
      let isOutdated = !build.isTransient && self.stamp(of: key) != stamp
      // Mostly nobody builds the key.
      if state.runs.contains(where: { $0.build.key == key }) {
        let around = state.around(run)
        if let circle = run.circle(through: around) { return .circle(circle) }
        if !isOutdated && !build.isTransient, let other = state.same(as: run, around) {
          for (parent, next) in around where next == nil {
            state.waiting.append((parent.build, other))
          }
          return .wait(other)
        }
      }
      if isOutdated { return .searchAgain }
      state.runs.append(run)
      if build.isOfProcess && key.history.firstUse == nil {
        key.history.firstUse = (build.place, state.bootstrapThread == run.thread)
      }
      return .entered
    }
  }

  /// The build has run, and its value can be found.
  static func end(_ build: Build, _ entry: Entry) {
    let run = state.withLock { state in
      let key = build.key
      // From now on nobody waits for it, though they may not have gone on yet.
      if !state.waiting.isEmpty { state.waiting.removeAll { $0.build === build } }
      key.countBuild()
      if !entry.record.reads(key.history.reads) { key.history.reads = entry.record.reads }
      return state.runs.remove(at: state.runs.lastIndex { $0.build === build }!)
    }
    // After the lock.
    withExtendedLifetime(run) {}
  }

  /// The keys that this thread builds: the one that it builds for its own sake, and not for another
  /// one, is the first.
  static var ownKeys: [KeyDescription] {
    let thread = Platform.currentThread
    return state.withLock { $0.runs.filter { $0.thread == thread }.map(\.build.key) }
  }
}

extension BuildRegistry.State {
  fileprivate typealias Run = BuildRegistry.Run

  /// All that a run is part of, the innermost first, and of each where the next one lies on the way to
  /// it: `nil` for those that the run itself lies in.
  ///
  /// A run is part of the one that its thread runs already, and of the one in whose view its value
  /// was asked for. Both began before it, so one walk through the list finds all.
  ///
  /// - Parameter run: One of these, or one that is about to begin.
  fileprivate func around(_ run: Run) -> [(run: Run, next: Int?)] {
    var all: [(run: Run, next: Int?)] = []
    var threads: [(thread: UInt, next: Int?)] = [(run.thread, nil)]
    var asked: [(build: Build, next: Int?)] = []
    if let asking = run.asking { asked.append((asking, nil)) }
    let end = runs.lastIndex { $0.build === run.build } ?? runs.endIndex
    for other in runs[..<end].reversed() {
      let thread = threads.firstIndex { $0.thread == other.thread }
      let asking = asked.firstIndex { $0.build === other.build }
      guard let next = thread.map({ threads[$0].next }) ?? asking.map({ asked[$0].next }) else {
        continue
      }
      all.append((other, next))
      if let asking { asked.remove(at: asking) }
      if let thread {
        threads[thread].next = all.endIndex - 1
      } else {
        threads.append((other.thread, all.endIndex - 1))
      }
      if let asking = other.asking { asked.append((asking, all.endIndex - 1)) }
    }
    return all
  }

  /// A run that is expected to have the same value, and need not wait for this one.
  ///
  /// Readers that wait for each other need not have met a circle: what two keys read may depend on
  /// overrides, and then each may need the other in a scope of its own. So one of them builds for
  /// itself; if there is a circle, it comes back to a build that it is part of.
  ///
  /// - Parameter around: All that the run is part of.
  fileprivate func same(as run: Run, _ around: [(run: Run, next: Int?)]) -> Build? {
    let (key, around) = (run.build.key, around.map(\.run.build))
    let prediction = key.prediction
    let same = runs.first { other in
      var known: [Build] = []
      return other.build.key == key && !other.build.isTransient
        && other.build.container === run.build.container
        && prediction?.contains { !other.levels.haveSameOverride(as: run.levels, of: $0) } != true
        && !doesWait(other.build, for: around, &known)
    }
    return same?.build
  }

  /// Follows who waits for whom: a build waits for what is waited for inside it.
  private func doesWait(_ build: Build, for others: [Build], _ known: inout [Build]) -> Bool {
    if others.contains(where: { $0 === build }) { return true }
    if known.contains(where: { $0 === build }) { return false }
    known.append(build)
    for (waiter, next) in waiting where isPart(waiter, of: build) {
      if doesWait(next, for: others, &known) { return true }
    }
    return false
  }

  private func isPart(_ waiter: Build, of build: Build) -> Bool {
    guard waiter !== build, let run = runs.first(where: { $0.build === waiter }) else {
      return waiter === build
    }
    return around(run).contains { $0.run.build === build }
  }
}

extension BuildRegistry.Run {
  /// The keys of the circle that this run would close, from the earlier one of its key with the same
  /// overrides on; `nil` if there is none.
  ///
  /// Where the overrides differ at each turn, it may end by itself. After a hundred turns it counts
  /// as a circle: the stack is finite.
  ///
  /// - Parameter around: All that it is part of.
  fileprivate func circle(through around: [(run: Self, next: Int?)]) -> [KeyDescription]? {
    let isLong = around.count { $0.run.build.key == build.key } > 100
    var next = around.firstIndex { other, _ in
      other.build.key == build.key && (isLong || other.hasSameOverrides(as: self))
    }
    var keys: [KeyDescription] = []
    while let index = next {
      keys.append(around[index].run.build.key)
      next = around[index].next
    }
    return keys.isEmpty ? nil : keys
  }

  /// Whether the same levels are seen: then the same code does the same again. Code that is
  /// provided further out is other code: it may end what provided code further in has begun.
  private func hasSameOverrides(as other: Self) -> Bool {
    build.provider <= other.build.provider && levels.isSame(as: other.levels)
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
