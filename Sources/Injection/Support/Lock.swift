public import Synchronization

/// A mutex that the thread sanitizer understands.
///
/// On Linux, `Mutex` is part of a library that is not instrumented, so the sanitizer takes all that
/// is guarded by one for a race. It does see atomics of this package: the store that ends a use
/// of the value comes before the load that begins the next one. Both together cost half a
/// nanosecond of six.
///
/// Inlined, since a call from another module takes 150 ns; and so frozen.
@usableFromInline
@frozen
package struct Lock<Value: ~Copyable>: ~Copyable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let wasUsed = Atomic<Bool>(false)

  @inlinable
  package init(_ value: consuming sending Value) {
    self.mutex = Mutex(value)
  }

  @inlinable
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      // The orderings are for the sanitizer; the mutex has them by itself.
      _ = wasUsed.load(ordering: .acquiring)
      defer { wasUsed.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}

// Sendable like `Mutex`: the value is reached through it only.
extension Lock: @unchecked Sendable where Value: ~Copyable {}
