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

extension Scope {
  /// What `seen(from:home:)` answers here for this home, where that can be told without counting
  /// references; `nil` where it can't.
  ///
  /// The scope is held as long as the caller holds this one, and the task does not leave its scope.
  @usableFromInline
  final func quickView() -> Unmanaged<Scope>? {
    // Safe to use unretained, here and below: see above.
    let home = unsafe Unmanaged.passUnretained(self)
    guard let current = unsafe currentScope() else {
      // Acquiring: what a build did before it ended is seen.
      let isPlain = unsafe type(of: self) == Scope.self && leadsTo.load(ordering: .acquiring) == nil
      return unsafe isPlain ? home : quickView(from: nil)
    }
    return unsafe current.toOpaque() == home.toOpaque() ? current : quickView(from: current)
  }

  /// The rest of it; apart, since most reads are done before.
  @inline(never)
  private final func quickView(from current: Unmanaged<Scope>?) -> Unmanaged<Scope>? {
    let home = unsafe Unmanaged.passUnretained(self)
    // The home of what a scope keeps leads to the process's root, or to the scope's stand-in. That has
    // the scope's number, so the scope itself is not needed here.
    // Acquiring: what the build did before it ended is seen.
    let destination = unsafe leadsTo.load(ordering: .acquiring)
    if let destination = unsafe destination,
      unsafe destination.toOpaque() == Scope.processIfMade.load(ordering: .relaxed)?.toOpaque()
    {
      return unsafe current ?? destination
    }
    let plainHome = unsafe type(of: self) == Scope.self ? home : nil
    guard let current = unsafe current else { return unsafe plainHome }
    let number = unsafe (destination ?? home)._withUnsafeGuaranteedRef { $0.knownSerial }
    let currentNumber = unsafe current._withUnsafeGuaranteedRef { $0.knownSerial }
    if number == 0 || currentNumber == 0 { return nil }
    if number == currentNumber { return unsafe current }
    let (younger, id) =
      unsafe number < currentNumber
      ? (current, Scope.viewID(home: number))
      : (destination ?? home, Scope.viewID(current: currentNumber))
    guard let view = unsafe younger._withUnsafeGuaranteedRef({ unsafe $0.views[id] }) else {
      return nil
    }
    return unsafe view._withUnsafeGuaranteedRef { view in
      switch view.choice {
      case .current: unsafe current
      case .home: unsafe plainHome
      // Safe: the younger of the two scopes holds the view, and so this one.
      case .rebased(let scope): unsafe Unmanaged.passUnretained(scope)
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
    return younger.views.remember(View(decide(home: home), id: id)).choice
  }

  /// Where the choice for this scope and a home is kept: by the younger, under the older's name.
  private func pair(with home: Scope) -> (younger: Scope, EntryID) {
    home.serial < serial
      ? (self, Scope.viewID(home: home.serial)) : (home, Scope.viewID(current: serial))
  }

  private func decide(home: Scope) -> View.Choice {
    if sharedContainer !== home.sharedContainer && sharedContainer != nil { return .current }
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
    original.flatMap { $0.sharedContainer === sharedContainer ? $0 : nil }
  }

  override func defaultKnownElsewhere(_ id: EntryID) -> Entry? {
    keeper?.known(id).flatMap { $0.isOverride ? nil : $0 }
  }

  override func original(ifItSees reads: [Dependency]) -> Scope {
    guard let keeper, reads.allSatisfy(keeper.sees) else { return self }
    return keeper
  }
}
