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
      } else if layer.container !== homeLayer.container, !layer.opening.isOfProcess {
        // The home of another test doesn't count. In a scope of the process, such as one that a
        // detached task opens, the home of a test does.
        current
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

extension InjectedValues {
  /// The place to enter for the values of a kept scope, which are seen together with the current
  /// ones. It holds both scopes.
  @usableFromInline
  package func enteredHere() -> Place? {
    let current = Place.current
    reportIfForeign(from: current)
    guard let current, let kept = Place.captured(place, from: current) else {
      return place ?? current
    }
    return Place.watched(kept.entered(in: current), from: current)
  }
}

extension Place {
  /// Where code runs that enters this kept place in another one: what that says and this doesn't is
  /// seen, too.
  fileprivate func entered(in here: Place) -> Place {
    if self === here { return self }
    switch quickSide(of: here) {
    case .current: return self
    case .home: return here
    case .pair, .unknown: break
    }
    let layer = layer()
    var hereLayer = here.layer()
    // A scope that only holds others says nothing.
    if hereLayer.opening.extras?.held != nil { hereLayer = hereLayer.outerLayer! }
    if layer.isInside(hereLayer) || layer.sees(hereLayer) { return self }
    if hereLayer.isInside(layer) { return here }
    // What another test keeps is seen alone.
    if layer.container !== hereLayer.container, !layer.opening.isOfProcess { return self }
    guard let pair = layer.entered(in: hereLayer) else { return here }
    here.watch?.build?.note(.elsewhere, nil, depth: nil)
    return Scope(holding: (self, here), in: pair)
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
    if container !== other.container { return false }
    return other.first { layer in
      if isInside(layer) { return true }
      return layer.overrides.keyBits == 0 || says(layer) ? nil : false
    } != false
  }

  /// Whether this layer, or one outside, says what another one says.
  func says(_ other: Layer) -> Bool {
    let statement = other.statement
    return first { $0.statement === statement ? true : nil } != nil
  }

  /// The same, if no layer further in that is opened beside it says one of its keys.
  fileprivate func saysInnermost(_ other: Layer) -> Bool {
    let statement = other.statement
    let found: Bool? = first { layer in
      if layer.statement === statement { return true }
      return layer.isReopened && layer.overrides.keyBits & other.overrides.keyBits != 0
        ? false : nil
    }
    return found == true
  }

  /// This layer and those outside that have overrides, as far as another one doesn't see them; and
  /// the depths of that one's own scopes.
  private func missing(
    in home: Layer,
    where isMissing: (Layer) -> Bool
  ) -> (layers: [Layer], homeDepths: Range<Int>) {
    var missing: [Layer] = []
    var outer = self
    // A root stays outside: a test doesn't see what the process sets.
    while outer.depth > 0, !home.isInside(outer) {
      if outer.overrides.keyBits != 0, isMissing(outer) { missing.append(outer) }
      outer = outer.outerLayer!
    }
    let isAround = home.isInside(outer)
    return (missing.reversed(), isAround ? outer.depth + 1..<home.depth + 1 : 0..<Int.max)
  }

  /// The layers of a kept scope that aren't seen in another one, opened once more there; `nil` if all
  /// are.
  fileprivate func entered(in here: Layer) -> Scope? {
    let (layers, homeDepths) = missing(in: here) { !here.saysInnermost($0) }
    var seen: Scope?
    for layer in layers {
      let around = seen?.layer() ?? here
      let entered = around.memory?.entered
      if let known = entered?.pair(with: layer) {
        seen = known
        continue
      }
      let new = Scope(
        reopening: layer,
        homeDepths: homeDepths,
        in: seen ?? Home(leadingTo: here),
        age: max(layer.age, here.age)
      )
      seen = entered?.keep(new, with: layer) ?? new
    }
    return seen
  }

  /// This layer and those outside, as far as a home doesn't see them, opened once more inside the
  /// home; or the home, if it sees them all.
  fileprivate func opened(in place: Place, _ home: Layer, at source: SourceLine) -> Place {
    if home.hasEnded { tell(ofEndedHome: home, at: source) }
    let (layers, homeDepths) = missing(in: home) { !home.says($0) }
    var seen: Scope?
    for layer in layers {
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

  /// Tells once per pair of scopes that an object outlived its home.
  private func tell(ofEndedHome home: Layer, at source: SourceLine) {
    let handler = container.context == .live ? Issues.handlerOfProcess : nil
    let observers = opening.watch?.observers ?? []
    if handler == nil && observers.isEmpty { return }
    let new = Pair(nil)
    if keep(new, withHome: home, isTold: true) !== new { return }
    for observer in observers { observer.didMeet(home, from: self, at: source) }
    handler?(.outlivedScope(home, from: self, at: source))
  }
}
