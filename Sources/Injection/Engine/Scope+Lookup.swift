// Finding what a key has in a view, without building anything.
//
// A view has one valid default of a key at the most, and the scope that keeps it is part of the view. In a
// view that is the chain of one scope, the search ends at the nearest scope that knows the key: if what
// that one knows is not valid here, an override on the way is the reason, and it keeps all that lies
// further out from being valid, too. In a merged view the scopes are in no order of age, so all are
// asked.

/// What a search found.
enum Lookup {
  /// A value that overrides the key.
  case override(Entry)
  /// A default that is valid in the view; of a shared one, nobody may hold the value any more.
  case entry(Entry)
  /// Nothing: a default has to be built, by the code that a scope provides or by the key's own.
  case missing(ProvidedCode?, Scope?)
}

extension Scope {
  /// What this scope knows of a key already.
  final func known(_ id: EntryID) -> Entry? {
    // Safe to take unretained: `self` is held for the call.
    if observation == nil { return unsafe found[id]?.takeUnretainedValue() }
    return unsafe detailsIfMade?.observed[id]?.takeUnretainedValue()
  }

  /// Lets the next read find the entry at once, unless every read has to be seen: those of a shared value,
  /// which may be gone, and of one that is unimplemented.
  final func remember(_ entry: Entry) {
    if entry.needsEveryRead || isBuild { return }
    if observation == nil { found.remember(entry) } else { details.observed.remember(entry) }
  }

  /// Looks for the nearest override of the key, or for a default that is valid here.
  ///
  /// O(scopes to the nearest that knows) the first time. What is found is remembered here.
  final func lookup(_ key: KeyDescription, remembering: Bool = true) -> Lookup {
    if let entry = known(key.id) { return Lookup(entry) }
    let result = search(key)
    if remembering {
      switch result {
      case .override(let entry), .entry(let entry): remember(entry)
      case .missing: break
      }
    }
    return result
  }

  private func search(_ key: KeyDescription) -> Lookup {
    let isMerged = traits.contains(.merged)
    var provided: (ProvidedCode, Scope)?
    /// The keys that are overridden between this scope and the one that is asked.
    var passed: UInt64 = 0
    for scope in ancestors {
      if let entry = scope.known(key.id) {
        if entry.isOverride {
          if provided == nil { return .override(entry) }
        } else if isValid(entry, knownTo: scope, passed: passed) {
          return .entry(entry)
        } else if !isMerged && entry.record!.provider == 0 {
          return .missing(nil, nil)
        }
      }
      if let entry = scope.keptDefault(
        of: key,
        where: { isValid($0, knownTo: $1, passed: passed) }
      ) {
        return .entry(entry)
      }
      if let override = scope.override(of: key), provided == nil {
        override.setLayer(scope.serial)
        guard let code = override as? ProvidedCode else { return .override(override) }
        // In a chain, what stands on this scope is kept by this scope or inside it.
        if !isMerged { return .missing(code, scope) }
        provided = (code, scope)
      }
      passed |= scope.overriddenKeys
    }
    return .missing(provided?.0, provided?.1)
  }

  /// A default that this scope keeps, or the layer that it is a copy of.
  private func keptDefault(of key: KeyDescription, where isValid: (Entry, Scope) -> Bool) -> Entry?
  {
    for scope in layer === self ? [self] : [self, layer] {
      let kept = scope.detailsIfMade?.kept.withLock { $0 } ?? []
      if let entry = kept.first(where: { $0.key === key && isValid($0, scope) }) { return entry }
      if scope !== self, let entry = scope.known(key.id), !entry.isOverride, isValid(entry, scope) {
        return entry
      }
    }
    return nil
  }

  /// The number of the scope that has the nearest override of the key, a value or code; zero for none.
  final func serialOfOverride(of key: KeyDescription) -> UInt {
    for scope in ancestors {
      if let entry = scope.known(key.id) { return entry.record?.provider ?? entry.layer }
      if scope.override(of: key) != nil { return scope.serial }
    }
    return 0
  }

  /// The override that provides the code which a default of this view was built with.
  package final func override(providing entry: Entry) -> Entry? {
    guard let provider = entry.record?.provider, provider != 0 else { return nil }
    return ancestors.first { $0.knownSerial == provider }?.override(of: entry.key)
  }

