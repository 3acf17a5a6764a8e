import Synchronization

/// A build that waits for another one's value, or until it is known what that shows.
package final class Wait: Sendable {
  let build: Build
  let other: Build
  let isForValue: Bool
  /// How often the thread has seen that it must wait on, and that all builds through which it reads
  /// wait for it; less than 0 when it needn't.
  private let looks = Atomic(0)

  private init(of build: Build, for other: Build, isForValue: Bool) {
    (self.build, self.other, self.isForValue) = (build, other, isForValue)
  }

  /// After so many milliseconds, a wait for a build, or for a collection's scope, is reported.
  package static let limit =
    Platform.environment("INJECTION_WAIT_MILLISECONDS").flatMap(Double.init) ?? 1000

  /// All waits, of all tasks. A build looks here before it waits, and a message about a long wait
  /// does.
  private static let storedAll = Lock<[Wait]>([])
  static var all: [Wait] { storedAll.withLock { $0 } }

  /// Begins a wait. Returns all others, too: of two that begin at once, one sees the other.
  @inline(never)
  static func begin(of build: Build, for other: Build, isForValue: Bool) -> (Wait, others: [Wait]) {
    let wait = Wait(of: build, for: other, isForValue: isForValue)
    return storedAll.withLock { all in
      defer { all.append(wait) }
      return (wait, all)
    }
  }

  @inline(never) func end() {
    looks.store(.min, ordering: .relaxed)
    // The caller holds this, so that nothing is released under the lock.
    Self.storedAll.withLock { all in _ = all.remove(at: all.firstIndex { $0 === self }!) }
  }

  /// Whether the build still waits, as far as others know.
  var isLive: Bool { !isForValue || !build.isNeededFirst.load(ordering: .relaxed) }

  // Both: a look that comes later sees what was done before this one.
  @discardableResult
  func countLooks(_ more: Int) -> Int { looks.add(more, ordering: .acquiringAndReleasing).newValue }

  /// What a build waits for, what that waits for, and so on, as far as it is known.
  package static func path(from build: Build) -> [Build] {
    let all = all
    var path = [build]
    while path.count <= all.count, let wait = all.first(where: { $0.build.isPart(of: path.last!) })
    {
      path.append(wait.other)
    }
    return Array(path.dropFirst())
  }
}

// MARK: - Builds on other threads

extension Layer {
  /// What is found for a read, once it is known what the builds on other threads, through which
  /// this leads, will show of what that stands on.
  //
  // What a build shows grows inwards, from nothing to what its code sees. So where both say the
  // same of a key, and all else that its code sees and that says something of it lies outside, it
  // stays.
  func findSettled(_ key: Key, for request: Request, onlyWord: Bool = false) -> Found? {
    var last: Record.Read?
    while true {
      let builds = isLinear ? [] : ownLayersOfBuilds(notOn: Platform.currentThread)
      let found = onlyWord ? word(of: key.id) : search(key)
      if builds.isEmpty { return found }
      let (keys, read) = (found?.entry.keys.all ?? [key.id], Record.Read(key.id, found?.entry))
      if let (layer, key) = firstUnsettled(keys, builds) {
        layer.wait(until: key, in: self, request)
        last = nil
      } else if last?.isSame(as: read) == true {
        return found
      } else {
        // What was found before it was known may be what was shown before: it is found again.
        last = read
      }
    }
  }

  /// The first key of which a build may show something else later, and the build's own layer: the
  /// least deep one, since what it shows decides what those further in do.
  private func firstUnsettled(_ keys: [KeyID], _ builds: [Layer]) -> (layer: Layer, key: KeyID)? {
    for key in keys {
      let unsettled = builds.filter { $0.mayChange(key, in: self) }
      if let layer = unsettled.min(by: { $0.depth < $1.depth }) { return (layer, key) }
    }
    return nil
  }

  /// The own layers of the builds through which this leads, and of those that their code sees, but
  /// for the builds on a thread.
  @inline(never) func ownLayersOfBuilds(notOn thread: UInt? = nil) -> [Layer] {
    var (all, views) = ([Layer](), isLinear ? [] : [self])
    while let view = views.popLast() {
      _ = view.first { layer in
        if let seen = layer.build?.view(notOn: thread), !all.contains(where: { $0 === layer }) {
          all.append(layer)
          views.append(seen)
        }
        return false
      }
    }
    return all
  }

  /// Whether it isn't known yet what the build whose own layer this is will show of a key:
  ///
  /// - what its code sees says something else than what is shown, or
  /// - its code sees two words, neither of which lies in the other, or
  /// - the word of a view lies in a layer that only the code comes to so far.
  @inline(never) fileprivate func mayChange(_ key: KeyID, in searched: Layer) -> Bool {
    guard let view = build?.view(notOn: Platform.currentThread) else { return false }
    let word = word(of: key)
    return view.word(of: key)?.entry !== word?.entry
      || word.map { view.hasMore(of: key, than: $0) } == true
      || searched.word(of: key).map { !sees($0.layer) && view.sees($0.layer) } == true
  }

  /// Whether a layer here says something else of a key, and the word doesn't lie in that layer.
  private func hasMore(of key: KeyID, than word: Found) -> Bool {
    if isLinear { return false }
    return first {
      $0.ownWord(of: key).map { $0.entry !== word.entry && !word.layer.liesIn($0.layer) } == true
    } != nil
  }

