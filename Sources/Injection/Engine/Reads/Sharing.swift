// Which builds are of one default: one of them runs, and the others wait for its value.

import Synchronization

extension Build {
  /// Begins the build, if none runs whose value would be shared; else waits for the end of that.
  /// Returns whether the code runs: if not, another thread has built a value, and the caller
  /// searches again.
  ///
  /// A build is registered where its value would be kept, which is a guess: a key's code mostly
  /// reads what it read the last time. If it reads something else, two builds may run at once, and
  /// the first value that is kept stays. If the key needs itself, the process stops.
  ///
  /// - Parameters:
  ///   - others: The builds of the key that were registered before.
  ///   - lastKeys: The keys that the last default stood on.
  func begin(after others: [Build], _ view: Layer, _ lastKeys: KeySet) -> Bool {
    // What goes when a build is over may read values: its own thread doesn't wait for the end.
    for other in others where other.thread != thread || !other.isOver {
      if isPart(of: other), !looksForCircles { continue }
      // What is being built for this has been read, too.
      let path = isPart(of: other) ? self.path(from: other) : [other]
      // The other build's code has started this on another thread: what its value will be isn't known
      // until it ends, or until nothing leads there any more.
      func leads() -> Bool { view.ownLayersOfBuilds(notOn: thread).contains { $0.build === other } }
      let isStarted = leads()
      if !isStarted, !shares(with: other, path, view, lastKeys) { continue }
      if isPart(of: other) { stop(path) }
      let (wait, others) = Wait.begin(of: self, for: other, isForValue: true)
      defer { wait.end() }
      if let (path, waits) = circle(from: other, others) {
        // What waits for what this one's value will show needs its end first: both are built.
        if waits.contains(where: { !$0.isForValue }) { continue }
        if !isStarted, !shares(with: other, path, view, lastKeys) { continue }
        stop(path)
      }
      other.wait(toShow: isStarted ? key.id : nil, to: request, in: view) { [self] in
        !other.hasEnded && !isNeededFirst.load(ordering: .relaxed) && (!isStarted || leads())
      }
      // One that has only waited, too, has built nothing. Then this one builds: if all searched
      // again, they could wait for each other for ever.
      if other.phase == Build.Phase.ended { return false }
    }
    return true
  }

  /// Whether this looks for itself in the builds around: from some depth on when their number has
  /// doubled, so that no cost squares with it.
  var looksForCircles: Bool { level <= 32 || level & (level - 1) == 0 }

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
    // Its scope may go meanwhile, and what goes with that may read this key.
    views = views + [otherView]
    if view.ownContainer !== otherView.ownContainer { return false }
    // What a draft of the process's root has built isn't the process's.
    if view.root.depth < otherView.root.depth { return false }
    // What builds on other threads show isn't what their own code sees.
    let builds = view.ownLayersOfBuilds(notOn: thread)
    let others = otherView.ownLayersOfBuilds(notOn: other.thread)
    if !builds.elementsEqual(others, by: ===) { return false }
    let all = builds + otherView.ownLayersOfBuilds(notOn: thread)
    var keys = lastKeys
    for build in path { keys.formUnion(build.keysSoFar) }
    return keys.all.allSatisfy { key in
      view.word(of: key)?.entry === otherView.word(of: key)?.entry
        && !all.contains { $0.mayChange(key, in: view) }
    }
  }
}
