// What a property sees: the current scope and the home of the object that holds it, in one (R2, R3).

public import Synchronization

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
  /// The scope that a property with this home sees while `current` is current (R2, R3).
  ///
  /// O(1) and without a lock for a pair of scopes that met before. `nil` is the process's root.
  @inlinable
  static func seen(from current: Scope?, home: Scope) -> Scope? {
    if home === current || home.leadsToProcess { return current }
    return seenElsewhere(from: current, home: home)
  }

  /// Whether this is the home of what the process's root keeps: the most common home.
  @inlinable
  var leadsToProcess: Bool {
    // Acquiring: what the build did before it ended is seen. Compares addresses, follows none.
    guard let destination = unsafe leadsTo.load(ordering: .acquiring) else { return false }
    return unsafe destination.toOpaque()
      == Scope.processIfMade.load(ordering: .relaxed)?.toOpaque()
  }

  @usableFromInline
  static func seenElsewhere(from current: Scope?, home: Scope) -> Scope? {
    // The process's root encloses everything, or is where there is no scope.
    guard let current = current?.resolved, current !== process else { return home.resolved }
    // The home of what a scope keeps leads to its stand-in. That has the scope's number, so most reads
    // need not go on to the scope itself.
    // Safe to take unretained: `home` retains it.
    let home = unsafe home.leadsTo.load(ordering: .acquiring)?.takeUnretainedValue() ?? home
    if home.serial == current.serial { return current }
    if home.serial < current.serial, case .current? = current.knownChoice(home) { return current }

    let original = home.resolved
    if original === process { return current }
    switch current.choice(home: original) {
    case .current: return current
    case .home: return original
    case .rebased(let scope): return scope
    }
  }

  private func knownChoice(_ older: Scope) -> View.Choice? {
    // Safe to take unretained: the caller holds this scope.
    unsafe views[older.viewID]?._withUnsafeGuaranteedRef { $0.choice }
  }

  private func choice(home: Scope) -> View.Choice {
    let (younger, older) = home.serial < serial ? (self, home) : (home, self)
    if let choice = younger.knownChoice(older) { return choice }
    let choice = decide(home: home)
    // What a running build is part of is not kept: it leads elsewhere when the build is over.
    if !isInBuild && !home.isInBuild {
      younger.views.remember(View(choice, id: older.viewID))
    }
    return choice
  }

  private func decide(home: Scope) -> View.Choice {
    if sharedContainer !== home.sharedContainer && sharedContainer != nil { return .current }
    if outwards.contains(where: { $0 === home }) { return .current }
    if home.outwards.contains(where: { $0 === self }) { return .home }
    return .rebased(rebased(onto: home))
  }

  private var viewID: EntryID { EntryID(bits: serial << 1) }

  private var isInBuild: Bool { outwards.contains { $0 is ProvisionalScope } }
}

/// A scope's overrides over another scope than the one it was opened in.
///
/// Where the current scope and a home part, what is seen is the current scope's part over the home. A
/// rebased scope is one step of that part. A default that needs overrides of both parts is kept
/// here; one that the original sees in the same way is found there and kept there.
///
/// Of the original and the home, the younger holds the rebased scope: it will go first, and then
/// nobody can ask for the two again. In return the rebased scope must not hold the younger.
final class RebasedScope: Scope, @unchecked Sendable {
  // Unchecked like its superclass. A weak reference may be read on any thread; this one is never
  // written after `init`.
  private weak var original: Scope?

  init(_ original: Scope, onto parent: Scope) {
    self.original = original
    super.init(
      parent: parent,
      container: parent.sharedContainer,
      place: original.place,
      name: original.name
    )
    for entry in original.overrides { entries.remember(entry) }
  }

  override func defaultKnownElsewhere(_ id: EntryID) -> Entry? {
    guard let entry = original?.known(id), !entry.isOverride else { return nil }
    return entry
  }

  override func original(ifItSees reads: [Entry]) -> Scope {
    guard let original, reads.allSatisfy({ original.find($0.id.unwatched) === $0 }) else {
      return self
    }
    return original
  }
}

extension Scope {
  /// The part of this scope's chain that does not enclose `home`, over `home`.
  private func rebased(onto home: Scope) -> Scope {
    let enclosing = Set(home.outwards.map(ObjectIdentifier.init)).union([
      ObjectIdentifier(Scope.process)
    ])
    let part = outwards.prefix { !enclosing.contains(ObjectIdentifier($0)) }.reversed()
    var base = home
    for scope in part {
      base = scope.rebased(over: base, home: home)
    }
    return base
  }

  private func rebased(over base: Scope, home: Scope) -> Scope {
    if let provisional = self as? ProvisionalScope { return provisional.seeing(base) }
    let homeIsYounger = home.serial > serial
    let parent = base === home && homeIsYounger ? home.standIn : base
    if isInBuild || home.isInBuild { return RebasedScope(self, onto: parent) }

    let (younger, older) = homeIsYounger ? (home, self) : (self, home)
    let view = View(.rebased(RebasedScope(self, onto: parent)), id: older.viewID)
    // Another thread may have been faster; then its scope is the one for all.
    guard case .rebased(let scope) = younger.views.remember(view).choice else { return base }
    return scope
  }
}
