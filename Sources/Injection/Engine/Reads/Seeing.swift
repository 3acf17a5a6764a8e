// What a property sees: of each key, what the current scope or its object's home says, the inner
// one. Mostly one of the two lies in the other, and is seen alone. Else one of them remembers the
// pair.

/// What the property of an object sees.
///
/// - Parameters:
///   - home: Where the object was made; `nil` is the process's root.
///   - source: Where the wrapped property is declared.
//
// A free function: a method would also pass its type. It takes a wrapper's fields: the generic
// wrapper would be copied through its metadata.
@usableFromInline
func seen(from home: Scope?, at source: SourceLine) -> InjectedValues {
  InjectedValues(home.map { $0.seenByObjects(at: source) } ?? Scope.current, at: source)
}

extension Scope {
  /// What a property sees, if the quick path can tell.
  //
  // Not the scope itself, which would be retained again.
  private enum Side {
    case current, home
    case pair(Scope)
    case unknown
  }

  /// In place of a pair: one of the two is seen alone.
  fileprivate static let currentAlone = Scope(telling: nil, in: nil)
  fileprivate static let homeAlone = Scope(telling: nil, in: nil)

  /// What the property of an object that was made here sees.
  @inline(__always)
  fileprivate func seenByObjects(at source: SourceLine) -> Scope {
    guard let current = Scope.current else { return self }
    if current === self { return self }
    switch current.side(of: self) {
    case .current: return current
    case .home: return self
    case .pair(let pair): return pair
    case .unknown: return current.seenSlowly(from: self, at: source)
    }
  }

  private func side(of home: Scope) -> Side {
    guard let homeLayer = home.quietLayer else { return home.leadsToProcess ? .current : .unknown }
    // In the process each scope sees the process's root. In a test that home doesn't count.
    if homeLayer.use({ $0.isOutermostOfProcess }) { return .current }
    guard let own = ownQuietLayer else { return .unknown }
    return own.use { layer in
      homeLayer.use { homeLayer in
        if layer.depth - homeLayer.depth <= Layer.maxSteps, layer.isPlainlyInside(homeLayer) {
          return .current
        }
        return side(of: home, layer, homeLayer)
      }
    }
  }

  /// The same for the layers of both, if it isn't known that the current one lies in the other.
  @inline(never) private func side(of home: Scope, _ layer: Layer, _ homeLayer: Layer) -> Side {
    // The pair that one of the two remembers. While both scopes are held, it stays.
    let (id, idOfHome) = (homeLayer.address, layer.address | 1)
    if home.isPlain {
      let known = layer.heldPair(id) ?? homeLayer.heldPair(idOfHome)
      return known?.use { Self.alone($0.scope) ?? .pair($0.scope) } ?? .unknown
    }
    let known = layer.pair(id) ?? homeLayer.pair(idOfHome)
    return known.map { Self.alone($0) ?? .pair($0) } ?? .unknown
  }

  /// The side that a remembered pair is in place of; `nil` if it is a pair.
  @inline(__always)
  private static func alone(_ pair: Scope) -> Side? {
    pair === currentAlone ? .current : pair === homeAlone ? .home : nil
  }

  @inline(never) private func seenSlowly(from home: Scope, at source: SourceLine) -> Scope {
    let (layer, other) = (usedLayer(), home.usedLayer())
    // The home of another test doesn't count. In a scope of the process, such as one that a
    // detached task opens, the home of a test does.
    if !layer.isOfProcess, !layer.container.isOfSameTest(as: other.container) {
      layer.tell(ofEndedHome: other, at: source)
      return self
    }
    let known = layer.pair(withHome: other, at: source)
    if known === Self.currentAlone { return self }
    let scope = known === Self.homeAlone ? home : known
    return (listener?.live).map { Scope(telling: $0, in: scope) } ?? scope
  }

  /// Captured values' scope, as a build's code uses it: what it makes there doesn't hold the scope,
  /// since that may keep the build's value, unless the code has opened it.
  static func using(captured scope: Scope?) -> Scope? {
    scope?.didUse()
    guard let build = currentBuild?.receiver, scope?.liveOpener !== build else { return scope }
    return scope?.unheld(current?.listener?.live)
  }
}

extension Layer {
  /// Pairs have numbers: in the table of the current layer the home's address; in that of the home
  /// the current layer's, and a bit. What is remembered holds the other layer, so no other gets its
  /// address meanwhile.
  fileprivate var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// A pair that this remembers, while the caller holds both scopes.
  fileprivate func heldPair(_ id: UInt) -> Unretained<Pair.Seen>? {
    unretainedCache?.use { $0.pairs[id] }?.use { $0.seen.unretained }
  }

  /// The same, counted, for any caller.
  fileprivate func pair(_ id: UInt) -> Scope? {
    revocableCache.use { $0.pairs[id]?.use { $0.seen.use { $0.scope } } } ?? nil
  }

  /// A pair that one of the two remembers, or else a new one.
  ///
  /// - Parameter source: Where the property is declared.
  fileprivate func pair(withHome home: Layer, at source: SourceLine) -> Scope {
    // The one that was made later remembers it, so that what comes and goes leaves nothing.
    let isLater = lastBirth >= home.lastBirth
    let (later, earlier) = isLater ? (self, home) : (home, self)
    let id = isLater ? home.address : address | 1
    if let known = later.pair(id) { return known }
    // A test has ended its other containers itself, and goes on with what they have made.
    if isOfProcess || container === home.container { tell(ofEndedHome: home, at: source) }
    let seen = beside(home)
    let made =
      seen === self ? Scope.currentAlone : seen === home ? Scope.homeAlone : Scope(leadingTo: seen)
    // All tasks share the process's root, so it lists none.
    if earlier.isOutermostOfProcess { return made }
    return later.openCache?.remember(made, as: id, with: earlier) ?? made
  }

  /// Tells that an object outlived its home: once, unless many others were told of since.
  fileprivate func tell(ofEndedHome home: Layer, at source: SourceLine) {
    let home = home.meant
    if !home.hasEnded { return }
    let isHandled = context == .live && Issues.handlerOfProcess != nil
    let recordings = Scope.current?.recordings ?? []
    if !isHandled && recordings.isEmpty || openCache?.noteTold(of: home) != true { return }
    for each in recordings { each.observer.didMeet(home, from: self, at: source) }
    if isHandled { Issues.handle(.outlivedScope(home, from: self, at: source)) }
  }
}
