// What a property sees: the current scope, if that lies in its object's home; or the home, if that
// lies in the current scope.
// Where neither lies in the other, the current scopes are opened again inside the home.

/// Marks a scope that is another one, opened again inside a home.
struct Reopening: Sendable {
  /// The depths of the home's own scopes, which don't enclose both.
  let homeDepths: Range<Int>
  private let place: IndirectPlace

  init(of layer: Layer, homeDepths: Range<Int>) {
    self.homeDepths = homeDepths
    place = IndirectPlace(leadingTo: layer)
  }

  var original: Scope { place.scope }
}

extension Place {
  /// What the property of an object sees.
  ///
  /// - Parameter source: Where the wrapped property is declared.
  static func seen(from home: Place, at source: SourceLine) -> Place {
    guard let current else { return home }
    if current === home { return current }
    switch current.quickSight(of: home) {
    case .current: return current
    case .home: return home
    case .reopened(let meeting): return meeting.use { $0.scope! }
    case .unknown: return seenSlowly(from: home, current, at: source)
    }
  }

  @inline(never)
  private static func seenSlowly(
    from home: Place,
    _ current: Place,
    at source: SourceLine
  ) -> Place {
    // In the process each scope sees the process's root. In a test that home doesn't count.
    if home.leadsToProcess { return current }
    let (scope, homeScope) = (current.scope, home.scope)
    // A build that runs must be told what is opened again.
    if Build.innermost == nil, let known = scope.meeting(with: homeScope) {
      return known.scope ?? (scope.depth > homeScope.depth ? current : home)
    }
    if scope.isInside(homeScope) || homeScope.isInside(scope) {
      if abs(scope.depth - homeScope.depth) > Scope.farDepth { scope.meet(homeScope, in: nil) }
      return scope.depth >= homeScope.depth ? current : home
    }
    // The home of another test doesn't count. In a scope of the process, such as one that a
    // detached task opens, the home of a test does.
    if scope.container !== homeScope.container, !scope.isOfProcess { return current }
    if scope.sees(homeScope) { return current }
    if homeScope.hasEnded { scope.tell(ofEndedHome: homeScope, at: source) }
    guard let seen = scope.reopened(in: home, homeScope) else { return home }
    // What a build makes must not hold a scope that may keep it, as in `forCode`.
    return Build.innermost == nil ? seen : IndirectPlace(leadingTo: seen.layer)
  }
}

/// Which place a property sees, if the quick path can tell.
//
// Not the place itself, which would be retained again.
enum Sight {
  case current, home
  case reopened(Unretained<Meeting>)
  case unknown
}

extension Scope {
  /// What this plain scope sees of a plain home.
  ///
  /// - Parameters:
  ///   - home: The home, or `nil` if it leads to a layer of the scope with this identity.
  ///   - birth: The birth of that scope.
  func plainSight(of home: Scope?, _ homeIdentity: UInt, _ homeDepth: Int, _ birth: UInt) -> Sight {
    let steps = depth - homeDepth
    if steps >= 0 {
      if steps <= Self.farDepth, isPlainlyInside(homeIdentity, atDepth: homeDepth) {
        return .current
      }
    } else if let home, -steps <= Self.farDepth, home.isPlainlyInside(identity, atDepth: depth) {
      return .home
    }
    if Attention.isNeeded { return .unknown }
    let (id, isKeptByHome) = pair(withHome: homeIdentity, birth)
    let memory = isKeptByHome ? home?.unretainedMemory : unretainedMemory
    guard let known = memory?.use({ $0.meetings[id] }) else { return .unknown }
    if known.use({ $0.scope != nil }) { return .reopened(known) }
    if steps > 0 { return .current }
    return home == nil ? .unknown : .home
  }

  /// Looking so many scopes outwards costs less than remembering.
  fileprivate static var farDepth: Int { 30 }

  /// Whether this sees all that another scope and those outside it say.
  fileprivate func sees(_ other: Scope) -> Bool {
    if said.container !== other.said.container { return false }
    return other.first { scope in
      if isInside(scope) { return true }
      return scope.overrides.keyBits == 0 || says(scope) ? nil : false
    }!
  }

  /// Whether this scope, or one outside, says what another one says: they are the same, or one of
  /// them is the other, opened again.
  private func says(_ other: Scope) -> Bool {
    first { $0.number == other.number ? true : nil } != nil
  }

