import Synchronization

/// What `Scope.seen(from:home:)` answers, where that can be told without counting references.
@usableFromInline
@safe
struct QuickView {
  /// The scope that is seen; `nil` where that can't be told.
  @usableFromInline let scope: Unmanaged<Scope>?

  /// Whether the scope stays until the task leaves its current one. If not, it stays with the home.
  @usableFromInline let isHeldByTask: Bool

  init(_ scope: Unmanaged<Scope>?, isHeldByTask: Bool = false) {
    unsafe self.scope = scope
    self.isHeldByTask = isHeldByTask
  }
}

/// What the running task sees of a property with this home, which is a `Scope` and not `nil`.
//
// A function with these types, and not a method of the scope's, since the caller need not retain
// what it passes to this one. For `releasenone`, see `currentScope()`.
@_effects(releasenone)
@usableFromInline
func quickView(over home: AnyObject?) -> QuickView {
  // Safe to use unretained: the caller holds it.
  unsafe Unmanaged.passUnretained(home!)._withUnsafeGuaranteedRef {
    unsafe unsafeDowncast($0, to: Scope.self).quickView(from: currentScope())
  }
}

extension Scope {
  @inline(__always)
  fileprivate final func quickView(from current: Unmanaged<Scope>?) -> QuickView {
    // Safe to use unretained, here and below: the caller holds the home, and the task its scope.
    let home = unsafe Unmanaged.passUnretained(self)
    guard let current = unsafe current else {
      return unsafe traits.contains(.redirects) ? view(from: nil) : QuickView(home)
    }
    if unsafe current.toOpaque() == home.toOpaque() {
      return unsafe QuickView(current, isHeldByTask: true)
    }
    return unsafe view(from: current)
  }

  // Apart, since most reads are done before.
  @inline(never)
  private final func view(from current: Unmanaged<Scope>?) -> QuickView {
    var home = unsafe Unmanaged.passUnretained(self)
    if isBuild {
      // The home of what a default made leads to the process's root, or to a stand-in, when the
      // build is over. The stand-in has the number of the scope it stands for, so that one is not
      // needed here.
      guard let destination = unsafe asBuildScope?.redirect else {
        return unsafe QuickView(nil)
      }
      unsafe home = destination
    }
    let root = unsafe Scope.publishedRoot.load(ordering: .relaxed)
    if unsafe home.toOpaque() == root?.toOpaque() {
      // The process's root is never freed.
      return unsafe QuickView(current ?? home, isHeldByTask: true)
    }
    let standsForOther = traits.contains(.redirects)
    guard let current = unsafe current else { return unsafe QuickView(standsForOther ? nil : home) }
    let number = unsafe home._withUnsafeGuaranteedRef { $0.knownViewSerial }
    let currentNumber = unsafe current._withUnsafeGuaranteedRef { $0.knownViewSerial }
    if number == 0 || currentNumber == 0 { return unsafe QuickView(nil) }
    if number == currentNumber { return unsafe QuickView(current, isHeldByTask: true) }
    let isCurrentYounger = number < currentNumber
    let (younger, id) =
      unsafe isCurrentYounger
      ? (current, MergedView.id(home: number)) : (home, MergedView.id(current: currentNumber))
    let view = unsafe younger._withUnsafeGuaranteedRef {
      unsafe $0.unretainedDetails?._withUnsafeGuaranteedRef { unsafe $0.mergedViews[id] }
    }
    guard let view = unsafe view else { return unsafe QuickView(nil) }
    return unsafe view._withUnsafeGuaranteedRef { view in
      switch view.choice {
      case .current: unsafe QuickView(current, isHeldByTask: true)
      case .home: unsafe QuickView(standsForOther ? nil : home)
      // The younger of the two scopes holds the view, and so this one.
      case .other(let scope):
        unsafe QuickView(Unmanaged.passUnretained(scope), isHeldByTask: isCurrentYounger)
      }
    }
  }
}