  private func wait(until key: KeyID, in searched: Layer, _ request: Request) {
    let (build, waiting) = (build!, Scope.currentBuild)
    let (wait, circle) = waiting?.beginWait(toBeShownBy: build) ?? (nil, nil)
    defer { wait?.end() }
    build.wait(toShow: key, to: request, in: self) {
      // A build further in that has led here may be over.
      let builds = searched.ownLayersOfBuilds(notOn: Platform.currentThread)
      if !builds.contains(where: { $0 === self }) || !mayChange(key, in: searched) { return false }
      // The end of any of the builds may change where this leads.
      if let wait, builds.allSatisfy({ waiting!.isNeeded(by: $0.build!) }) {
        wait.countLooks(1)
        if let circle, circle.isSure { waiting!.stop(circle.path) }
      }
      return true
    }
  }
}

extension Build {
  /// Waits for this, until it shows a key, or for its value. Tells of it after a while, since this
  /// may wait for the code that waits here.
  fileprivate func wait(
    toShow key: KeyID?,
    to request: Request,
    in layer: Layer,
    while isWaiting: () -> Bool
  ) {
    guard let (signal, endLending) = beginWait() else { return }
    defer { endLending() }
    var limit = Double(Platform.now) + Wait.limit * 1_000_000
    while true {
      let number = signal.number
      if !isWaiting() { return }
      // What a build shows may also change with what others show, which give no signal here.
      signal.wait(after: number, milliseconds: key == nil ? 50 : 5)
      if Double(Platform.now) < limit || !isWaiting() { continue }
      limit = .infinity
      // Of many who need the value, the first one tells.
      if key == nil, wasToldOf.exchange(true, ordering: .relaxed) { continue }
      let key = key.map { Key.known($0) ?? request.key }
      Issues.report(request, waitingFor: self, for: key, in: layer)
    }
  }
}

// MARK: - Builds of one default

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
    let builds = others.isEmpty ? [] : view.ownLayersOfBuilds(notOn: thread)
    // What goes when a build is over may read values: its own thread doesn't wait for the end.
    for other in others where other.thread != thread || !other.isOver {
      if isPart(of: other), !looksForCircles { continue }
      // What is being built for this has been read, too.
      let path = isPart(of: other) ? self.path(from: other) : [other]
      // Of the value of code that has started this, nothing is known before its end.
      let isStarted = builds.contains { $0.build === other }
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
      other.wait(toShow: isStarted ? key.id : nil, to: request, in: view) {
        !other.hasEnded && !isNeededFirst.load(ordering: .relaxed)
      }
      // One that has only waited, too, has built nothing. Then this one builds: if all searched
      // again, they could wait for each other for ever.
      if other.phase == .ended { return false }
    }
    return true
  }

  /// The code of this build waits from now on until it is known what another one shows.
  ///
  /// - Returns: The wait, and the circle in which it seems to be.
  fileprivate func beginWait(toBeShownBy other: Build) -> (Wait?, Circle?) {
    let (wait, others) = Wait.begin(of: self, for: other, isForValue: false)
    guard let (path, waits) = circle(from: other, others) else { return (wait, nil) }
    // Who waits for a value can build it instead.
    let waiting = waits.filter(\.isForValue)
    if waiting.isEmpty { return (wait, Circle(path: path + [other], waits)) }
    for wait in waiting {
      wait.build.isNeededFirst.store(true, ordering: .relaxed)
      wait.other.wake()
    }
    return (wait, nil)
  }

  /// Whether this looks for itself in the builds around: from some depth on when their number has
  /// doubled, so that no cost squares with it.
  private var looksForCircles: Bool { level <= 32 || level & (level - 1) == 0 }

  /// Stops the process, since a key needs itself.
  ///
  /// - Parameter circle: What is built, from the key on until it is needed again.
  fileprivate func stop(_ circle: [Build]) -> Never {
    let message = Message.circle(circle.map { Subject($0.key).short }, at: request)
    message.stop(in: unretainedView.use { $0.context })
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
    if view.ownContainer !== otherView.ownContainer { return false }
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

  /// Whether another build waits for this one, as far as that is known.
  fileprivate func isNeeded(by other: Build) -> Bool { circle(from: other, Wait.all) != nil }

  /// The builds from `other` on, if that can't end before this one, which would wait for it; and
  /// how they wait for each other.
  private func circle(
    from other: Build,
    _ waits: [Wait]
  ) -> (path: [Build], waits: [Wait])? {
    var (path, used, last) = ([Build](), [Wait](), other)
    // A thread waits for one at a time.
    while used.count < waits.count,
      let wait = waits.first(where: { $0.isLive && $0.build.isPart(of: last) })
    {
      path += wait.build.path(from: last)
      // The build that waits for a value, and the one it waits for, are of one key.
      if wait.isForValue { path.removeLast() }
      used.append(wait)
      if isPart(of: wait.other) { return (path + self.path(from: wait.other), used) }
      last = wait.other
    }
    return nil
  }

  /// Finds a circle of transient values only, which aren't registered.
  func stopIfTransientCircle(_ view: Layer, _ lastKeys: KeySet) {
    let other = looksForCircles ? parent?.firstAround { $0.key === key } : nil
    guard let other else { return }
    let path = path(from: other)
    if shares(with: other, path, view, lastKeys) { stop(path) }
  }
}

/// Builds that wait until it is known what the next one shows. That may be known by now, and the
/// thread that waits for it not yet awake.
private struct Circle {
  let path: [Build]
  private let waits: [(wait: Wait, looks: Int)]

  init(path: [Build], _ waits: [Wait]) {
    (self.path, self.waits) = (path, waits.map { ($0, $0.countLooks(0)) })
  }

  /// Whether all others have begun and ended a look since this was found, and seen that they must
  /// wait on.
  var isSure: Bool { waits.allSatisfy { $0.wait.countLooks(0) > $0.looks + 1 } }
}
