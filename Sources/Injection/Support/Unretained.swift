import Synchronization

/// A reference that isn't counted.
///
/// Creating one is unsafe: a comment there says what retains the object. Using one is safe while
/// the caller retains that.
@usableFromInline
@frozen
@safe
struct Unretained<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @unsafe
  init(_ object: Object) { unsafe reference = .passUnretained(object) }

  @unsafe
  init(_ reference: Unmanaged<Object>) { unsafe self.reference = reference }

  /// The object, counted.
  var object: Object { unsafe reference.takeUnretainedValue() }

  func isSame(_ other: Self?) -> Bool { unsafe reference.toOpaque() == other?.reference.toOpaque() }

  /// Uses the object without counting.
  @export(implementation)
  @inline(__always)
  func use<Result>(_ body: (Object) -> Result) -> Result {
    unsafe reference._withUnsafeGuaranteedRef { body($0) }
  }
}

/// Whether nothing else holds an object. Who finds it by a weak reference meanwhile doesn't use what
/// the caller changes.
@inline(__always)
func isHeldHereOnly<Object: AnyObject>(_ object: inout Object?) -> Bool {
  if !isKnownUniquelyReferenced(&object) { return false }
  // The look is relaxed: what others did before they let go comes before what follows.
  atomicMemoryFence(ordering: .acquiring)
  return true
}

// Like the reference itself: it is used while the object is held.
extension Unretained: @unchecked Sendable where Object: Sendable {}
