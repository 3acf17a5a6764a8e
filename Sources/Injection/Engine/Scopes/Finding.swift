// Finds overrides and kept defaults, on the chain of scopes outwards, in one of these ways:
//
// 1. `findUnretained` retains nothing: in plain scopes it looks outwards, in quiet ones only at what
//    was found before, or at what the process's root has.
// 2. `find(byBits:)` retains, in any view, and takes what the bits of keys show to be valid.
// 3. `search` is exact.
// 4. `findSettled` is that, when builds of other threads show what counts (Settling.swift).

/// The entry of a key, if a look that retains nothing finds it; `nil` is the process's root.
//
// A free function: a method would also pass its type. It takes a scope: values, which are larger,
// are passed by their address, which costs a retain.
@usableFromInline
func unretainedEntry(_ key: KeyID, from scope: Scope?) -> Unretained<Entry>? {
  scope == nil ? ProcessRoot.findUnretained(key) : scope!.findUnretained(key)
}

extension Layer {
  /// What can be found without building or telling anything. The scope of this is plain.
  ///
  /// It stays while the caller holds that scope.
  func find(plainly key: KeyID) -> Unretained<Entry>? {
    if let found = unretainedCache?.use({ $0.remembered[key.address] }) { return found }
    // The bits of the keys that layers further in override.
    var (overridden, steps): (UInt64, Int) = (0, 0)
    // Safe: each plain scope holds the next one, and the caller the first.
    var layer = unsafe Unretained(self)
    while true {
      let mayFind = layer.use { $0.ownBits & key.bit != 0 }
      steps += mayFind ? layer.use { 1 + $0.overrides.countOfMore / 4 } : 1
      // Only the exact search knows whether the root alone can have it.
      if steps > Self.maxSteps { return nil }
      if mayFind, let found = layer.use({ $0.find(here: key) }) {
        // A default is valid if it stands on no key that a layer further in overrides. If only bits
        // are the same, or the override is code, the exact search decides.
        if found.use({ $0.keyBits & overridden != 0 || $0.isCode }) { return nil }
        if steps > Self.manySteps { remember(found.object) }
        return found
      }
      overridden |= layer.use { $0.overrides.keyBits }
      guard let outer = layer.use({ $0.plainOuter }) else { return nil }
      layer = outer
    }
  }

  /// What is kept or said here.
  @inline(__always)
  private func find(here key: KeyID) -> Unretained<Entry>? {
    unretainedCache?.use { $0.table[key.address] } ?? overrides.find(key)
  }

  /// From so many steps on, remembering costs less than finding.
  static var manySteps: Int { 7 }
  /// Further outwards, only the exact search looks. A layer is a step, and so are four overrides
  /// that may be looked at.
  static var maxSteps: Int { 30 }

  /// The same for any view, retained: what bits alone show to be valid.
  ///
  /// - Parameters:
  ///   - beside: The bits of what is overridden beside or further in.
  ///   - steps: How many layers were looked at.
  func find(byBits key: KeyID, beside: UInt64 = 0, _ steps: inout Int) -> Entry? {
    var overridden = beside
    // Safe: the caller holds the first layer, and each holds the next ones.
    var next: Unretained<Layer>? = unsafe Unretained(self)
    while let layer = next {
      steps += layer.use { 1 + $0.overrides.countOfMore / 4 }
      // It isn't known yet what a running build shows.
      if steps > Self.maxSteps || layer.use({ $0.isSpeaking }) { return nil }
      if let (current, home) = layer.use({ $0.sides }) {
        // Their roots may say something.
        if current.ownContainer !== home.ownContainer { return nil }
        // Where only the home overrides the key, the current side has nothing that is valid.
        let isOfHome = home.chainBits & ~current.chainBits & key.bit != 0
        let ofCurrent =
          isOfHome ? nil : current.find(byBits: key, beside: overridden | home.chainBits, &steps)
        return ofCurrent ?? home.find(byBits: key, beside: overridden | current.chainBits, &steps)
      }
      if let kept = layer.use({ $0.useKept(key) { $0.table.object(of: key.address) } }) {
        return kept.keyBits & overridden == 0 ? kept : nil
      }
      if let override = layer.use({ $0.overrides.find(key) }) {
        return beside & key.bit == 0 && override.use({ !$0.isCode }) ? override.object : nil
      }
      overridden |= layer.use { $0.overrides.keyBits }
      next = layer.use { $0.unretainedOuter }
    }
    return nil
  }
}

// MARK: - Searching

/// An override, or a default that is valid; and the layer that says it, or that should keep it.
package struct Found: Sendable {
  package let entry: Entry
  package let layer: Layer

  package var depth: Int { layer.depthInRecords }

  /// The code that a default was built with, if that is not the key's own.
  package var provider: Entry? { entry.record?.provider?.override }
}

extension Layer {
  /// What is found in any chain, exactly. An override may be code.
  @inline(never) func search(_ key: Key) -> Found? {
    let word = word(of: key.id)
    if key.isTransient || word.map({ !$0.entry.isCode }) == true { return word }
    // The bits of the keys that layers further in override, in a chain without pairs.
    var overridden: UInt64 = isLinear ? 0 : .max
    var kept: Entry?
    // No default is valid outside of code for its key.
    let keeper = first(downTo: isLinear ? word?.layer.depth ?? 0 : 0) { layer in
      let inside = overridden
      overridden |= layer.overrides.keyBits
      kept = layer.useKept(key.id) { $0.kept(key, for: self, inside) }
      return kept != nil
    }
    return keeper.map { Found(entry: kept!, layer: $0) } ?? word
  }
}

extension Record {
  /// Whether a layer says of each key what the build's view said.
  @inline(never) func isValid(in layer: Layer) -> Bool {
    let words = words
    // What is provided for a singleton is the same in each container that sees the code.
    return (layer.ownContainer === container || !standsOnReads && words.overrides.keyBits != 0)
      && words.keys.all.allSatisfy { words.overrides[$0] === layer.word(of: $0)?.entry }
  }
}
