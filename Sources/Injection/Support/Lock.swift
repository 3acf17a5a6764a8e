public import Synchronization

/// A mutex that the thread sanitizer understands.
///
/// On Linux, `Mutex` is in a library that isn't instrumented, so the sanitizer reports races on the
/// values that it guards. The sanitizer sees this package's atomics: the store that ends a use of
/// the value comes before the load that begins the next one. Both take 0.5 of 6 ns.
///
/// Inlined and frozen, since a call from another module takes 150 ns.
@usableFromInline
@frozen
package struct Lock<Value: ~Copyable>: ~Copyable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let wasUsed = Atomic<Bool>(false)

  @export(implementation)
  package init(_ value: consuming sending Value) { self.mutex = Mutex(value) }

  @export(implementation)
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

// Sendable like `Mutex`, which guards every access to the value.
extension Lock: @unchecked Sendable where Value: ~Copyable {}
