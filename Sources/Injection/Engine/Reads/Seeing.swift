// What a property sees: the current scope, if that lies in its object's home; or the home, if that
// lies in the current scope.
// Where neither lies in the other, the current scopes are opened once more inside the home.

extension Place {
  /// What the property of an object sees.
  ///
  /// - Parameter source: Where the wrapped property is declared.
  static func seen(from home: Place, at source: SourceLine) -> Place {
    guard let current else { return home }
    if current === home { return current }
    switch current.quickSide(of: home) {
    case .current: return current
    case .home: return home
    case .pair(let pair): return pair.use { $0.scope! }
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
    let (layer, homeLayer) = (current.layer(), home.layer())
    let place: Place =
      if let known = layer.knownPair(withHome: homeLayer) {
        known.scope ?? (layer.depth > homeLayer.depth ? current : home)
      } else if layer.isInside(homeLayer) || homeLayer.isInside(layer) {
        layer.deeper(current, home, homeLayer)
      } else if !layer.opening.isOfProcess, !layer.container.isOfSameTest(as: homeLayer.container) {
        // The home of another test doesn't count. In a scope of the process, such as one that a
        // detached task opens, the home of a test does.
        layer.ignoring(homeLayer, current, at: source)
      } else if layer.sees(homeLayer) {
        current
      } else {
        layer.opened(in: home, homeLayer, at: source)
      }
    if place === current { return current }
    // What is opened once more stands on more than a build has read.
    if place.opening.extras?.beside != nil {
      current.watch?.build?.note(.elsewhere, nil, depth: nil)
    }
    return watched(place, from: current)!
  }
}

extension Layer {
  /// The one of two places that lies in the other. Remembers it for the quick path, if that is far.
  fileprivate func deeper(_ place: Place, _ home: Place, _ homeLayer: Layer) -> Place {
    // A scope that isn't plain may lie elsewhere once a build is over.
    if abs(depth - homeLayer.depth) > Scope.farDepth, place.isPlain, home.isPlain {
      keep(Pair(nil), withHome: homeLayer)
    }
    return depth >= homeLayer.depth ? place : home
  }

  /// Whether this sees all that another layer and those outside it say.
  fileprivate func sees(_ other: Layer) -> Bool {
    if opening.isOfProcess != other.opening.isOfProcess { return false }
    return other.first { layer in
      if isInside(layer) { return true }
      return layer.overrides.keyBits == 0 || says(layer) ? nil : false
    } != false
  }

  /// Whether this layer, or one outside, says what another one says.
  private func says(_ other: Layer) -> Bool {
    let statement = other.statement
    return first { $0.statement === statement ? true : nil } != nil
  }

  /// This layer and those outside, as far as a home doesn't see them, opened once more inside the
  /// home; or the home, if it sees them all.
  fileprivate func opened(in place: Place, _ home: Layer, at source: SourceLine) -> Place {
    // The test itself has ended its other containers, and goes on with what they have made.
    let isOfOtherContainer = !opening.isOfProcess && container !== home.container
    if home.hasEnded, !isOfOtherContainer { tell(ofEndedHome: home, at: source) }
    var missing: [Layer] = []
    var outer = self
    // A root stays outside: a test doesn't see what the process sets.
    while outer.depth > 0, !home.isInside(outer) {
      if outer.overrides.keyBits != 0, !home.says(outer) { missing.append(outer) }
      outer = outer.outerLayer!
    }
    // The root of another container of the same test.
    if isOfOtherContainer, outer.overrides.keyBits != 0 { missing.append(outer) }
    let homeDepths = home.isInside(outer) ? outer.depth + 1..<home.depth + 1 : 0..<Int.max
    var seen: Scope?
    for layer in missing.reversed() {
      if let known = layer.knownPair(withHome: home)?.scope {
        seen = known
        continue
      }
      let new = Scope(
        reopening: layer,
        homeDepths: homeDepths,
        // Only the home's layer: the home may be what keeps this.
        in: seen ?? Home(leadingTo: home),
        age: max(layer.age, home.age)
      )
      seen = layer.keep(Pair(new), withHome: home).scope!
    }
    return seen ?? place
  }

  /// The current place, since the home is another test's.
  fileprivate func ignoring(_ home: Layer, _ current: Place, at source: SourceLine) -> Place {
    if home.hasEnded { tell(ofEndedHome: home, at: source) }
    return current
  }

  /// Tells once per pair of scopes that an object outlived its home.
  private func tell(ofEndedHome home: Layer, at source: SourceLine) {
    let handler = container.context == .live ? Issues.handlerOfProcess : nil
    let observers = opening.watch?.observers ?? []
    if handler == nil && observers.isEmpty { return }
    let new = Pair(nil)
    if keep(new, withHome: home, isTold: true) !== new { return }
    for observer in observers { observer.didMeet(home, from: self, at: source) }
    handler?(.foreignHome(home, from: self, at: source))
  }
}
