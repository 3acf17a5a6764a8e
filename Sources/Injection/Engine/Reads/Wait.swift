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

/// Builds that wait until it is known what the next one shows. That may be known by now, and the
/// thread that waits for it not yet awake.
struct Circle {
  let path: [Build]
  private let waits: [(wait: Wait, looks: Int)]

  init(path: [Build], _ waits: [Wait]) {
    (self.path, self.waits) = (path, waits.map { ($0, $0.countLooks(0)) })
  }

  /// Whether all others have begun and ended a look since this was found, and seen that they must
  /// wait on.
  var isSure: Bool { waits.allSatisfy { $0.wait.countLooks(0) > $0.looks + 1 } }
}