  /// This scope and those outside, as far as a home doesn't see them, opened again inside the home;
  /// `nil` if the home sees them all.
  fileprivate func reopened(in place: Place, _ home: Scope) -> Scope? {
    var missing: [Scope] = []
    var outer = self
    // A root stays outside: a test doesn't see what the process sets.
    while outer.depth > 0, !home.isInside(outer) {
      if outer.overrides.keyBits != 0, !home.says(outer) { missing.append(outer) }
      outer = outer.outerScope!
    }
    if missing.isEmpty { return nil }
    // A build that reads in there stands on more than it has noted.
    for build in Build.bypassed(by: place.runningBuild, in: place) { build.noteElsewhere() }
    let homeDepths = home.isInside(outer) ? outer.depth + 1..<home.depth + 1 : 0..<Int.max
    var seen: Scope?
    for scope in missing.reversed() {
      if let known = scope.meeting(with: home)?.scope {
        seen = known
        continue
      }
      let new = Scope(
        reopening: scope,
        // Only the home's layer: the home may be what keeps this.
        in: seen ?? IndirectPlace(leadingTo: home.layer),
        seen ?? home,
        Reopening(of: scope.layer, homeDepths: homeDepths),
        birth: max(scope.birth, home.birth)
      )
      seen = scope.meet(home, in: new).scope!
    }
    return seen
  }

  // MARK: What keeps a default beside

  /// The scope that is opened again here, if a default is the same there: it doesn't stand on what
  /// the home's own scopes override.
  private func original(for entry: Entry) -> Scope? {
    guard let reopening = origin?.reopening else { return nil }
    let isOfHome = entry.keys.all.contains {
      reopening.homeDepths.contains(innermost(overriding: KeySet($0)).depth)
    }
    return isOfHome ? nil : reopening.original
  }

  /// The keeper of a default that stands on this scope: this one, or its original.
  func keeper(of entry: Entry) -> Scope {
    guard !entry.stands(on: .elsewhere), let original = original(for: entry) else { return self }
    return original.keeper(of: entry)
  }

  /// All defaults that are kept for this scope.
  package var kept: [Entry] {
    let own = knownMemory?.all ?? []
    guard let reopening = origin?.reopening else { return own }
    return own + reopening.original.kept.filter { original(for: $0) != nil }
  }

  /// The default of a key that is kept for this scope.
  func kept(_ key: KeyID) -> Entry? {
    if let entry = knownMemory?.kept(key) { return entry }
    guard let entry = origin?.reopening?.original.kept(key) else { return nil }
    return original(for: entry) == nil ? nil : entry
  }
}

// MARK: - Meetings

/// What is seen from two scopes, of which one is current and the other a home.
final class Meeting: Sendable {
  /// The current scopes, opened again; `nil` where one of the two lies inside the other.
  let scope: Scope?

  init(_ scope: Scope?) { self.scope = scope }
}

extension Scope {
  /// The younger of two scopes keeps what is seen from both, so that nothing old holds what is
  /// young.
  ///
  /// The id in its table is the other's identity and two bits: whether the other is the current
  /// one (1), and whether it was told that the home has ended (2).
  @inline(__always)
  private func pair(withHome home: UInt, _ homeBirth: UInt) -> (id: UInt, isKeptByHome: Bool) {
    birth < homeBirth ? (identity << 2 | 1, true) : (home << 2, false)
  }

  private func pair(with home: Scope) -> (id: UInt, keeper: Scope) {
    let (id, isKeptByHome) = pair(withHome: home.identity, home.birth)
    return (id, isKeptByHome ? home : self)
  }

  fileprivate func meeting(with home: Scope) -> Meeting? {
    let (id, keeper) = pair(with: home)
    return keeper.knownMemory?.meetings.object(of: id)
  }

  @discardableResult
  fileprivate func meet(_ home: Scope, in scope: Scope?) -> Meeting {
    let (id, keeper) = pair(with: home)
    return keeper.memory.meetings.insert(Meeting(scope), as: id)
  }

  /// Tells once per pair of scopes that an object outlived its home.
  fileprivate func tell(ofEndedHome home: Scope, at source: SourceLine) {
    let handler = container.context == .live ? Issues.handlerOfProcess : nil
    if handler == nil && container.observer == nil { return }
    let (id, keeper) = pair(with: home)
    // Another id, for a meeting that only says that it was told.
    let new = Meeting(nil)
    if keeper.memory.meetings.insert(new, as: id | 2) !== new { return }
    container.observer?.didMeet(home, from: self, at: source)
    handler?(.foreignHome(home, from: self, at: source))
  }
}
