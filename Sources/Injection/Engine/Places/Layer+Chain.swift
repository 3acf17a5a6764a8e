// A layer and those outside, and where it leads.

extension Layer {
  /// The next layer outwards. It stays while the caller holds this one, and, if this is the own layer
  /// of a build whose code runs on this thread, until the code returns.
  @inline(__always)
  var unretainedOuter: Unretained<Layer>? {
    if let build, build.isHeard { return build.outside }
    return outer.unretained ?? (depth == 0 ? nil : ProcessRoot.unretained)
  }

  /// The next layer outwards, if its scope is held by that of this one and plain, too.
  var plainOuter: Unretained<Layer>? { isOuterPlain ? unretainedOuter : nil }

  /// This layer, or the one to which it just leads, if the scope of that is still there.
  @inline(__always)
  var led: Unretained<Layer> { onlyLeads ? ledElsewhere : unsafe Unretained(self) }

  @inline(never)
  private var ledElsewhere: Unretained<Layer> {
    if anyBuild?.isOver == false || hasWords { return unsafe Unretained(self) }
    let outer = outer.unretained ?? ProcessRoot.unretained
    if outer.use({ !$0.isClosed || $0.isOutermostOfProcess }) { return outer }
    // What the scope of that would keep is kept here.
    return unsafe Unretained(self)
  }

  /// Whether this plain layer lies in another one, as far as the layers between are plain.
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

  /// What a function returns first, for this layer and those outside, from here on outwards. Of a
  /// pair, the current one comes first.
  ///
  /// - Parameters:
  ///   - depth: What is less deep isn't looked at.
  ///   - end: Neither is this, nor what lies outside of it.
  //
  // Without counting references.
  @inline(never)
  package func first<Result>(
    downTo depth: Int = 0,
    upTo end: Layer? = nil,
    _ body: (Layer) -> Result?
  ) -> Result? {
    var (pairs, homes) = ([ObjectIdentifier](), [Unretained<Layer>]())
    // Safe: the caller holds the first layer, and each holds the next ones.
    var next: Unretained<Layer>? = unsafe Unretained(self)
    while true {
      while let layer = next, layer.use({ $0.depth >= depth && $0 !== end }) {
        if let result = layer.use(body) { return result }
        if let home = layer.use({ $0.home }) {
          // Pairs may share sides: each pair is walked once.
          let id = layer.use { ObjectIdentifier($0) }
          if pairs.contains(id) { break }
          pairs.append(id)
          homes.append(unsafe Unretained(home))
        }
        next = layer.use { $0.unretainedOuter }
      }
      guard let home = homes.popLast() else { return nil }
      next = home
    }
  }

  /// This layer, or the next one outwards that isn't deeper than this.
  func layer(atDepth depth: Int) -> Layer {
    if depth == 0, let fixedRoot { return fixedRoot.object }
    return first { $0.depth > depth ? nil : $0 }!
  }

  /// This layer and those outside.
  package var chain: [Layer] {
    var all: [Layer] = []
    _ = first { layer -> Void? in
      if layer.home == nil, isLinear || !all.contains(where: { $0 === layer }) { all.append(layer) }
      return nil
    }
    return all
  }

  @inline(never)
  package var root: Layer {
    if let fixedRoot { return fixedRoot.object }
    // Of a scope of the process beside a test, the test's.
    return first { $0.isRoot && $0.ownContainer === ownContainer ? $0 : nil }!
  }

  /// The root, if the chain doesn't change.
  // Safe: this holds it, or is it.
  var fixedRoot: Unretained<Layer>? {
    if !isLinear { return nil }
    return isRoot ? unsafe Unretained(self) : ownRoot ?? ProcessRoot.unretained
  }

  /// Whether another layer is this one, or lies outside, whatever running builds lead to later; of a
  /// pair, on both sides.
  @inline(never)
  func isInside(_ other: Layer) -> Bool {
    if isLinear { return sees(other) }
    return first(upTo: other) { $0.depth == 0 || $0.build?.isOver == false ? true : nil } == nil
  }

  /// Whether another layer is this one, or lies outside; of a pair, on one side at least.
  func sees(_ other: Layer) -> Bool {
    first(downTo: other.depth) { $0 === other ? true : nil } ?? false
  }
}