  /// The view that a singleton is built in: that of the scope which provides its code, or else the base.
  final func viewOfSingleton(providedBy provider: UInt) -> Scope {
    if provider == 0 { return base }
    return ancestors.first { $0.knownSerial == provider }?.layer ?? base
  }
}

extension Lookup {
  fileprivate init(_ entry: Entry) {
    self = entry.isOverride ? .override(entry) : .entry(entry)
  }
}

extension Entry {
  final var needsEveryRead: Bool { isUnimplemented || self is SharedEntry }
}

// MARK: - Validity

extension Scope {
  /// Whether a default is valid here that is kept by, or known to, a scope of this view.
  ///
  /// - Parameter passed: The keys that are overridden inside that scope.
  private func isValid(_ entry: Entry, knownTo scope: Scope, passed: UInt64) -> Bool {
    let record = entry.record!
    if record.marks.contains(.pinned) { return scope === self }
    // In the chain of one scope, what is valid further out is valid here if nothing on the way overrides a
    // key that it depends on.
    let isChain = !traits.contains(.merged)
    // Where scopes of the process lie over those of a test, the root is the test's.
    if !isChain && record.tips.isEmpty && scope.root !== root { return false }
    if isChain && !record.homeSerials.isEmpty { return false }
    if isChain && record.keys & passed == 0 && record.homes.isEmpty { return true }
    return isValid(entry)
  }

  /// Whether a default was built from what is seen here.
  private func isValid(_ entry: Entry) -> Bool {
    let record = entry.record!
    if serialOfOverride(of: entry.key) != record.provider { return false }
    if entry.key.lifetime.kind == .singleton {
      return viewOfSingleton(providedBy: record.provider).keeps(entry)
    }
    if record.marks.contains(.pinned) { return false }
    return record.findings.allSatisfy(sees)
      && (!traits.contains(.merged) || hasHome(record))
      && record.homes.allSatisfy(includes)
  }

  private func sees(_ finding: Finding) -> Bool {
    switch finding.found {
    case .nothing: return serialOfOverride(of: finding.key) == 0
    case .override(let serial): return serialOfOverride(of: finding.key) == serial
    case .entry(let entry):
      guard case .entry(let other) = lookup(finding.key) else { return false }
      return other === entry
    }
  }

  private func keeps(_ entry: Entry) -> Bool {
    known(entry.id) === entry || root.known(entry.id) === entry
      || ancestors.contains { scope in
        scope.detailsIfMade?.kept.withLock { $0 }.contains { $0 === entry } == true
      }
  }

  /// Whether what is made from these overrides has the same home here. It may have another one only where the
  /// overrides are those of two chains, whose order may differ.
  private func hasHome(_ record: Record) -> Bool {
    if record.tips.isEmpty { return true }
    let home = reduced(to: record.tips).map(\.serial)
    if !record.homeSerials.isEmpty { return home == record.homeSerials }
    return home == ancestors.first { $0.serial == record.tips[0] }?.ownView.map(\.serial)
  }

  /// Whether the view of an object that is read through here is part of this view, as it was when it was noted.
  final func includes(_ home: HomeMark) -> Bool {
    switch home {
    case .scope(let serial, let count):
      return ancestors.first { $0.serial == serial }?.count == count
    case .merged(let serials):
      return ancestors.map(\.serial).suffix(serials.count).elementsEqual(serials)
    }
  }

  private var count: Int { ancestors.reduce(0) { count, _ in count + 1 } }
}

// MARK: - For those who look

extension Scope {
  /// The defaults that this scope keeps, and those of scopes outwards that it knows already.
  package final var knownDefaults: [Entry] {
    let details = detailsIfMade
    let known = observation == nil ? found.all : details?.observed.all ?? []
    return known.filter { !$0.isOverride } + (details?.kept.withLock { $0 } ?? [])
  }

  /// The scope of this view that keeps a default; `nil` where nobody does.
  package final func owner(of entry: Entry) -> Scope? {
    guard let record = entry.record else { return nil }
    if record.marks.contains(.pinned) { return self }
    let tips = ancestors.filter { record.tips.contains($0.knownSerial) }
    return tips.max { $0.knownSerial < $1.knownSerial } ?? root
  }

  /// The scope of this view with a number: see `Finding`.
  package final func scope(numbered serial: UInt) -> Scope? {
    ancestors.first { $0.knownSerial == serial }
  }
}
