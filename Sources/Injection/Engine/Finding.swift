// Finding what is known. What is seen is one chain of scopes, so a walk outwards finds it.

extension Scope {
  /// What can be found without building or telling anything. This is a plain scope.
  ///
  /// It isn't retained: it stays while the caller holds this scope.
  func find(plainly key: KeyID) -> Unmanaged<Entry>? {
    // Safe not to retain: each scope holds the next one and what it has, and the caller the first.
    let far = unsafe plainMemory?._withUnsafeGuaranteedRef { unsafe $0.far[key.bits] }
    if let far = unsafe far { return unsafe far }
    var passed: UInt64 = 0
    var steps = 0
    var scope = unsafe Unmanaged.passUnretained(self)
    while true {
      let (found, outer) = unsafe scope._withUnsafeGuaranteedRef { unsafe $0.look(key, &passed) }
      steps += unsafe 1 + scope._withUnsafeGuaranteedRef { $0.overrides.count } / 4
      if let found = unsafe found {
        if steps > Self.farSteps { unsafe remember(found.takeUnretainedValue()) }
        return unsafe found
      }
      guard let outer = unsafe outer else { return nil }
      unsafe scope = outer
    }
  }

  /// What this scope has for a key, or else the next scope to search.
  ///
  /// - Parameter passed: The bits of the keys that scopes further in override.
  @inline(__always)
  private func look(
    _ key: KeyID,
    _ passed: inout UInt64
  ) -> (Unmanaged<Entry>?, outer: Unmanaged<Scope>?) {
    let kept = unsafe plainMemory?._withUnsafeGuaranteedRef { unsafe $0.table[key.bits] }
    if let kept = unsafe kept {
      // Valid if the default stands on no key passed. A shared bit leads to the exact search.
      let isValid = unsafe kept._withUnsafeGuaranteedRef { $0.keyBits } & passed == 0
      return unsafe (isValid ? kept : nil, nil)
    }
    if let override = unsafe overrides.find(key) {
      return unsafe (override._withUnsafeGuaranteedRef { $0.code } == nil ? override : nil, nil)
    }
    passed |= overrides.keyBits
    return unsafe (nil, plainOuter)
  }

  /// From so many steps on, each a scope or four overrides in one, remembering costs less than
  /// finding.
  private static var farSteps: Int { 7 }

  /// Remembers in this plain scope what was found far outwards.
  @inline(never)
  func remember(_ entry: Entry) {
    if !isDraft { _ = memory.far.keep(entry, as: entry.id.bits) }
  }
}

extension Place {
  /// The entry of a key, if a look into plain scopes finds it; `nil` is the process's root.
  //
  // Takes a place: values, which are larger, are passed by their address, which costs a retain.
  @usableFromInline
  static func quickEntry(_ key: KeyID, from place: Place?) -> Unmanaged<Entry>? {
    if Attention.isNeeded { return nil }
    if place == nil {
      return unsafe ProcessRoot.unretained._withUnsafeGuaranteedRef { unsafe $0.quickFind(key) }
    }
    return unsafe place!.quickFind(key)
  }
}

// MARK: - Searching

/// An override, or a default that is valid; and the scope that has it.
struct Found {
  let entry: Entry
  let scope: Scope
}

extension Scope {
  /// The same as `find`, for any chain, and exactly. An override may be code.
  func search(_ key: KeyID) -> Found? {
    var next: Scope? = self
    while let scope = next {
      let override = scope.overrides[key]
      if let override, override.code == nil { return Found(entry: override, scope: scope) }
      if let entry = scope.known(key), isValid(entry, upTo: scope) {
        return Found(entry: entry, scope: scope)
      }
      if let override { return Found(entry: override, scope: scope) }
      next = scope.outerScope
    }
    return nil
  }

  /// Whether a default is valid here: no scope up to its keeper overrides what it stands on.
  private func isValid(_ entry: Entry, upTo keeper: Scope) -> Bool {
    let keys = entry.record!.keys
    var scope = self
    while scope !== keeper {
      if scope.overrides.containsAny(of: keys) { return false }
      scope = scope.outerScope!
    }
    return true
  }
}
