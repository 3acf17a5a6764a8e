import Synchronization

/// A reference that is set once, by whichever thread is first.
///
/// `AtomicLazyReference` does the same, but a load of it looks metadata up in code that isn't
/// specialized.
@safe
struct Lazy<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // Unchecked because of the address: it is that of an object that this retains until its end.
  private let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

  /// The object, if it is set.
  var value: Object? { unsafe unretained?.takeUnretainedValue() }

  /// The same without counting a reference: it stays while the caller holds what has this.
  @inline(__always)
  var unretained: Unmanaged<Object>? {
    // Acquiring: what the object has is visible to the reader.
    unsafe reference.load(ordering: .acquiring)
  }

  /// Sets the object unless there is one. Returns the one that stays.
  func set(_ object: Object) -> Object {
    let new = unsafe Unmanaged.passRetained(object)
    // Releasing: a reader that sees the reference sees what the object has.
    let (isSet, known) = unsafe reference.compareExchange(
      expected: nil,
      desired: new,
      ordering: .acquiringAndReleasing
    )
    if isSet { return object }
    unsafe new.release()
    return unsafe known!.takeUnretainedValue()
  }

  // Relaxed: no other thread uses this any more.
  deinit { unsafe reference.load(ordering: .relaxed)?.release() }
}
