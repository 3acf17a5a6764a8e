/// Which place a property sees, if the quick path can tell.
//
// Not the place itself, which would be retained again.
enum Side {
  case current, home
  case pair(Unretained<Pair>)
  case unknown
}

extension Scope {
  /// Looking so many scopes outwards costs less than remembering.
  static var farDepth: Int { 30 }

  /// What this plain scope sees of a plain home.
  func plainSide(of home: Scope) -> Side {
    let steps = depth - home.depth
    if steps >= 0 {
      if steps <= Self.farDepth, isPlainlyInside(home) { return .current }
    } else if -steps <= Self.farDepth, home.isPlainlyInside(self) {
      return .home
    }
    guard let homeLayer = home.knownLayer, let layer = knownLayer else { return .unknown }
    let pair =
      if ownAge < home.ownAge {
        home.unretainedMemory?.use { $0.pairs[layer.use { Pair.id($0, isCurrent: true) }] }
      } else {
        unretainedMemory?.use { $0.pairs[homeLayer.use { Pair.id($0, isCurrent: false) }] }
      }
    guard let pair else { return .unknown }
    if pair.use({ $0.scope != nil }) { return .pair(pair) }
    return steps > 0 ? .current : .home
  }

  /// The same, if the home leads to a layer.
  func plainSide(of home: Layer) -> Side {
    let steps = depth - home.depth
    if steps >= 0, steps <= Self.farDepth, isPlainlyInside(home) { return .current }
    if steps < 0, -steps <= Self.farDepth, let layer = knownLayer,
      layer.use({ home.isInside($0) })
    {
      return .home
    }
    // What the home would keep can't be used without counting.
    if ownAge < home.age { return .unknown }
    let known = unretainedMemory?.use { $0.pairs[Pair.id(home, isCurrent: false)] }
    guard let known, known.use({ $0.scope != nil }) else { return .unknown }
    return .pair(known)
  }
}
