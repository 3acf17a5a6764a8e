import Synchronization

/// Moments of the process, in their order.
//
// A clock may not have moved since the last one.
package enum Moment {
  private static let last = Count()

  /// A number that is greater than 0, and than all earlier ones.
  // Relaxed: what one thread has done before another one counts is less in any case.
  package static func next() -> UInt64 { last.count.add(1, ordering: .relaxed).newValue }
}

private struct Count: ~Copyable, Sendable {
  // On lines of its own, since each count by a thread makes others wait for what lies near it.
  private let before = SIMD16<UInt64>()
  let count = Atomic<UInt64>(0)
  private let after = SIMD16<UInt64>()
}
