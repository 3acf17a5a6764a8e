import Synchronization

/// A reference that is made when needed, and that its owner revokes, also while others use the
/// object.
///
/// In place of a `weak` one, for which an object has a table beside it: each count of a reference
/// then takes several times as long.
struct Revocable<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let object = AtomicReference<Object>()
  /// How many use the object, and one more until this is revoked. Once 0, it stays 0.
  private let uses = Atomic(1)

  /// The object without counting a reference, while the caller holds what revokes this.
  @inline(__always)
  var unretained: Unretained<Object>? { object.unretained }

  // Relaxed: nothing is read because of it.
  var isRevoked: Bool { uses.load(ordering: .relaxed) == 0 }

  /// Uses the object, unless there is none, or this is revoked.
  @inline(__always)
  func use<Result>(_ body: (Object) -> Result) -> Result? {
    if !beginUse() { return nil }
    defer { endUse() }
    return object.unretained?.use(body)
  }

  /// The object, which is made if there is none, unless this is revoked.
  func value(orElse make: () -> Object) -> Object? {
    if !beginUse() { return nil }
    defer { endUse() }
    return object.value ?? object.set(make()).object
  }

  /// Revokes the reference, once. The last use that runs releases the object.
  func revoke() { endUse() }

  @inline(__always)
  private func beginUse() -> Bool {
    var known = uses.load(ordering: .relaxed)
    var isAdded = false
    // Relaxed: the object isn't released meanwhile.
    while !isAdded, known != 0 {
      (isAdded, known) = uses.compareExchange(
        expected: known,
        desired: known + 1,
        ordering: .relaxed
      )
    }
    return isAdded
  }

  @inline(__always)
  private func endUse() {
    // Both: what all uses did with the object comes before its release.
    if uses.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { _ = object.take() }
  }
}
