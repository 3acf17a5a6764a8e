// Finds overrides and kept defaults, on the chain of scopes outwards.

extension Scope {
  /// What can be found without building or telling anything. This is a plain scope.
  ///
  /// It stays while the caller holds this scope.
  func find(plainly key: KeyID) -> Unretained<Entry>? {
    if let found = unretainedMemory?.use({ $0.remembered[key.address] }) { return found }
    if depth > Self.farDepth, let found = unretainedLayer.use({ $0.findInProcessRoot(key) }) {
      if let found { remember(found.object) }
      return found
    }
    // The bits of the keys that scopes further in override.
    var overridden: UInt64 = 0
    var steps = 0
    // `nil` continues outwards. `.some(nil)` ends the search: only the exact one can tell.
    let found: Unretained<Entry>?? = firstPlain { scope in
      steps += 1 + scope.overrides.count / 4
      if let kept = scope.unretainedMemory?.use({ $0.table[key.address] }) {
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
}

extension Place {
  /// The entry of a key, if a look into plain scopes finds it; `nil` is the process's root.
  //
  // Takes a place: values, which are larger, are passed by their address, which costs a retain.
  @usableFromInline
  static func quickEntry(_ key: KeyID, from place: Place?) -> Unretained<Entry>? {
    if place == nil { return ProcessRoot.unretained.use { $0.quickFind(key) } }
    return place!.quickFind(key)
  }
}

extension Layer {
  /// What the quick path finds in the process's root, if only that can have it: `.some(nil)` where
  /// only the exact search can tell, or nothing was built.
  fileprivate func findInProcessRoot(_ key: KeyID) -> Unretained<Entry>?? {
    guard ownRoot == nil, let key = Key.known(key), isOfRootOnly(key) else { return nil }
    let found = ProcessRoot.unretained.use { $0.quickFind(key.id) }
    return .some(found?.use(isOfRootOnly) == true ? found : nil)
  }

  /// A valid default that a scope keeps which may go; others are remembered.
  //
  // For objects that outlive the task in which they were made. Counts as few references as possible.
  func findKept(_ key: KeyID) -> Entry? {
    // Mostly this scope keeps it, and the walk costs as much as the rest of a read.
    if overrides.keyBits & key.bit == 0, let entry = ownKept(key) { return entry }
    // The process's root keeps what it has, which the quick path finds.
    if depth > Scope.farDepth, findInProcessRoot(key) != nil { return nil }
    var overridden: UInt64 = 0
    // `nil` continues outwards. `.some(nil)` ends the search: only the exact one can tell.
    let found: Entry?? = first { layer in
      let override = layer.overrides.find(key)
      if let override, override.use({ $0.code == nil }) { return .some(nil) }
      let kept = layer.isReopened ? layer.kept(key) : layer.ownKept(key)
      if let kept, !layer.opening.isOutermostOfProcess {
        return .some(kept.keyBits & overridden == 0 && !kept.isChecked ? kept : nil)
      }
      if override != nil || layer.depth == 0 { return .some(nil) }
      overridden |= layer.overrides.keyBits
      return nil
    }
    return found ?? nil
  }
}

// MARK: - Searching

/// An override, or a default that is valid; and the layer of the scope that has it.
package struct Found {
  package let entry: Entry
  let layer: Layer

  package var depth: Int { layer.depth }

  /// The code that a default was built with, if that is not the key's own.
  package var provider: Entry? { entry.record?.provider(of: entry.id)?.override }
}

extension Layer {
  /// The same as `find(plainly:)`, for any chain, and exactly. An override may be code.
  func search(_ key: Key) -> Found? {
    guard isOfRootOnly(key), let root = fixedRoot else { return search(key.id) }
    let found = root.use { $0.search(key.id) }
    // While a default is being kept, the key doesn't know yet what it stands on. What a root can't
    // keep that has gone, a scope below does.
    let isSure = found.map { isOfRootOnly($0.entry) } ?? (ownRoot?.use { $0.memory != nil } ?? true)
    return isSure ? found : search(key.id)
  }

  private func search(_ key: KeyID) -> Found? {
    // The bits of the keys that scopes further in override.
    var overridden: UInt64 = 0
    return first { layer in
      let override = layer.overrides.find(key)
      if let override, override.use({ $0.code == nil }) {
        return Found(entry: override.object, layer: layer)
      }
      if layer.mayKeep(key), let entry = layer.kept(key),
        entry.keyBits & overridden == 0 || isValid(entry, upTo: layer)
      {
        return Found(entry: entry, layer: layer)
      }
      overridden |= layer.overrides.keyBits
      return override.map { Found(entry: $0.object, layer: layer) }
    }
  }

  /// Whether a default is valid here: no scope up to its keeper overrides what it stands on.
  private func isValid(_ entry: Entry, upTo keeper: Layer) -> Bool {
    let keys = entry.keys
    return first { layer in
      if layer === keeper { return true }
      return layer.overrides.containsAny(of: keys) ? false : nil
    } == true
  }
}
