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

  /// After this time, a wait for a build, or for a collection's scope, is reported.
  // Infinity is no duration.
  package static let limit = Duration.milliseconds(
    min(
      max(0, Platform.environment("INJECTION_WAIT_MILLISECONDS").flatMap(Double.init) ?? 1000),
      1e12
    )
  )

  /// All waits, of all tasks. A build looks here before it waits, and a message about a long wait
  /// does.
  private static let storedAll = Lock<[Wait]>([])
  @inline(never) static var all: [Wait] { storedAll.withLock { $0 } }

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
    // Relaxed: others look by adding, so they see the last number.
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
    var (path, last) = ([Build](), build)
    while path.count < all.count, let wait = all.first(where: { $0.build.isPart(of: last) }) {
      last = wait.other
      path.append(last)
    }
    return path
  }
}

/// Builds that seem to wait for each other. What they wait for may be known by now, and their
/// threads not yet awake.
struct Circle {
  let path: [Build]
  private let waits: [Wait], looks: [Int]

  init(_ path: [Build], _ waits: [Wait]) {
    (self.path, self.waits, looks) = (path, waits, waits.map { $0.countLooks(0) })
  }

  /// Whether all have begun and ended a look since this was found, and must wait on. Not if one
  /// waits for a value, which counts no looks: it can build that instead.
  var isSure: Bool { waits.indices.allSatisfy { waits[$0].countLooks(0) > looks[$0] + 1 } }
}

extension Build {
  /// Waits for this, until it shows a key, or for its value. Tells of it after a while, since this
  /// may wait for the code that waits here.
  //
  // The closure is optional, since there would be a copy of this with each one.
  @inline(never)
  func wait(
    toShow key: KeyID?,
    to request: Request,
    in layer: Layer,
    while isWaiting: (() -> Bool)?
  ) {
    guard let (signal, lent) = lendPriority() else { return }
    defer { Platform.endLending(lent) }
    let limit = SuspendingClock.now + Wait.limit
    var isLong = false
    while true {
      let number = signal.number
      if isWaiting?() != true { return }
      if !isLong, limit < .now {
        isLong = true
        // Of many who need the value, the first one tells.
        if key != nil || !wasToldOf.exchange(true, ordering: .relaxed) {
          let key = key.map { Key.known($0) ?? request.key }
          Issues.report(request, waitingFor: self, for: key, in: layer)
        }
      }
      // What a build shows may also change with what others show, which give no signal here.
      signal.wait(after: number, milliseconds: key == nil ? 50 : 5)
    }
  }

  /// The code of this build waits from now on until it is known what another one shows. Returns the
  /// circle in which it seems to be, too.
  func beginWait(toBeShownBy other: Build) -> (Wait, Circle?) {
    let (wait, others) = Wait.begin(of: self, for: other, isForValue: false)
    guard let (path, waits) = circle(from: other, others) else { return (wait, nil) }
    // Who waits for a value can build it instead.
    for wait in waits where wait.isForValue {
      wait.build.isNeededFirst.store(true, ordering: .relaxed)
      wait.other.wake()
    }
    return (wait, Circle(path + [other], waits))
  }

  /// Whether another build waits for this one, as far as that is known.
  func isNeeded(by other: Build) -> Bool { circle(from: other, Wait.all) != nil }

  /// The builds from `other` on, if that can't end before this one, which would wait for it; and
  /// how they wait for each other.
  func circle(from other: Build, _ waits: [Wait]) -> (path: [Build], waits: [Wait])? {
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

  /// Stops the process, since a key needs itself.
  ///
  /// - Parameter circle: What is built, from the key on until it is needed again.
  func stop(_ circle: [Build]) -> Never {
    let message = Message.circle(circle.map { Subject($0.key).short }, at: request)
    message.stop(in: unretainedView.use { $0.context })
  }
}
