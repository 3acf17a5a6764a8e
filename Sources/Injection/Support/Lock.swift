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

extension Lock where Value: ~Copyable {
  /// The same, for a lock that many threads use all the time.
  @export(implementation)
  package func withLock<Result: ~Copyable, Failure: Error>(
    after turnstile: Turnstile,
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let hasWaited = turnstile.enter()
    defer { turnstile.leave(hasWaited) }
    return try withLock(body)
  }
}

// Sendable like `Mutex`, which guards every access to the value.
extension Lock: @unchecked Sendable where Value: ~Copyable {}

/// Where threads wait for a lock that many use all the time.
///
/// On Linux, a `Mutex` is handed to the thread that has waited longest. Once several threads wait,
/// each use is a switch of threads, which takes thousands of nanoseconds. Here one thread at a time
/// waits for the mutex, and the others for that one.
@usableFromInline
package final class Turnstile: Sendable {
  /// How many threads use the lock, or wait. Relaxed: what they see of each other is the lock's.
  private let users = Atomic(0)
  /// Made when a thread waits.
  private let signal = AtomicReference<Signal>()

  @usableFromInline
  package init() {}

  /// Comes before a use. Returns whether this waited, which the end must know.
  @usableFromInline
  @inline(never)
  func enter() -> Bool {
    let isUsed = users.add(1, ordering: .relaxed).oldValue > 0
    if !isUsed || !Platform.handsMutexOver { return false }
    (signal.unretained ?? signal.set(Signal())).use { $0.lock() }
    return true
  }

  /// Comes after the use.
  @usableFromInline
  @inline(never)
  func leave(_ hasWaited: Bool) {
    users.subtract(1, ordering: .relaxed)
    if hasWaited { signal.unretained!.use { $0.unlock() } }
  }
}
