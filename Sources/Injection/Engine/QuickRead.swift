import Synchronization

// Walking scopes from the inside out without counting references. That is safe: whoever walks holds
// the innermost one, each scope holds the next, and the process's root is never freed.
//
// So a read finds what needs no build; without a lock, too, unless it is remembered after many reads.

extension Scope {
  /// The override or default of a key that this scope has, or one of the scopes outwards, if a few
  /// comparisons show that it is valid here.
  ///
  /// In a scope that is read only a few times, as that of a request, nothing is remembered: that
  /// takes longer than to ask the next scopes. The entry is not retained: it stays while the caller
  /// holds this scope.
  private final func unretainedQuickEntry(_ id: KeyID) -> Unmanaged<Entry>? {
    // Where somebody observes, every read is to be seen.
    if observation != nil { return nil }
    var next = unsafe Unmanaged<Scope>.passUnretained(self)
    // The keys that are overridden on the way.
    var passed: UInt64 = 0
    var distance: UInt8 = 0
    while true {
      // Safe to use unretained, here and below: `self` holds the scopes outwards, and each scope
      // its entries; the process's root is never freed.
      let (entry, outer) = unsafe next._withUnsafeGuaranteedRef {
        unsafe $0.step(id, &passed, isFirst: distance == 0)
      }
      if let entry = unsafe entry {
        if distance > 0 { unsafe noteRead(of: entry, foundIn: next, distance) }
        return unsafe entry
      }
      guard let outer = unsafe outer else { return nil }
      unsafe next = outer
      distance &+= distance < .max ? 1 : 0
    }
  }

  /// The same for those who hold it from now on.
  final func retainedQuickEntry(_ id: KeyID) -> Entry? {
    // Safe to take unretained: this scope holds it, and the caller this.
    unsafe unretainedQuickEntry(id)?.takeUnretainedValue()
  }

  /// Remembers what is found further out, if that is far, or if much is read here.
  @inline(__always)
  private final func noteRead(
    of entry: Unmanaged<Entry>,
    foundIn scope: Unmanaged<Scope>,
    _ distance: UInt8
  ) {
    // Relaxed, and in two steps: it need not be exact.
    let reads = readsOutwards.load(ordering: .relaxed)
    if distance < 8 && reads < 32 {
      return readsOutwards.store(reads &+ distance, ordering: .relaxed)
    }
    unsafe remember(entry, foundIn: scope)
  }

  @inline(never)
  private final func remember(_ entry: Unmanaged<Entry>, foundIn scope: Unmanaged<Scope>) {
    // Safe to take unretained: see above.
    let entry = unsafe entry.takeUnretainedValue()
    if entry.isOverride && entry.levelNumber == 0 {
      unsafe scope._withUnsafeGuaranteedRef { entry.setLevelNumber($0.number) }
    }
    found.remember(entry, as: Name(entry.key.id))
  }

  /// Lets the next read find the entry. Where there is one of the name, that stays.
  @discardableResult
  final func remember(_ entry: Entry, as name: Name) -> Entry {
    if observation == nil && !entry.needsEveryRead { return found.remember(entry, as: name) }
    let slow = storedSlowFound.value ?? storedSlowFound.set(SlowTable())
    return slow.table.remember(entry, as: name)
  }

  /// What this scope has of a key, or else the scope to ask next; neither where that can't be told.
  @inline(__always)
  private final func step(
    _ id: KeyID,
    _ passed: inout UInt64,
    isFirst: Bool
  ) -> (entry: Unmanaged<Entry>?, next: Unmanaged<Scope>?) {
    if let entry = unsafe found[Name(id)] {
      // Valid if nothing that it depends on is overridden on the way. An override depends on
      // nothing; what is for this very scope, or for some views only, on all keys.
      let keys = unsafe entry._withUnsafeGuaranteedRef { $0.keys }
      let isValid = isFirst || (keys & passed == 0 && keys != .max)
      return unsafe (isValid ? entry : nil, nil)
    }
    if overriddenKeys & id.bit != 0 {
      if let override = hasOwn(id) ? ownOverride : listedOverride(of: id) {
        // The scope holds its overrides.
        return unsafe (override is ProvidedCode ? nil : Unmanaged.passUnretained(override), nil)
      }
    }
    // What the scope keeps besides comes first: that takes a search.
    if !isPlain || (storedMemory.isSet && mayKeep(id)) { return (nil, nil) }
    passed |= overriddenKeys
    return unsafe (nil, unretainedOuter(Scope.unretainedProcess))
  }

  // Not inlined, so that the step is.
  @inline(never)
  private final func mayKeep(_ id: KeyID) -> Bool { memory.mayHave(id) }

  /// The next level outwards of a plain scope; not retained.
  ///
  /// - Parameter process: The process's root.
  @inline(__always)
  final func unretainedOuter(_ process: @autoclosure () -> Unmanaged<Scope>) -> Unmanaged<Scope>? {
    // Safe: it stays while this does, and the process's root for ever.
    if let link { return unsafe .passUnretained(link) }
    return unsafe isRoot ? nil : process()
  }
}

extension Scope {
  /// Whether this has a number, or one of the scopes that `link` leads to.
  final func leads(to number: UInt, within steps: Int) -> Bool {
    // Safe to use unretained: the caller holds this, and each scope the next one.
    var next = unsafe Unmanaged<Scope>.passUnretained(self)
    for _ in 0..<steps {
      let (isHere, outer) = unsafe next._withUnsafeGuaranteedRef { scope in
        (scope.knownNumber == number, unsafe scope.link.map { unsafe Unmanaged.passUnretained($0) })
      }
      if isHere { return true }
      guard let outer = unsafe outer else { return false }
      unsafe next = outer
    }
    return false
  }
}
