// A layer and those outside, and where it leads. Of another layer, one asks whether a layer:
//
// - `sees` it: on some way outwards;
// - `isInside` it: on all ways, with certainty;
// - `liesIn` it: as others than a running build's code see the way;
// - `isPlainlyInside` it: as far as scopes are plain, for the quick path.

extension Layer {
  /// The next layer outwards. It stays while the caller holds this one, and, if this is the own
  /// layer of a build whose code runs on this thread, until the code returns.
  @inline(__always)
  var unretainedOuter: Unretained<Layer>? {
    if let build, build.hearsHere { return build.unretainedView }
    return unretainedShown
  }

  /// The same for any thread: of a build's own layer, what others than the code see.
  var unretainedShown: Unretained<Layer>? {
    outer.unretained ?? (depth > 0 ? ProcessRoot.unretained : nil)
  }

  /// The next layer outwards, if its scope is held by that of this one and plain, too. The scope of
  /// this isn't a build's own.
  var plainOuter: Unretained<Layer>? { isOuterPlain ? unretainedShown : nil }

  /// This layer, or the one to which it just leads, if the scope of that is still there. A pair has
  /// none. A draft of the process's root leads to that when it is set.
  @inline(__always)
  var target: Unretained<Layer> {
    // Safe: the caller holds this.
    if !leads || isSpeaking { return isReplaced ? ProcessRoot.unretained : unsafe Unretained(self) }
    let outer = outer.unretained ?? ProcessRoot.unretained
    // If it has gone, what it would keep is kept here.
    return outer.use { $0.isClosed } ? unsafe Unretained(self) : outer
  }

  /// Whether this plain layer lies in another one, as far as the layers between are plain.
  @inline(__always)
  func isPlainlyInside(_ other: Layer) -> Bool {
    let depth = other.depth
    // Safe: each plain scope holds the next one, and the caller the first.
    var layer = unsafe Unretained(self)
    while layer.use({ $0.depth > depth }) {
      guard let outer = layer.use({ $0.plainOuter }) else { return false }
      layer = outer
    }
    return layer.use { $0 === other }
  }

  /// What others than the code of this layer's build see.
  var shown: Layer { outer.value ?? ProcessRoot.layer }

  /// The two layers of a pair.
  package var sides: (current: Layer, home: Layer)? { home.map { (outer.value!, $0) } }

  /// The first match of this layer and those outside, from here on outwards. Of a pair, the current
  /// one comes first.
  ///
  /// - Parameters:
  ///   - depth: What is less deep isn't looked at.
  ///   - end: Neither is this, nor what lies outside of it.
  ///   - asOthers: Whether what lies outside of a running build's own layer is what others than its
  ///     code see there.
  @inline(__always)
  func first(
    downTo depth: Int = 0,
    upTo end: Layer? = nil,
    asOthers: Bool = false,
    _ isMatch: (Layer) -> Bool
  ) -> Layer? {
    // Safe: the caller holds the first layer and the end, and each layer the next ones.
    let (first, end) = unsafe (Unretained(self), end.map { unsafe Unretained($0) })
    var walk = Walk(depth: depth, end: end, asOthers: asOthers)
    while let layer = walk.step(from: first) { if layer.use(isMatch) { return layer.object } }
    return nil
  }

  // Without counting references.
  private struct Walk {
    /// The one that was looked at last. Only then is it asked what lies outside: where a build leads
    /// that has ended meanwhile isn't missed.
    var last: Unretained<Layer>?
    let depth: Int
    let end: Unretained<Layer>?
    let asOthers: Bool
    /// The pairs so far, which may share sides, and how many of their homes were walked.
    var pairs: [Unretained<Layer>] = []
    var homes = 0
    /// The depth of the outermost of these pairs.
    var leastDepth = Int.max

    @inline(never) mutating func step(from first: Unretained<Layer>) -> Unretained<Layer>? {
      var next: Unretained<Layer>? = first
      if let last { next = last.use { asOthers ? $0.unretainedShown : $0.unretainedOuter } }
      while true {
        while next == nil, homes < pairs.count {
          // A home in which the end lies is outside of that. This may be known only now, if a build
          // ran when the pair was made.
          next = pairs[homes].use { pair in
            // Safe: the pair holds it.
            end?.use { $0.isInside(pair.home!.meant) } == true ? nil : unsafe Unretained(pair.home!)
          }
          homes += 1
        }
        guard let layer = next.take() else { return nil }
        if layer.use({ $0.depth < depth }) || layer.isSame(end) { continue }
        if layer.use({ $0.isPair }) {
          // Mostly each pair lies outside of all before.
          let depth = layer.use { $0.depth }
          if depth >= leastDepth, pairs.contains(where: { $0.isSame(layer) }) { continue }
          leastDepth = min(leastDepth, depth)
          pairs.append(layer)
        }
        last = layer
        return layer
      }
    }
  }

  /// This layer, or the next one outwards that isn't deeper than that, but none outside of the root.
  func layer(atDepth depth: Int) -> Layer {
    if self.depth <= depth { return self }
    if let fixedRoot, depth <= fixedRoot.use({ $0.depth }) { return fixedRoot.object }
    return first { $0.depth <= depth }!
  }

  /// This layer and those outside.
  @inline(never) package var chain: [Layer] {
    var all: [Layer] = []
    _ = first { layer in
      if !layer.isPair, isLinear || !all.contains(where: { $0 === layer }) {
        all.append(layer)
      }
      return false
    }
    return all
  }

  @inline(never) package var root: Layer {
    if let fixedRoot { return fixedRoot.object }
    // Of a scope of the process beside a test, the test's.
    return first { $0.isRoot && $0.ownContainer === ownContainer }!
  }

  /// The root, if the chain doesn't change.
  // Safe: this holds it, or is it.
  @inline(never) var fixedRoot: Unretained<Layer>? {
    if !isLinear { return nil }
    return isRoot ? unsafe Unretained(self) : storedRoot ?? ProcessRoot.unretained
  }

  /// Whether each way outwards comes to another layer, this one included, before it ends or meets a
  /// build's own layer that may say other words. A pair has two ways. All lies in its root.
  @inline(never) func isInside(_ other: Layer) -> Bool {
    if isLinear { return sees(other) }
    return root.sees(other)
      || first(upTo: other) { $0.depth == 0 || $0.isSpeaking } == nil
  }

  /// Whether another layer is this one, or lies outside; of a pair, on one side at least.
  @inline(never) func sees(_ other: Layer) -> Bool {
    first(downTo: other.depth) { $0 === other } != nil
  }

  /// Whether a word of this layer lies inside one of another. Of a build's own layer, what others
  /// than its code see counts, also on the code's thread: what is found doesn't depend on who asks.
  @inline(never) func liesIn(_ other: Layer) -> Bool {
    first(downTo: other.depth, asOthers: true) { $0 === other } != nil
  }
}
