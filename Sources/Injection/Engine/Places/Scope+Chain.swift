extension Scope {
  /// What a function returns first, for this plain scope and those outside, as far as they are
  /// plain.
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

  /// Whether this plain scope lies in another one, as far as the scopes between are plain.
  func isPlainlyInside(_ other: Scope) -> Bool {
    let depth = other.depth
    return firstPlain { $0.depth > depth ? nil : $0 === other } == true
  }

  /// The same for the scope of a layer.
  func isPlainlyInside(_ layer: Layer) -> Bool {
    let depth = layer.depth
    return firstPlain { scope in
      if scope.depth > depth { return nil }
      return scope.knownLayer?.use { $0 === layer } ?? false
    } == true
  }
}
