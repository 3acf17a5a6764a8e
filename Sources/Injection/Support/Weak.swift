import Synchronization

/// A weak reference that its owner ends, in place of the object's `deinit`.
///
/// `weak` gives the object a table beside it, and each count of a reference then takes several times
/// as long.
@safe
struct Weak<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // Unchecked because of the address, which is that of an object that this retains until the end.
  private let reference: Unmanaged<Object>
  /// How many use the object, and one for its owner. It stays 0.
  private let uses = Atomic(1)

  init(_ object: Object) { unsafe reference = .passRetained(object) }

  // Relaxed: no other thread uses this anymore. Its owner may never have owned it.
  deinit { if uses.load(ordering: .relaxed) > 0 { unsafe reference.release() } }

  /// Uses the object, if the owner hasn't ended this.
  @inline(__always)
  func use<Result>(_ body: (Object) -> Result) -> Result? {
    var known = uses.load(ordering: .relaxed)
    var isAdded = false
    while !isAdded {
      if known == 0 { return nil }
      // Acquiring: what ends the use comes after it.
      (isAdded, known) = uses.compareExchange(
        expected: known,
        desired: known + 1,
        ordering: .acquiring
      )
    }
    defer { end() }
    return unsafe reference._withUnsafeGuaranteedRef { body($0) }
  }

  /// Ends a use, or this as a whole. The last one releases the object.
  @inline(__always)
  func end() {
    // Both: what was done with the object comes before its release.
    if uses.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      unsafe reference.release()
    }
  }
}
