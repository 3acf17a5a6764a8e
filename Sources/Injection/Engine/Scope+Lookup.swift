import Synchronization

// Finding what a key has in a view, without building anything.
//
// A view has one valid default of a key at the most, and the scope that keeps it is part of the
// view. In a view that is the chain of one scope, the search ends at the nearest scope that knows
// the key: if what that one knows is not valid here, an override on the way is the reason, and it
// keeps all that lies further out from being valid, too. In a merged view the scopes are in no
// order of age, so all are asked.

/// What a search found.
enum Lookup {
  /// A value that overrides the key.
  case override(Entry)
  /// A default that is valid in the view; of a shared one, nobody may hold the value any more.
  case entry(Entry)
  /// Nothing: a default has to be built, by the code that a scope provides or by the key's own.
  case missing(Provider?)
}

/// Code that replaces a key's own, and the scope that provides it.
struct Provider {
  let code: ProvidedCode
  let scope: Scope

  init(_ code: ProvidedCode, _ scope: Scope) {
    self.code = code
    self.scope = scope
  }
}

extension Scope {
  /// What this scope knows of a key already.
  final func known(_ id: EntryID) -> Entry? {
    // Safe to take unretained: `self` is held for the call.
    unsafe (found[id] ?? foundSlowly(id))?.takeUnretainedValue()
  }

  private func foundSlowly(_ id: EntryID) -> Unmanaged<Entry>? {
    unsafe unretainedDetails?._withUnsafeGuaranteedRef { unsafe $0.foundSlowly[id] }
  }

  /// Lets the next read find the entry. Where there is one of the key, that stays.
  ///
  /// - Returns: The one that is there now.
  @discardableResult
  final func remember(_ entry: Entry) -> Entry {
    let isSlow = observation != nil || entry.needsEveryRead
    return isSlow ? details.foundSlowly.remember(entry) : found.remember(entry)
  }

  /// Looks for the nearest override of the key, or for a default that is valid here.
  ///
  /// O(scopes to the nearest that knows) the first time. What is found is remembered here.
  final func lookup(_ key: KeyDescription, remembering: Bool) -> Lookup {
    if let entry = known(key.id) { return Lookup(entry) }
    let result = search(key)
    switch result {
    case .override(let entry), .entry(let entry): if remembering { remember(entry) }
    case .missing: break
    }
    return result
  }

  private func search(_ key: KeyDescription) -> Lookup {
    var provider: Provider?
    /// The keys that are overridden between this scope and the one that is asked.
    var passed: UInt64 = 0
    for scope in ancestors {
      let known = scope.known(key.id)
      if let entry = validDefault(of: key, known, of: scope, passed) { return .entry(entry) }
      if let known {
        if !known.isOverride {
          if !isMerged && known.record.provider == 0 { return .missing(nil) }
        } else if provider == nil {
          return .override(known)
        }
      }
      if provider == nil, let override = scope.override(of: key) {
        override.setLayer(scope.serial)
        guard let code = override as? ProvidedCode else { return .override(override) }
        // In a chain, what stands on this scope is kept by this scope or inside it.
        provider = Provider(code, scope)
        if !isMerged { break }
      }
      passed |= scope.overriddenKeys
    }
    return .missing(provider)
  }

  /// A default that is valid here of those that a scope of this view has, or the layer that it is a
  /// copy of.
  ///
  /// - Parameters:
  ///   - known: What the scope knows of the key.
  ///   - passed: The keys that are overridden inside the scope.
  private func validDefault(
    of key: KeyDescription,
    _ known: Entry?,
    of scope: Scope,
    _ passed: UInt64
  ) -> Entry? {
    if let known, !known.isOverride, isValid(known, knownTo: scope, passed: passed) { return known }
    for entry in scope.keptDefaults ?? [] where entry.key == key {
      if isValid(entry, knownTo: scope, passed: passed) { return entry }
    }
    if !scope.isMerged || scope.layer === scope { return nil }
    return validDefault(of: key, scope.layer.known(key.id), of: scope.layer, passed)
  }

  final var keptDefaults: [Entry]? {
    // Safe to use unretained: `self` is held for the call.
    unsafe unretainedDetails?._withUnsafeGuaranteedRef { details in
      details.hasKept.load(ordering: .acquiring) ? details.kept.withLock { $0 } : nil
    }
  }

  /// The number of the scope that has the nearest override of the key, a value or code; zero for
  /// none.
  final func serialOfOverride(of key: KeyDescription) -> UInt {
    for scope in ancestors {
      if let entry = scope.known(key.id) {
        return entry.isOverride ? entry.layer : entry.record.provider
      }
      if scope.override(of: key) != nil { return scope.serial }
    }
    return 0
  }

  /// The override that provides the code which a default of this view was built with.
  package final func override(providing entry: Entry) -> Entry? {
    scope(numbered: entry.record.provider)?.override(of: entry.key)
  }
}

extension Lookup {
  fileprivate init(_ entry: Entry) {
    self = entry.isOverride ? .override(entry) : .entry(entry)
  }
}

extension Entry {
  /// Whether every read has to be seen: those of a shared value, which may be gone, and of one that
  /// is unimplemented.
  fileprivate final var needsEveryRead: Bool {
    !record.marks.isDisjoint(with: [.shared, .unimplemented])
  }
}

// MARK: - For those who look

extension Scope {
  /// The defaults that this scope keeps, and those of scopes outwards that it knows already.
  package final var knownDefaults: [Entry] {
    let details = detailsIfMade
    return (found.all + (details?.foundSlowly.all ?? [])).filter { !$0.isOverride }
      + (keptDefaults ?? []) + (layer === self ? [] : layer.knownDefaults)
  }

  /// Whether the scopes of the view are those of two views.
  package final var isMerged: Bool { traits.contains(.merged) }

  /// The scope of this view that keeps a default; `nil` where nobody does.
  package final func owner(of entry: Entry) -> Scope? {
    if entry.isOverride { return nil }
    if entry.record.marks.contains(.pinned) { return self }
    let tips = ancestors.filter { entry.record.tips.contains($0.knownSerial) }
    return tips.max { $0.knownSerial < $1.knownSerial } ?? root
  }

  /// The scope of this view with a number: see `Finding`. None has the number zero.
  package final func scope(numbered serial: UInt) -> Scope? {
    serial == 0 ? nil : ancestors.first { $0.knownSerial == serial }
  }
}

extension Entry {
  /// Whether a default stands on the overrides of this scope, and on none inside it.
  package final func stands(on scope: Scope) -> Bool {
    record.tips.contains(scope.knownSerial)
  }
}
