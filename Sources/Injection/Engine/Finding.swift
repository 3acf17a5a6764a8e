// Finding what is known. What is seen is one chain of scopes, so a walk outwards finds it.

extension Scope {
  /// What a quick look finds in one scope.
  @safe fileprivate enum Look {
    case found(Unmanaged<Entry>)
    case maybe(Unmanaged<Entry>)
    case nothing, code
  }

  /// - Parameter passed: The bits of the keys that scopes further in override.
  @inline(__always)
  fileprivate func look(_ key: KeyID, _ passed: inout UInt64) -> Look {
    if let entry = unsafe knownMemory?.table[key.bits] {
      // Valid, if none of them is a key that the default stands on.
      let isValid = unsafe entry._withUnsafeGuaranteedRef { $0.keyBits } & passed == 0
      return isValid ? unsafe .found(entry) : unsafe .maybe(entry)
    }
    if let entry = overrides[key] {
      return unsafe entry.code == nil ? .found(.passUnretained(entry)) : .code
    }
    passed |= overrides.keyBits
    return .nothing
  }

  /// What can be found without building or telling anything. This is a plain scope.
  ///
  /// It isn't retained: it stays while the caller holds this scope.
  ///
  /// - Parameter passed: The bits of the keys that scopes further in override.
  func find(_ key: KeyID, _ passed: UInt64 = 0) -> Unmanaged<Entry>? {
    if let far = unsafe knownMemory?.far[key.bits] {
      let isValid = unsafe far._withUnsafeGuaranteedRef { $0.keyBits } & passed == 0
      if isValid { return unsafe far }
    }
    var bits = passed
    var steps = 0
    var scope = unsafe Unmanaged.passUnretained(self)
    while true {
      // Safe not to retain: each scope holds the next one, and the caller the first.
      let look = unsafe scope._withUnsafeGuaranteedRef { $0.look(key, &bits) }
      switch look {
      case .found(let entry):
        steps += unsafe scope._withUnsafeGuaranteedRef { $0.overrides.count } / 4
        if steps > Self.farSteps { unsafe rememberFar(entry) }
        return unsafe entry
      // Two keys may have one bit.
      case .maybe(let entry):
        guard passed == 0, unsafe isValid(entry, upTo: scope) else { return nil }
        if steps > 0 { unsafe rememberFar(entry) }
        return unsafe entry
      case .code: return nil
      case .nothing: break
      }
      guard let outer = unsafe scope._withUnsafeGuaranteedRef({ unsafe $0.plainOuter }) else {
        return nil
      }
      unsafe scope = outer
      steps += 1
    }
  }

  /// What takes so many steps costs less to remember than to find again.
  fileprivate static var farSteps: Int { 6 }

  @inline(never)
  fileprivate func rememberFar(_ entry: Unmanaged<Entry>) {
    let entry = unsafe entry.takeUnretainedValue()
    if !isDraft { _ = memory.far.keep(entry, as: entry.id.bits) }
  }

  @inline(never)
  private func isValid(_ entry: Unmanaged<Entry>, upTo keeper: Unmanaged<Scope>) -> Bool {
    unsafe isValid(entry.takeUnretainedValue(), upTo: keeper.takeUnretainedValue())
  }
}

extension Place {
  /// What can be found without building or telling anything, also through builds that are over.
  final func findAnywhere(_ key: KeyID) -> Entry? {
    if runningBuild != nil { return nil }
    let start = scope
    if let far = unsafe start.knownMemory?.far[key.bits] { return unsafe far.takeUnretainedValue() }
    var passed: UInt64 = 0
    var steps = 0
    var next: Place? = start
    while let scope = next?.scope {
      if scope.container.observer != nil { return nil }
      if scope.isPlain {
        let found = unsafe scope.find(key, passed)
        if let found = unsafe found, steps > Scope.farSteps { unsafe start.rememberFar(found) }
        return unsafe found?.takeUnretainedValue()
      }
      steps += 1
      switch scope.look(key, &passed) {
      case .found(let entry):
        if steps > Scope.farSteps { unsafe start.rememberFar(entry) }
        return unsafe entry.takeUnretainedValue()
      case .maybe, .code: return nil
      case .nothing: next = scope.outer ?? scope.outerScope
      }
    }
    return nil
  }
}

// MARK: - Searching

/// Code that takes the place of a key's own, and the scope that has it.
struct Provider {
  let code: ProvidedCode
  let scope: Scope
}

extension Scope {
  enum Finding {
    case found(Entry, depth: Int)
    case nothing(Provider?)
  }

  /// The same as `find`, whatever the chain is made of, and exactly.
  func search(_ key: KeyID) -> Finding {
    var next: Scope? = self
    while let scope = next {
      let override = scope.overrides[key]
      if let override, override.code == nil { return .found(override, depth: scope.depth) }
      if let entry = scope.known(key), isValid(entry, upTo: scope) {
        return .found(entry, depth: scope.depth)
      }
      if let code = override?.code { return .nothing(Provider(code: code, scope: scope)) }
      next = scope.outerScope
    }
    return .nothing(nil)
  }

  /// Whether no scope between this one and the one that keeps a default overrides what that stands
  /// on.
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
