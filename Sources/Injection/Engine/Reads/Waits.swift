/// The builds that wait for other builds: all that the tasks of a process share. Only a build that
/// is about to wait looks here.
enum Waits {
  typealias Wait = (build: Build, other: Build)

  private static let all = Lock<[Wait]>([])

  /// Adds a wait. Returns all others: of two that are added at once, one sees the other.
  static func add(_ wait: Wait) -> [Wait] {
    all.withLock { all in
      defer { all.append(wait) }
      return all
    }
  }

  static func remove(_ build: Build) {
    // The caller holds both, so that nothing is released under the lock.
    all.withLock { all in _ = all.remove(at: all.firstIndex { $0.build === build }!) }
  }
}

extension Build {
  /// Begins the build, if none runs whose value would be shared; else waits for the end of that.
  /// Returns whether the code runs: if not, another thread has built the same value.
  ///
  /// A build is registered where its value would be kept, which is a guess: a key's code mostly reads
  /// what it read the last time. If it reads something else, two builds may run at once, and the
  /// first value that is kept stays. If the key needs itself, the process stops.
  ///
  /// - Parameters:
  ///   - memory: What the scope keeps that will probably keep the value.
  ///   - lastKeys: The keys that the last default stood on.
  func begin(in memory: Memory, _ view: Layer, _ lastKeys: KeySet) -> Bool {
    var known: [Build] = []
    while let other = memory.add(self, besides: known) {
      known.append(other)
      // What is being built for this, or for the other one, has been read, too.
      let isAround = isPart(of: other)
      let path = isAround ? self.path(from: other) : [other]
      if !shares(with: other, path, view, lastKeys) { continue }
      if isAround { stop(path) }
      let waits = Waits.add((self, other))
      defer { Waits.remove(self) }
      if let path = circle(from: other, waits) {
        if !shares(with: other, path, view, lastKeys) { continue }
        stop(path)
      }
      other.waitForEnd()
      return false
    }
    return true
  }

  /// Stops the process, since a key needs itself.
  ///
  /// - Parameter circle: What is built, from the key on until it is needed again.
  private func stop(_ circle: [Build]) -> Never {
    Message.circle(circle.map { Subject($0.key).short }, at: request).stop(in: context)
  }

  /// Whether this build's value will be the other one's, as far as that can be known.
  ///
  /// - Parameter path: The builds, from the other one on, whose reads count.
  private func shares(
    with other: Build,
    _ path: [Build],
    _ view: Layer,
    _ lastKeys: KeySet
  ) -> Bool {
    guard let otherView = other.view else { return true }
    // Held, since the builds around may end meanwhile.
    var held: [Layer?] = []
    defer { withExtendedLifetime(held) {} }
    _ = other.firstAsking { build in
      held.append(build.view)
      return false
    }
    var keys = lastKeys
    for build in path { keys.formUnion(build.keysSoFar) }
    if view.ownContainer !== otherView.ownContainer { return false }
    return keys.all.allSatisfy { view.word(of: $0)?.entry === otherView.word(of: $0)?.entry }
  }

  /// The builds from `other` on, if that can't end before this one, which would wait for it.
  private func circle(from other: Build, _ waits: [Waits.Wait]) -> [Build]? {
    var paths = [[other]]
    var seen = [other]
    while let path = paths.popLast() {
      let last = path.last!
      for wait in waits where wait.build.isPart(of: last) {
        // The build that waits and the one it waits for are of one key.
        var next = path
        next.removeLast()
        next += wait.build.path(from: last)
        next.removeLast()
        if isPart(of: wait.other) { return next + self.path(from: wait.other) }
        if seen.contains(where: { $0 === wait.other }) { continue }
        seen.append(wait.other)
        paths.append(next + [wait.other])
      }
    }
    return nil
  }

  /// Finds a circle of transient values only, which aren't registered.
  //
  // From some depth on, looked for when the number of builds around has doubled, so that no cost
  // squares with it.
  func stopIfTransientCircle(_ view: Layer, _ lastKeys: KeySet) {
    if level > 32, level & (level - 1) != 0 { return }
    guard let other = asking?.firstAsking(where: { $0.key === key }) else { return }
    let path = path(from: other)
    if shares(with: other, path, view, lastKeys) { stop(path) }
  }
}
