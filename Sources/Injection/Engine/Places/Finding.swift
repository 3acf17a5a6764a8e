// Finds overrides and kept defaults, on the chain of scopes outwards.

extension Scope {
  /// Looking so many layers outwards costs less than remembering.
  static var farDepth: Int { 30 }

  /// The entry of a key, if a look into plain scopes finds it; `nil` is the process's root.
  //
  // Takes a scope: values, which are larger, are passed by their address, which costs a retain.
  @usableFromInline
  static func quickEntry(_ key: KeyID, from scope: Scope?) -> Unretained<Entry>? {
    if scope == nil { return ProcessRoot.quickFind(key) }
    return scope!.quickFind(key)
  }
}

extension Layer {
  /// What can be found without building or telling anything. The scope of this is plain.
  ///
  /// It stays while the caller holds that scope.
  func find(plainly key: KeyID) -> Unretained<Entry>? {
    if let found = unretainedCache?.use({ $0.remembered[key.address] }) { return found }
    // The bits of the keys that layers further in override.
    var overridden: UInt64 = 0
    var steps = 0
    // `nil` continues outwards. `.some(nil)` ends the search: only the exact one can tell.
    let found: Unretained<Entry>?? = firstPlain { layer in
      steps += 1 + layer.overrides.count / 4
      // Only the exact search knows whether the root alone can have it.
      if steps > Scope.farDepth { return .some(nil) }
      if let kept = layer.unretainedCache?.use({ $0.table[key.address] }) {
        // Valid if the default stands on no key that a layer further in overrides. If only bits are
        // the same, the exact search decides.
        return .some(kept.use { $0.keyBits } & overridden == 0 ? kept : nil)
      }
      if let override = layer.overrides.find(key) {
        return .some(override.use { $0.code == nil } ? override : nil)
      }
      overridden |= layer.overrides.keyBits
      return nil
    }
    guard let found, let found else { return nil }
    if steps > Self.farSteps { remember(found.object) }
    return found
  }

  /// From so many steps on, remembering costs less than finding. A layer is a step, and so are four
  /// overrides.
  private static var farSteps: Int { 7 }

  /// A valid default that a scope keeps which may go; others are remembered.
  //
  // For objects that outlive the task in which they were made. Counts as few references as possible.
  //
  /// - Parameter overridden: The bits of what is overridden beside or further in.
  func findKept(_ key: KeyID, except overridden: UInt64 = 0) -> Entry? {
    if let (current, home) = sides {
      if overridden != 0 || !current.isLinear || !home.isLinear { return nil }
      return current.findKept(key, except: home.chainBits)
        ?? home.findKept(key, except: current.chainBits)
    }
    // Mostly this scope keeps it, and the walk costs as much as the rest of a read.
    if overrides.keyBits & key.bit == 0, let entry = ownKept(key), entry.keyBits & overridden == 0 {
      return entry
    }
    // What only the process's root can have is found there.
    if depth > Scope.farDepth, ownRoot == nil, Key.known(key).map(isOfRootOnly) != false {
      return nil
    }
    var overridden = overridden
    // `.some(nil)` ends the search: only the exact one can tell.
    let found: Entry?? = first { layer in
      // It isn't known yet what the build shows.
      if layer.build?.isOver == false { return .some(nil) }
      if layer.sides != nil { return .some(layer.findKept(key, except: overridden)) }
      let override = layer.overrides.find(key)
      if let override, override.use({ $0.code == nil }) { return .some(nil) }
      if let kept = layer.ownKept(key), !layer.isOutermostOfProcess {
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
package struct Found: Sendable {
  package let entry: Entry
  package let layer: Layer

  package var depth: Int { layer.depth }

  /// The code that a default was built with, if that is not the key's own.
  package var provider: Entry? { entry.record?.provider(of: entry.id)?.override }
}

extension Layer {
  /// What is found in any chain, exactly. An override may be code.
  func search(_ key: Key) -> Found? {
    guard isOfRootOnly(key), let root = fixedRoot else { return search(key.id) }
    let found = root.use { $0.search(key.id) }
    // While a default is being kept, the key doesn't know yet what it stands on. What a root can't
    // keep that has gone, a scope below does.
    let isSure =
      found.map { isOfRootOnly($0.entry) } ?? (ownRoot?.use { $0.openCache != nil } ?? true)
    return isSure ? found : search(key.id)
  }

  private func search(_ key: KeyID) -> Found? {
    let word = word(of: key)
    if let word, word.entry.code == nil { return word }
    // The bits of the keys that layers further in override, in a chain without pairs.
    var overridden: UInt64 = isLinear ? 0 : .max
    // No default is valid outside of code for its key.
    let kept = first(downTo: isLinear ? word?.depth ?? 0 : 0) { layer in
      let inside = overridden
      overridden |= layer.overrides.keyBits
      return layer.kept(key) { entry in
        entry.keyBits & inside == 0 && !entry.isBeside || entry.record!.isValid(in: self)
      }.map { Found(entry: $0, layer: layer) }
    }
    return kept ?? word
  }
}

extension Record {
  /// Whether a layer says of each key what the build's view said.
  @inline(never)
  func isValid(in layer: Layer) -> Bool {
    let words = words
    // What a singleton's own code makes is the same in each container.
    return (layer.ownContainer === container || !standsOnReads && words.overrides.count > 0)
      && words.keys.all.allSatisfy { words.overrides[$0] === layer.word(of: $0)?.entry }
  }
}
