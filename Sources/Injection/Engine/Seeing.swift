// What a property sees: the current scope, if that lies in its object's home, or else the home.
// Where neither lies in the other, the current scopes are opened once more inside the home.

/// Marks a scope that is opened once more.
final class Beside: Sendable {
  private let layer: Layer
  /// The same scope after the original has gone.
  private let again = Lazy<Scope>()
  /// The depths of the home's own scopes, which don't enclose both.
  let home: Range<Int>

  init(_ layer: Layer, home: Range<Int>) {
    (self.layer, self.home) = (layer, home)
  }

  var original: Scope { layer.scope ?? again.value ?? again.set(layer.scopeAgain()) }
}

extension Place {
  /// What the property of an object sees.
  ///
  /// - Parameter source: Where the property is declared.
  static func seen(from home: Place, at source: SourcePlace) -> Place {
    guard let current else { return home }
    if current === home { return current }
    switch current.quickSight(of: home) {
    case .current: return current
    case .home: return home
    case .beside(let meeting): return meeting.use { $0.place! }
    case .unknown: return seenSlowly(from: home, current, at: source)
    }
  }

  @inline(never)
  private static func seenSlowly(
    from home: Place,
    _ current: Place,
    at source: SourcePlace
  ) -> Place {
    // In the process each scope sees the process's root. In a test that home doesn't count.
    if home.leadsToProcess { return current }
    let (scope, homeScope) = (current.scope, home.scope)
    let isFar = abs(scope.depth - homeScope.depth) > Scope.farDepth
    if Build.innermost == nil, let known = scope.meeting(with: homeScope) {
      return known.place ?? (scope.depth > homeScope.depth ? current : home)
    }
    if scope.sees(homeScope) {
      if isFar { scope.meet(homeScope, in: nil) }
      return current
    }
    // A home in another test doesn't count; what a detached task opens in a test does.
    if scope.container !== homeScope.container, scope.container !== Container.process {
      return current
    }
    if homeScope.isInside(scope) {
      if isFar { scope.meet(homeScope, in: nil) }
      return home
    }
    if homeScope.hasEnded { scope.tell(ofEndedHome: homeScope, at: source) }
    return scope.opened(in: home, homeScope)
  }
}

/// Which place a property sees, as far as a look tells.
//
// Not the place itself, which would be retained once more.
enum Sight {
  case current, home
  case beside(Unretained<Meeting>)
  case unknown
}

extension Scope {
  /// What this plain scope sees of a plain home.
  func plainSight(of home: Scope) -> Sight {
    let steps = depth - home.depth
    if steps > 0 {
      if steps <= Self.farDepth, isInside(home) { return .current }
    } else if -steps <= Self.farDepth, home.isInside(self) {
      return .home
    }
    if Attention.isNeeded { return .unknown }
    let (number, isOlder) = meetingNumber(with: home)
    let memory = isOlder ? home.plainMemory : plainMemory
    guard let known = memory?.use({ $0.meetings[number] }) else { return .unknown }
    if known.use({ $0.place != nil }) { return .beside(known) }
    return steps > 0 ? .current : .home
  }
}

extension Scope {
  /// Looking so many scopes outwards costs less than remembering.
  fileprivate static var farDepth: Int { 30 }

  /// Whether this sees all that another scope and those outside it say.
  fileprivate func sees(_ other: Scope) -> Bool {
    if isInside(other) { return true }
    if container !== other.container { return false }
    return other.chain.prefix { !isInside($0) }.allSatisfy { $0.overrides.keyBits == 0 || says($0) }
  }

  /// Whether this scope, or one outside, says what another one says: they are the same, or one of
  /// them was opened once more.
  private func says(_ other: Scope) -> Bool { chain.contains { $0.number == other.number } }

