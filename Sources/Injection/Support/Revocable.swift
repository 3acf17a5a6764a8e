import Synchronization

/// A strong reference that its owner revokes, also while others use the object.
///
/// In place of a `weak` one, for which an object has a table beside it: each count of a reference
/// then takes several times as long.
@safe
struct Revocable<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // Unchecked because of the address, which is that of an object that this retains until the last
  // use has ended.
  private let reference: Unmanaged<Object>
  /// How many use the object, and one more until this is revoked. It stays 0.
  private let uses = Atomic(1)

  init(_ object: Object) { unsafe reference = .passRetained(object) }

  // Relaxed: no other thread uses this anymore.
  deinit { if uses.load(ordering: .relaxed) > 0 { unsafe reference.release() } }

  /// Uses the object, unless this is revoked.
  @inline(__always)
  func use<Result>(_ body: (Object) -> Result) -> Result? {
    var known = uses.load(ordering: .relaxed)
    var isAdded = false
    while !isAdded {
      if known == 0 { return nil }
      // Relaxed: the object was complete before this was, and isn't released meanwhile.
      (isAdded, known) = uses.compareExchange(
        expected: known,
        desired: known + 1,
        ordering: .relaxed
      )
    }
    defer { endUse() }
    return unsafe reference._withUnsafeGuaranteedRef { body($0) }
  }

  /// Revokes the reference, once. The last use that runs releases the object.
  func revoke() { endUse() }

  @inline(__always)
  private func endUse() {
    // Both: what all uses did with the object comes before its release.
    if uses.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      unsafe reference.release()
    }
  }
}
