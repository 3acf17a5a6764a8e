// What a property sees: the current scope and the home of the object that holds it, in one (R2, R3).

import Synchronization

/// Which scope a read uses, for one pair of current and home scope.
final class View: TableElement, @unchecked Sendable {
  // Unchecked like its superclass; it adds an immutable property only.
  enum Choice {
    case current
    case home
    /// Neither encloses the other: the current scope's part over the home.
    case rebased(Scope)
  }

  let choice: Choice

  init(_ choice: Choice, id: EntryID) {
    self.choice = choice
    super.init(id: id)
  }
}

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
// A function with these types, and not a method of the scope's, since the caller need not retain what it
// passes to this one. For `releasenone`, see `currentScope()`.
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
      // Acquiring: what a build did before it ended is seen.
      let destination = unsafe leadsTo.load(ordering: .acquiring)
      let isPlain = unsafe destination == nil && type(of: self) == Scope.self
      return unsafe isPlain ? QuickView(home) : view(from: nil)
    }
    if unsafe current.toOpaque() == home.toOpaque() {
      return unsafe QuickView(current, isHeldByTask: true)
    }
    return unsafe view(from: current)
  }

  // Apart, since most reads are done before.
  @inline(never)
  private final func view(from current: Unmanaged<Scope>?) -> QuickView {
    let home = unsafe Unmanaged.passUnretained(self)
    // The home of what a scope keeps leads to the process's root, or to the scope's stand-in. That has
    // the scope's number, so the scope itself is not needed here.
    // Acquiring: what the build did before it ended is seen.
    let destination = unsafe leadsTo.load(ordering: .acquiring)
    if let destination = unsafe destination,
      unsafe destination.toOpaque() == Scope.processIfMade.load(ordering: .relaxed)?.toOpaque()
    {
      // The process's root is never freed.
      return unsafe QuickView(current ?? destination, isHeldByTask: true)
    }
    let plainHome = unsafe type(of: self) == Scope.self ? home : nil
    guard let current = unsafe current else { return unsafe QuickView(plainHome) }
    let number = unsafe (destination ?? home)._withUnsafeGuaranteedRef { $0.knownSerial }
    let currentNumber = unsafe current._withUnsafeGuaranteedRef { $0.knownSerial }
    if number == 0 || currentNumber == 0 { return unsafe QuickView(nil) }
    if number == currentNumber { return unsafe QuickView(current, isHeldByTask: true) }
    let isCurrentYounger = number < currentNumber
    let (younger, id) =
      unsafe isCurrentYounger
      ? (current, Scope.viewID(home: number))
      : (destination ?? home, Scope.viewID(current: currentNumber))
    guard let view = unsafe younger._withUnsafeGuaranteedRef({ unsafe $0.views[id] }) else {
      return unsafe QuickView(nil)
    }
    return unsafe view._withUnsafeGuaranteedRef { view in
      switch view.choice {
      case .current: unsafe QuickView(current, isHeldByTask: true)
      case .home: unsafe QuickView(plainHome)
      // The younger of the two scopes holds the view, and so this one.
      case .rebased(let scope):
        unsafe QuickView(Unmanaged.passUnretained(scope), isHeldByTask: isCurrentYounger)
      }
    }
  }

  /// The scope that a property with this home sees while `current` is current (R2, R3).
  ///
  /// O(1) and without a lock for a pair of scopes that met before. `nil` is the process's root.
  static func seen(from current: Scope?, home: Scope?) -> Scope? {
    guard let home = home?.resolved, home !== process else { return current }
    // The process's root encloses everything, or is where there is no scope.
    guard let current = current?.resolved, current !== process else { return home }
    if home === current { return current }
    switch current.choice(home: home) {
    case .current: return current
    case .home: return home
    case .rebased(let scope): return scope
    }
  }

  private func choice(home: Scope) -> View.Choice {
    let (younger, id) = pair(with: home)
    // Safe to use unretained: `self` and `home` are held for the call.
    if let view = unsafe younger.views[id] {
      return unsafe view._withUnsafeGuaranteedRef { $0.choice }
    }
    // What a running build is part of leads elsewhere when the build is over: so long the build keeps
    // it. Asked first, since the build may end at any time.
    if let build = runningBuilds.first ?? home.runningBuilds.first {
      return build.choice(from: self, home: home)
        ?? build.remember(decide(home: home), from: self, home: home)
    }
    // So does a rehearsal, seen from outside it.
    if container !== home.container, container.isRehearsal || home.container.isRehearsal {
      return decide(home: home)
    }
    return younger.views.remember(View(decide(home: home), id: id)).choice
  }

  /// Where the choice for this scope and a home is kept: by the younger, under the older's name.
  private func pair(with home: Scope) -> (younger: Scope, EntryID) {
    home.serial < serial
      ? (self, Scope.viewID(home: home.serial)) : (home, Scope.viewID(current: serial))
  }

  private func decide(home: Scope) -> View.Choice {
    if container !== home.container && container !== Container.process { return .current }
    // Compares sites: what is rebased counts as what it was made from.
    let sites = Set(outwards.map(\.site))
    let homeSites = Set(home.outwards.map(\.site))
    if homeSites.isSubset(of: sites) { return .current }
    if sites.isSubset(of: homeSites) { return .home }
    // This scope's own overrides come first, and then what the next scope outwards sees.
    let base = Scope.seen(from: outer, home: home) ?? home
    if let provisional = self as? ProvisionalScope {
      return .rebased(provisional.seeing(base, home: home))
    }
    return .rebased(rebased(over: base, home: home))
  }

  private func rebased(over base: Scope, home: Scope) -> Scope {
    RebasedScope(self, onto: base === home && home.serial > serial ? home.standIn : base)
  }

  // The same two scopes may meet either way round, so a scope has a name for each of its two parts.
  private static func viewID(home serial: UInt) -> EntryID { EntryID(bits: serial << 1) }
  private static func viewID(current serial: UInt) -> EntryID { EntryID(bits: serial << 1 | 1) }
}

/// A scope's overrides over another scope than the one it was opened in.
///
/// Where the current scope and a home part, what is seen is the current scope's part over the home. A
/// rebased scope is one step of that part. A default that needs overrides of both parts is kept
/// here; one that the original sees in the same way is found there and kept there.
///
/// Of the original and the home, the younger holds the rebased scope: it will go first, and then
/// nobody can ask for the two again. In return the rebased scope must not hold the younger.
final class RebasedScope: ScopeCopy, @unchecked Sendable {
  // Unchecked like its superclass; it adds nothing that is stored.

  init(_ original: Scope, onto parent: Scope) {
    // What is rebased again is the same original elsewhere.
    super.init(
      of: (original as? RebasedScope)?.original ?? original,
      parent: parent,
      container: parent.sharedContainer,
      isBase: false
    )
  }

  /// The original, where it may know and keep what is seen here. Nothing crosses containers (R3), not
  /// even where a value was built from nothing else.
  private var keeper: Scope? {
    original.flatMap { $0.container === container ? $0 : nil }
  }

  override func defaultKnownElsewhere(_ id: EntryID) -> Entry? {
    keeper?.known(id).flatMap { $0.isOverride ? nil : $0 }
  }

  override func original(ifItSees reads: [Dependency]) -> Scope {
    guard let keeper, reads.allSatisfy(keeper.sees) else { return self }
    return keeper
  }
}
