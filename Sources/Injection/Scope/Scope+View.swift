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
  /// What `seen(from:home:)` is going to answer, where that can be told without counting references.
  @usableFromInline
  @safe
  enum QuickView {
    case current
    case home
    /// A scope that the current one or the home holds.
    case rebased(Unmanaged<Scope>)
    case other
  }

  @inlinable
  @inline(__always)
  static func quickView(from current: Unmanaged<Scope>?, home: Scope?) -> QuickView {
    guard let home else { return .current }
    // Safe to use unretained, here and below: the caller holds both.
    let unretained = unsafe Unmanaged.passUnretained(home)
    if unsafe current?.toOpaque() == unretained.toOpaque() { return .current }
    return unsafe quickViewElsewhere(from: current, home: unretained)
  }

  @usableFromInline
  static func quickViewElsewhere(
    from current: Unmanaged<Scope>?,
    home: Unmanaged<Scope>
  ) -> QuickView {
    // The home of what a scope keeps leads to the process's root, or to the scope's stand-in. That has
    // the scope's number, so the scope itself is not needed here.
    // Acquiring: what the build did before it ended is seen.
    let destination = unsafe home._withUnsafeGuaranteedRef {
      unsafe $0.leadsTo.load(ordering: .acquiring)
    }
    if let destination = unsafe destination,
      unsafe destination.toOpaque() == processIfMade.load(ordering: .relaxed)?.toOpaque()
    {
      return .current
    }
    let isPlain = unsafe home._withUnsafeGuaranteedRef { type(of: $0) == Scope.self }
    guard let current = unsafe current else { return isPlain ? .home : .other }
    let number = unsafe (destination ?? home)._withUnsafeGuaranteedRef { $0.knownSerial }
    return unsafe current._withUnsafeGuaranteedRef { current in
      if number == 0 || current.knownSerial == 0 { return .other }
      if number == current.knownSerial { return .current }
      let (younger, id) =
        unsafe number < current.knownSerial
        ? (Unmanaged.passUnretained(current), viewID(home: number))
        : (destination ?? home, viewID(current: current.knownSerial))
      return unsafe younger._withUnsafeGuaranteedRef { younger in
        guard let view = unsafe younger.views[id] else { return .other }
        return unsafe view._withUnsafeGuaranteedRef { view in
          switch view.choice {
          case .current: .current
          case .home: isPlain ? .home : .other
          case .rebased(let scope): unsafe .rebased(Unmanaged.passUnretained(scope))
          }
        }
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
    let build = innermostBuild ?? home.innermostBuild
    let choice = decide(home: home)
    if let build { return build.remember(choice, from: self, home: home) }
    return younger.views.remember(View(choice, id: id)).choice
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

  private var innermostBuild: Build? {
    outwards.lazy.compactMap { ($0 as? ProvisionalScope)?.build }.first
  }
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

  override func defaultKnownElsewhere(_ id: EntryID) -> Entry? {
    guard let original, original.sharedContainer === sharedContainer,
      let entry = original.known(id), !entry.isOverride
    else { return nil }
    return entry
  }

  override func original(ifItSees reads: [Dependency]) -> Scope {
    // Nothing crosses containers (R3), not even where a value was built from nothing else.
    guard let original, original.sharedContainer === sharedContainer,
      reads.allSatisfy(original.sees)
    else { return self }
    return original
  }
}
