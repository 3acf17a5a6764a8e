import Synchronization

/// What a property sees, where that can be told without counting references.
@usableFromInline
@safe
struct QuickView {
  /// The viewpoint that is seen; `nil` where that can't be told, or where it is a view of two.
  @usableFromInline let viewpoint: Unmanaged<Viewpoint>?

  /// Whether it stays until the task leaves what is current. If not, it stays with the home.
  @usableFromInline let isHeldByTask: Bool

  init(_ viewpoint: Unmanaged<Viewpoint>?, isHeldByTask: Bool = false) {
    unsafe self.viewpoint = viewpoint
    self.isHeldByTask = isHeldByTask
  }
}

/// What the running task sees of a property with this home, which is a `Viewpoint` and not `nil`.
//
// A function with these types, and not a method, since the caller need not retain what it passes to
// this one. For `releasenone`, see `currentViewpoint()`: to ask a home counts references, but gives
// back no more than it took.
@_effects(releasenone)
@usableFromInline
func quickView(over home: AnyObject?) -> QuickView {
  // Safe to use unretained: the caller holds it. Safe to cast: see above.
  unsafe Unmanaged.passUnretained(home!)._withUnsafeGuaranteedRef {
    unsafe unsafeDowncast($0, to: Viewpoint.self).quickView(from: currentViewpoint())
  }
}

extension Viewpoint {
  @inline(__always)
  fileprivate final func quickView(from current: Unmanaged<Viewpoint>?) -> QuickView {
    // Safe to use unretained, here and below: the caller holds the home, and the task what is
    // current.
    let home = unsafe Unmanaged<Viewpoint>.passUnretained(self)
    if let current = unsafe current, unsafe current.toOpaque() == home.toOpaque() {
      return unsafe QuickView(current, isHeldByTask: true)
    }
    let number = knownNumber
    if number == Viewpoint.processNumber {
      // The process's root is never freed.
      let root = unsafe Scope.publishedRoot.load(ordering: .acquiring)
      return unsafe QuickView(current ?? root, isHeldByTask: true)
    }
    // A home that is no scope leads elsewhere, and what it leads to may have gone.
    guard let current = unsafe current else { return unsafe QuickView(isScope ? home : nil) }
    let isSeen = unsafe current._withUnsafeGuaranteedRef {
      $0.sees(number, within: Viewpoint.quickSteps)
    }
    if !isSeen { return unsafe QuickView(nil) }
    return unsafe QuickView(current, isHeldByTask: true)
  }

  private final var isScope: Bool { asScope != nil }
}

extension Scope {
  /// Whether this has a number, or one of the scopes that `link` leads to.
  final func leads(to number: UInt, within steps: Int) -> Bool {
    // Safe to use unretained: the caller holds this, and each scope the next one.
    var next = unsafe Unmanaged<Scope>.passUnretained(self)
    for _ in 0..<steps {
      let (isHere, outer) = unsafe next._withUnsafeGuaranteedRef { scope in
        (scope.knownNumber == number, unsafe scope.link.map { unsafe Unmanaged.passUnretained($0) })
      }
      if isHere { return true }
      guard let outer = unsafe outer else { return false }
      unsafe next = outer
    }
    return false
  }
}
