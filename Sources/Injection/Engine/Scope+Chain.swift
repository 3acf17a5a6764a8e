extension Scope {
  /// The next scope outwards.
  package var outerScope: Scope? { plainOuter?.object ?? heldOuterScope }

  @inline(never)
  private var heldOuterScope: Scope? { outer?.scope }

  /// This scope and those outside.
  package var chain: some Sequence<Scope> { sequence(first: self, next: \.outerScope) }

  /// What a function returns first, for this scope and those outside, from here on outwards.
  ///
  /// A function that tests for a depth always returns something, since the root's depth is 0.
  //
  // Plain scopes are passed without counting references. Not inlined, since many use it.
  @inline(never)
  func first<Result>(_ body: (Scope) -> Result?) -> Result? {
    var holder: Scope?
    defer { withExtendedLifetime(holder) {} }
    // Safe: each plain scope holds the next one, and the caller or `holder` the first.
    var scope = unsafe Unretained(self)
    while true {
      if let result = scope.use(body) { return result }
      if let outer = scope.use({ $0.plainOuter }) {
        scope = outer
      } else {
        holder = scope.use { $0.heldOuterScope }
        guard let holder else { return nil }
        scope = unsafe Unretained(holder)
      }
    }
  }

  /// The same for the quick path, as far as this scope and those outside are plain.
  @inline(__always)
  func firstPlain<Result>(_ body: (Scope) -> Result?) -> Result? {
    // Safe: each plain scope holds the next one, and the caller the first.
    var scope = unsafe Unretained(self)
    while true {
      if let result = scope.use(body) { return result }
      guard let outer = scope.use({ $0.plainOuter }) else { return nil }
      scope = outer
    }
  }

  /// The scope of this chain at a depth.
  package func scope(atDepth depth: Int) -> Scope { first { $0.depth > depth ? nil : $0 }! }

  package var root: Scope { scope(atDepth: 0) }

  func isInside(_ other: Scope) -> Bool { isInside(other.identity, atDepth: other.depth) }

  func isInside(_ identity: UInt, atDepth depth: Int) -> Bool {
    first { $0.depth > depth ? nil : $0.identity == identity }!
  }

  /// The same for the quick path, which doesn't know unless all scopes up to that depth are plain.
  func isPlainlyInside(_ identity: UInt, atDepth depth: Int) -> Bool {
    firstPlain { $0.depth > depth ? nil : $0.identity == identity } == true
  }

  /// The innermost scope of this chain that overrides one of some keys, or else the root.
  func innermost(overriding keys: KeySet) -> Scope {
    first { $0.overrides.containsAny(of: keys) || $0.depth == 0 ? $0 : nil }!
  }
}
