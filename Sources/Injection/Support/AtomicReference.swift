import Synchronization

/// A reference that the first of several threads sets, and that can be replaced.
///
/// `AtomicLazyReference` sets one, too, but in unspecialized code its loads look up metadata.
@safe
struct AtomicReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // Unchecked because of the address, which is that of an object that this retains until `deinit`.
  private let reference: Atomic<Unmanaged<Object>?>

  init(_ object: Object? = nil) {
    unsafe reference = Atomic(object.map { unsafe .passRetained($0) })
  }

  /// The object, if it is set.
  var value: Object? { unretained?.object }

  /// The same without counting a reference: it stays while the caller holds the owner of this.
  @inline(__always)
  var unretained: Unretained<Object>? {
    // Acquiring: the reader sees the object's contents.
    unsafe reference.load(ordering: .acquiring).map { unsafe Unretained($0) }
  }

  /// Sets the object unless one is set. Returns the one that stays.
  func set(_ object: Object) -> Unretained<Object> {
    if let known = unretained { return known }
    let new = unsafe Unmanaged.passRetained(object)
    // Both: who sees the reference sees the object's contents, also here if another was faster.
    let (isSet, known) = unsafe reference.compareExchange(
      expected: nil,
      desired: new,
      ordering: .acquiringAndReleasing
    )
    if isSet { return unsafe Unretained(new) }
    unsafe new.release()
    return unsafe Unretained(known!)
  }

  /// Replaces the object. The caller holds the old one as long as threads may read it.
  func exchange(with object: Object) -> Object? {
    // Both: readers see the new object's contents, and the caller those of the old one.
    unsafe reference.exchange(.passRetained(object), ordering: .acquiringAndReleasing)?
      .takeRetainedValue()
  }

  /// Replaces the object, which another reference holds from then on.
  ///
  /// - Parameter next: That of the new object.
  func push(_ object: Object, before next: borrowing AtomicReference) {
    let new = unsafe Unmanaged.passRetained(object)
    var (isSet, known) = unsafe (false, reference.load(ordering: .relaxed))
    while !isSet {
      // Not counted: the old object may be another one by now, and go.
      unsafe next.reference.store(known, ordering: .relaxed)
      // Releasing: who sees the new object sees the next one. A later one may be at its address.
      unsafe (isSet, known) = reference.compareExchange(
        expected: known,
        desired: new,
        ordering: .acquiringAndReleasing
      )
    }
  }

  /// Takes the object out, when no other thread uses this anymore.
  func take() -> Object? {
    let object = unsafe reference.load(ordering: .relaxed)
    unsafe reference.store(nil, ordering: .relaxed)
    return unsafe object?.takeRetainedValue()
  }

  // Relaxed: no other thread uses this anymore.
  deinit { unsafe reference.load(ordering: .relaxed)?.release() }
}
