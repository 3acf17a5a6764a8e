import Synchronization

/// A reference that is set once, by whoever is first.
///
/// `AtomicLazyReference` is that, too, but is not specialized for its element in code that uses it:
/// a load takes some hundred instructions.
@safe
struct LazyReference<Element: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  // Unchecked because of the address: it is that of an element that this retains until it goes.
  private let reference = unsafe Atomic<Unmanaged<Element>?>(nil)

  /// The element, if it was set.
  var value: Element? {
    // Acquiring: who sees the reference sees the element.
    unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Whether the element was set. Relaxed: nothing of it is read.
  var isSet: Bool { unsafe reference.load(ordering: .relaxed) != nil }

  /// Sets the element unless there is one. Returns which stays.
  func set(_ element: Element) -> Element {
    let new = unsafe Unmanaged.passRetained(element)
    // Releasing: who sees the reference sees the element.
    let (isSet, old) = unsafe reference.compareExchange(
      expected: nil,
      desired: new,
      ordering: .acquiringAndReleasing
    )
    if isSet { return element }
    unsafe new.release()
    return unsafe old!.takeUnretainedValue()
  }

  deinit {
    // Relaxed: nobody else is left.
    unsafe reference.load(ordering: .relaxed)?.release()
  }
}
