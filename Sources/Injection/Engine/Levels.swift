/// The levels of a view, from the inside out.
///
/// Mostly the view is one scope that was opened in others: then each leads to the next, and to look
/// through them takes no memory and counts no references.
// Safe: the one that is not counted is never freed.
@safe
struct Levels: Sendable {
  private let innermost: Scope?
  /// The process's root as it is now: in a preview, another one may take its place.
  private let process = unsafe Scope.unretainedProcess
  private let listed: [Level]
  /// The bits of all keys that are overridden.
  private var keys: UInt64 = 0

  init(_ view: ScopeView) {
    innermost = view.plainScope
    listed = innermost == nil ? view.levels : []
    var keys: UInt64 = 0
    forEach { keys |= $0.overriddenKeys }
    self.keys = keys
  }

  /// Whether each level was opened in the next one, and in nothing else.
  var isChain: Bool { innermost != nil }

  /// The first level that matches.
  @inline(__always)
  func first(where isMatch: (Level) -> Bool) -> Level? {
    guard let innermost else { return listed.first(where: isMatch) }
    var found: Unmanaged<Scope>?
    // Safe to use unretained: `self` holds the innermost scope, and each scope the next one; the
    // process's root is never freed.
    var next = unsafe Optional(Unmanaged.passUnretained(innermost))
    while let scope = unsafe next, unsafe found == nil {
      unsafe scope._withUnsafeGuaranteedRef {
        if isMatch($0) { unsafe found = scope } else { unsafe next = $0.unretainedOuter(process) }
      }
    }
    return withExtendedLifetime(self) { unsafe found?.takeUnretainedValue() }
  }

  private func forEach(_ body: (Level) -> Void) {
    _ = first { level in
      body(level)
      return false
    }
  }

  /// The level that has the nearest override of the key, a value or code.
  func nearest(overriding key: KeyDescription) -> Level? {
    keys & key.bit == 0 ? nil : first { $0.overrides(key) }
  }

  /// The number of that level; zero for none.
  func numberOfNearest(overriding key: KeyDescription) -> UInt {
    nearest(overriding: key)?.number ?? 0
  }

  /// The level with a number. None has the number zero.
  func level(numbered number: UInt) -> Level? {
    number == 0 ? nil : first { $0.knownNumber == number }
  }

  var all: [Level] {
    if !isChain { return listed }
    var levels: [Level] = []
    forEach { levels.append($0) }
    return levels
  }

  var numbers: [UInt] { all.numbers }

  /// Whether these are the same levels, with or without their memories.
  func isSame(as other: Levels) -> Bool {
    if let innermost, innermost === other.innermost { return true }
    return all.isSame(as: other.all)
  }
}