  /// This scope and those outside, as far as a home doesn't see them, opened inside the home.
  fileprivate func opened(in place: Place, _ home: Scope) -> Place {
    if home.isInside(self) { return place }
    if overrides.keyBits == 0 || home.says(self) {
      return outerScope?.opened(in: place, home) ?? place
    }
    // What a build makes in there holds what the build may not have read.
    for build in Build.running(elsewhereThan: place.runningBuild) { build.noteElsewhere() }
    if let known = meeting(with: home)?.place { return known }
    let outer = outerScope?.opened(in: place, home) ?? place
    // In a home of another container, all is the home's own.
    let common = chain.first { home.isInside($0) }
    let own = common.map { $0.depth + 1..<home.depth + 1 } ?? 0..<Int.max
    // The home, or something that lives as long, keeps this: so this holds only the home's layer.
    let inside = outer === place ? BuildPlace(leadingTo: home.layer) : outer
    let scope = Scope(layer, in: inside, beside: own, age: max(age, home.age))
    return meet(home, in: scope).place!
  }

  // MARK: What keeps a default beside

  /// Whether a default stands on what the home's own scopes say.
  private func isOfHome(_ keys: KeySet, _ beside: Beside) -> Bool {
    keys.all.contains { beside.home.contains(standing(on: KeySet($0)).depth) }
  }

  /// The keeper of a default that stands on this scope: if nothing is of the home's own, the scope
  /// that is open twice.
  func keeper(of keys: KeySet) -> Scope {
    guard let beside = opening?.beside,
      !keys.contains(.elsewhere), !isOfHome(keys, beside)
    else { return self }
    return beside.original.keeper(of: keys)
  }

  /// All defaults that are kept for this scope.
  package var kept: [Entry] {
    let own = knownMemory?.all ?? []
    guard let beside = opening?.beside else { return own }
    return own + beside.original.kept.filter { !isOfHome($0.record!.keys, beside) }
  }

  /// What is kept for this scope, here or in the scope that is open twice.
  func known(_ key: KeyID) -> Entry? {
    if let entry = knownMemory?.known(key) { return entry }
    guard let beside = opening?.beside, let entry = beside.original.known(key),
      !isOfHome(entry.record!.keys, beside)
    else { return nil }
    return entry
  }
}

// MARK: - Meetings

/// What is seen from two scopes, of which one is current and the other a home.
final class Meeting: Sendable {
  /// The current scopes, opened once more; `nil` where the younger scope sees the older one.
  let place: Place?

  init(_ place: Place?) { self.place = place }
}

extension Scope {
  /// The younger of two scopes keeps what is seen from both, so nothing old holds what is young.
  /// Which of them is current makes a difference.
  @inline(__always)
  private func meetingNumber(with home: Scope) -> (UInt, isOlder: Bool) {
    age < home.age ? (identity << 2 | 1, true) : (home.identity << 2, false)
  }

  fileprivate func meeting(with home: Scope) -> Meeting? {
    let (number, isOlder) = meetingNumber(with: home)
    let memory = isOlder ? home.knownMemory : knownMemory
    return memory?.meetings.object(of: number)
  }

  /// Tells once per pair of scopes that an object outlived its home.
  fileprivate func tell(ofEndedHome home: Scope, at source: SourcePlace) {
    let handler = container.context == .live ? Issues.handlerOfProcess : nil
    if handler == nil && container.observer == nil { return }
    let (number, isOlder) = meetingNumber(with: home)
    let new = Meeting(nil)
    if (isOlder ? home : self).memory.meetings.keep(new, as: number | 2) !== new { return }
    container.observer?.didMeet(home, from: self, at: source)
    handler?(.foreignHome(home, from: self, at: source))
  }

  @discardableResult
  fileprivate func meet(_ home: Scope, in place: Place?) -> Meeting {
    let (number, isOlder) = meetingNumber(with: home)
    let memory = isOlder ? home.memory : memory
    return memory.meetings.keep(Meeting(place), as: number)
  }
}
