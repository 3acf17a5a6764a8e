import Synchronization

/// All running builds: decides which reads build, which wait, and which key needs itself.
package enum Builds {
  private static let state = Lock(State())

  fileprivate struct State: Sendable {
    /// In the order in which they began.
    var runs: [Build] = []
    /// Threads, or parts of builds, that wait for other builds.
    var waits: [(build: Build, other: Build)] = []
  }

  enum Turn {
    /// The caller builds.
    case build
    /// Another thread builds the same value.
    case wait(Build)
    /// What the search saw has changed since.
    case searchAgain
    /// The key needs itself: what is built, from the key on.
    case circle([Key])
  }

  /// Changes when a value of a key is kept, and when the process's root is replaced.
  static func stamp(of key: Key) -> Int {
    key.endedBuilds.load(ordering: .acquiring) + replacedRoots.load(ordering: .acquiring)
  }

  private static let replacedRoots = Atomic(0)

  /// Begins a build, if none runs whose value would be shared.
  ///
  /// - Parameters:
  ///   - stamp: The stamp of the key before the search that found no value.
  ///   - hasCode: Whether the search found code.
  static func begin(_ build: Build, stamp: Int, hasCode: Bool) -> Turn {
    let key = build.key
    let isTransient = key.lifetime.kind == .transient
    return state.withLock { state in
      for other in state.runs where other.key === key {
        // Whether both share the value is a guess: a build reads what it read the last time, what
        // it has read so far, and what is being built for it.
        var keys = key.lastKeys
        keys.formUnion(other.keysSoFar)
        for part in state.runs where part !== other && part.isNeeded(by: other) {
          keys.insert(part.key.id)
        }
        let keeper = build.view?.innermost(overriding: keys).identity
        if keeper != other.view?.innermost(overriding: keys).identity { continue }
        if other.thread == build.thread || build.isNeeded(by: other) {
          return .circle(state.path(from: other, to: build))
        }
        if isTransient { continue }
        if let path = state.circle(from: other, waitingFor: build) { return .circle(path) }
        state.waits.append((build, other))
        return .wait(other)
      }
      if Self.stamp(of: key) != stamp { return .searchAgain }
      if !hasCode { build.noteUse() }
      state.runs.append(build)
      Attention.builds.store(state.runs.count, ordering: .relaxed)
      return .build
    }
  }

  /// Ends a build, whose value is kept or discarded.
  static func end(_ build: Build) {
    let gone = state.withLock { state in
      let key = build.key
      if key.lifetime.kind != .transient {
        // Changes only here. Releasing: a search that sees the number finds what was kept before.
        let ended = key.endedBuilds.load(ordering: .relaxed)
        key.endedBuilds.store(ended + 1, ordering: .releasing)
      }
      let waits = state.waits
      if !waits.isEmpty { state.waits.removeAll { $0.other === build } }
      let gone = state.runs.remove(at: state.runs.lastIndex { $0 === build }!)
      Attention.builds.store(state.runs.count, ordering: .relaxed)
      return (gone, waits)
    }
    // After the lock: a deinit may read values.
    withExtendedLifetime(gone) {}
  }

  /// What the running thread builds, transient values included, from the outside in.
  @inline(never)
  static var ofThisThread: [Build] {
    let thread = Platform.currentThread
    return state.withLock { $0.runs.filter { $0.thread == thread } }
  }

  /// What is built where an observer watches, from the outside in.
  package static func keys(watchedBy observer: any ReadObserver) -> [Key] {
    state.withLock { $0.runs.filter { $0.view?.container.observer === observer } }.map(\.key)
  }

  // MARK: The process's root

  /// Replaces the process's root, unless a value that the new one sets was used before.
  ///
  /// - Returns: The override of that value.
  static func replaceRoot(with new: Scope, isPreview: Bool) -> Entry? {
    state.withLock { state in
      let old = ProcessRoot.current
      // Not `of`, which runs code of a new key.
      let used = new.overrides.all.first { override in
        Key.known(override.id)?.firstUse != nil || old.kept.contains { $0.stands(on: override.id) }
          || state.runs.contains { $0.isForRoot && $0.keysSoFar.contains(override.id) }
      }
      if !isPreview {
        if let used { return used }
        // What was built meanwhile has read nothing that is set now.
        new.keep(allOf: old)
      }
      ProcessRoot.replace(with: new)
      replacedRoots.add(1, ordering: .releasing)
      return nil
    }
  }
}

extension Builds.State {
  /// The keys built from one build on to another that is part of it.
  fileprivate func path(from first: Build, to last: Build) -> [Key] {
    let between = runs.drop { $0 !== first }
      .filter { $0.thread == last.thread || last.isNeeded(by: $0) }
    return between.map(\.key) + [last.key]
  }

  /// The keys built from `other` on, if it can't end before `build`, which would wait for it.
  fileprivate func circle(from other: Build, waitingFor build: Build) -> [Key]? {
    for wait in waits where wait.build.thread == other.thread || wait.build.isNeeded(by: other) {
      let start = path(from: other, to: wait.build)
      let isAround = wait.other.thread == build.thread || build.isNeeded(by: wait.other)
      let rest =
        isAround ? path(from: wait.other, to: build) : circle(from: wait.other, waitingFor: build)
      if let rest { return start + rest.dropFirst() }
    }
    return nil
  }
}
