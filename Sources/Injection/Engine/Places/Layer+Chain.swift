// Not inlined, since many use these.

extension Layer {
  /// What a function returns first, for this layer and those outside, from here on outwards.
  ///
  /// Each chain ends at depth 0, so a function that tests for a depth always returns something.
  //
  // Without counting references.
  @inline(never)
  package func first<Result>(_ body: (Layer) -> Result?) -> Result? {
    var holder: Layer?
    defer { withExtendedLifetime(holder) {} }
    // Safe: the caller or `holder` holds the first layer, and each holds the next one.
    var layer = unsafe Unretained(self)
    while true {
      if let result = layer.use(body) { return result }
      if let outer = layer.use({ $0.unretainedOuter }) {
        layer = outer
      } else {
        holder = layer.use { $0.outerLayer }
        guard let holder else { return nil }
        layer = unsafe Unretained(holder)
      }
    }
  }

  /// This layer and those outside.
  package var chain: some Sequence<Layer> { sequence(first: self, next: \.outerLayer) }

  /// The layer of this chain at a depth.
  @inline(never)
  package func layer(atDepth depth: Int) -> Layer { first { $0.depth > depth ? nil : $0 }! }

  @inline(never)
  package var root: Layer { fixedRoot?.object ?? layer(atDepth: 0) }

  /// The root, if the chain doesn't change.
  // Safe: this holds it, or is it.
  var fixedRoot: Unretained<Layer>? {
    if chainBits == .max { return nil }
    return ownRoot ?? (depth == 0 ? unsafe Unretained(self) : ProcessRoot.unretainedLayer)
  }

  /// Whether only the root can have a value, since no scope below overrides what the key's defaults
  /// have stood on.
  func isOfRootOnly(_ key: Key) -> Bool { chainBits & key.bitsOfAllDefaults == 0 }

  /// The same for what was found.
  func isOfRootOnly(_ entry: Entry) -> Bool { chainBits & entry.keyBits == 0 }

  @inline(never)
  func isInside(_ other: Layer) -> Bool { first { $0.depth > other.depth ? nil : $0 === other }! }

  /// The innermost layer of this chain that overrides one of some keys, or else the root.
  @inline(never)
  func innermost(overriding keys: KeySet) -> Layer {
    if chainBits & keys.bits == 0 { return root }
    return first { $0.overrides.containsAny(of: keys) || $0.depth == 0 ? $0 : nil }!
  }
}
