import Foundation
import Synchronization

/// Runs `body` on that many threads of their own, where no scope is current, until all have ended.
///
/// - Parameters:
///   - stackSize: How many bytes each thread's stack has, where that matters.
///   - body: What a thread does. It gets the thread's number, from 0.
/// - Returns: Whether all ended within half a minute. If not, they go on.
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
  let limit = DispatchTime.now() + 30
  return (0..<count).allSatisfy { _ in ended.wait(timeout: limit) == .success }
}

/// Lets threads go on when all have come.
public final class Meeting: Sendable {
  private let count: Int
  private let arrivals = Atomic(0)

  public init(of count: Int) { self.count = count }

  public var arrived: Int { arrivals.load(ordering: .acquiring) }

  /// Returns when all have come, or too late: then a test sees that they were kept from it.
  public func come() {
    arrivals.add(1, ordering: .acquiringAndReleasing)
    let limit = ContinuousClock.now + .seconds(20)
    while arrived < count && ContinuousClock.now < limit { sched_yield() }
  }
}
