import Synchronization

/// A reference that is made when needed, and that its owner revokes, also while others use the
/// object.
///
/// In place of a `weak` one, for which an object has a table beside it: each count of a reference
/// then takes several times as long.
struct Revocable<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let object = AtomicReference<Object>()
  /// Twice how many use the object, and one more until this is revoked. Once even, it stays so.
  private let uses = Atomic(1)

  /// The object without counting a reference, while the caller holds what revokes this.
  @inline(__always)
  var unretained: Unretained<Object>? { object.unretained }

  // Relaxed: nothing is read because of it.
  var isRevoked: Bool { uses.load(ordering: .relaxed) % 2 == 0 }

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

  /// Revokes the reference. The last use that runs releases the object.
  func revoke() {
    // Both, as below.
    let old = uses.bitwiseAnd(~1, ordering: .acquiringAndReleasing).oldValue
    if old == 1 { _ = object.take() }
  }

  @inline(__always)
  private func beginUse() -> Bool {
    var known = uses.load(ordering: .relaxed)
    var isAdded = false
    // Relaxed: the object isn't released meanwhile.
    while !isAdded, known % 2 != 0 {
      (isAdded, known) = uses.compareExchange(
        expected: known,
        desired: known + 2,
        ordering: .relaxed
      )
    }
    return isAdded
  }

  @inline(__always)
  private func endUse() {
    // Both: what all uses did with the object comes before its release.
    if uses.subtract(2, ordering: .acquiringAndReleasing).newValue == 0 { _ = object.take() }
  }
}
