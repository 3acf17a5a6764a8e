import Foundation
import Synchronization

/// Runs `body` on a number of new threads, outside of every scope, until all have ended.
///
/// - Parameters:
///   - stackSize: The size of each thread's stack in bytes, if it matters.
///   - body: The work of a thread. It gets the thread's number, from 0.
/// - Returns: Whether all ended within two minutes. If not, they continue.
@discardableResult
public func onThreads(
  _ count: Int = 1,
  stackSize: Int? = nil,
  _ body: @escaping @Sendable (Int) -> Void
) -> Bool {
  let ended = DispatchSemaphore(value: 0)
  for number in 0..<count {
    let thread = Thread {
      body(number)
      ended.signal()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }
  let limit = DispatchTime.now() + 120
  return (0..<count).allSatisfy { _ in ended.wait(timeout: limit) == .success }
}

/// The processor time that `body` takes on this thread, however busy the machine is.
public func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
  let start = now()
  try body()
  return now() - start
}

/// A point that threads pass when all have come.
public final class Meeting: Sendable {
  private let count: Int
  private let arrivals = Atomic(0)
  private let isLate = Atomic(false)

  public init(of count: Int) { self.count = count }

  /// Whether all have come, and none gave up waiting.
  public var succeeded: Bool { areHere && !isLate.load(ordering: .relaxed) }

  private var areHere: Bool { arrivals.load(ordering: .acquiring) >= count }

  /// Returns when all have come, or after a minute, so that a test fails instead of hanging.
  public func come() {
    arrivals.add(1, ordering: .acquiringAndReleasing)
    let limit = ContinuousClock.now + .seconds(60)
    while !areHere && ContinuousClock.now < limit { sched_yield() }
    if !areHere { isLate.store(true, ordering: .relaxed) }
  }
}
