// Finds overrides and kept defaults, on the chain of scopes outwards.

extension Scope {
  /// What can be found without building or telling anything. This is a plain scope.
  ///
  /// It stays while the caller holds this scope.
  func find(plainly key: KeyID) -> Unretained<Entry>? {
    if let found = unretainedMemory?.use({ $0.found[key.bits] }) { return found }
    // The bits of the keys that scopes further in override.
    var overridden: UInt64 = 0
    var steps = 0
    // `nil` continues outwards. `.some(nil)` ends the search: only the exact one can tell.
    let found: Unretained<Entry>?? = firstPlain { scope in
      steps += 1 + scope.overrides.count / 4
      if let kept = scope.unretainedMemory?.use({ $0.table[key.bits] }) {
        // Valid if the default stands on no key that a scope further in overrides. If only bits are
        // the same, the exact search decides.
        return .some(kept.use { $0.keyBits } & overridden == 0 ? kept : nil)
      }
      if let override = scope.overrides.find(key) {
        return .some(override.use { $0.code == nil } ? override : nil)
      }
      overridden |= scope.overrides.keyBits
      return nil
    }
    guard let found, let found else { return nil }
    if steps > Self.farSteps { remember(found.object) }
    return found
  }

  /// From so many steps on, remembering costs less than finding. A scope is a step, and so are four
  /// overrides.
  private static var farSteps: Int { 7 }

  /// Remembers in this plain scope what was found outside.
  @inline(never)
  func remember(_ entry: Entry) {
    if !isDraft { _ = memory.found.insert(entry, as: entry.id.bits) }
  }
}

extension Place {
  /// The entry of a key, if a look into plain scopes finds it; `nil` is the process's root.
  //
  // Takes a place: values, which are larger, are passed by their address, which costs a retain.
  @usableFromInline
  static func quickEntry(_ key: KeyID, from place: Place?) -> Unretained<Entry>? {
    if Attention.isNeeded { return nil }
    if place == nil { return ProcessRoot.unretained.use { $0.quickFind(key) } }
    return place!.quickFind(key)
  }
}

// MARK: - Searching

/// An override, or a default that is valid; and the scope that has it.
package struct Found {
  package let entry: Entry
  let scope: Scope

  package var depth: Int { scope.depth }

  /// The code that a default was built with, if that is not the key's own.
  package var provider: Entry? { entry.record?.provider(of: entry.id)?.entry }
}

extension Scope {
  /// The same as `find(plainly:)`, for any chain, and exactly. An override may be code.
  func search(_ key: KeyID) -> Found? {
    // The bits of the keys that scopes further in override.
    var overridden: UInt64 = 0
    return first { scope in
      let override = scope.overrides[key]
      if let override, override.code == nil { return Found(entry: override, scope: scope) }
      if let entry = scope.kept(key),
        entry.keyBits & overridden == 0 || isValid(entry, upTo: scope)
      {
        return Found(entry: entry, scope: scope)
      }
      overridden |= scope.overrides.keyBits
      return override.map { Found(entry: $0, scope: scope) }
    }
  }

  /// Whether a default is valid here: no scope up to its keeper overrides what it stands on.
  private func isValid(_ entry: Entry, upTo keeper: Scope) -> Bool {
    let keys = entry.keys
    return first { scope in
      if scope.identity == keeper.identity { return true }
      return scope.overrides.containsAny(of: keys) ? false : nil
    } == true
  }
}
