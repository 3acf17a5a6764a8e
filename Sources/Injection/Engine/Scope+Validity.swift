// Whether a default that was built for one view is valid in another one: its record tells.

extension Scope {
  /// Whether a default is valid here that is kept by, or known to, a scope of this view.
  ///
  /// - Parameter passed: The keys that are overridden inside that scope.
  final func isValid(_ entry: Entry, knownTo scope: Scope, passed: UInt64) -> Bool {
    if entry.record.marks.contains(.pinned) { return scope === self }
    if traits.contains(.merged) {
      // Where scopes of the process lie over those of a test, the root is the test's.
      return !(entry.record.tips.isEmpty && scope.root !== root) && isValid(entry)
    }
    // In the chain of one scope, what is valid further out is valid here if nothing on the way
    // overrides a key that it depends on.
    if entry.record.homeSerials != nil || !entry.record.homes.allSatisfy(includes) { return false }
    if entry.record.keys & passed == 0 { return true }
    var unaffected: [Entry] = []
    return !isAffected(entry, upTo: scope, passed, &unaffected)
  }

  /// Whether a scope between this one and `end` overrides a key that a default depends on.
  ///
  /// - Parameter unaffected: What was found not to be affected: many may depend on one.
  private func isAffected(
    _ entry: Entry,
    upTo end: Scope,
    _ passed: UInt64,
    _ unaffected: inout [Entry]
  ) -> Bool {
    // Safe to take unretained: it is only compared.
    if unsafe detailsIfMade?.invalid[entry.id]?.takeUnretainedValue() === entry { return true }
    if !overrides(entry.key, upTo: end, passed) {
      if entry.key.lifetimeKind == .singleton { return false }
      let readsAffected = entry.record.findings.contains { finding in
        guard case .entry(let read) = finding.found else {
          return overrides(finding.key, upTo: end, passed)
        }
        if read.record.keys & passed == 0 || unaffected.contains(where: { $0 === read }) {
          return false
        }
        if isAffected(read, upTo: end, passed, &unaffected) { return true }
        unaffected.append(read)
        return false
      }
      if !readsAffected { return false }
    }
    details.invalid.remember(entry)
    return true
  }

  private func overrides(_ key: KeyDescription, upTo end: Scope, _ passed: UInt64) -> Bool {
    if key.bit & passed == 0 { return false }
    for scope in ancestors {
      if scope === end { return false }
      if scope.override(of: key) != nil { return true }
    }
    return false
  }

  /// Whether a default was built from what is seen here, in a merged view.
  private func isValid(_ entry: Entry) -> Bool {
    if serialOfOverride(of: entry.key) != entry.record.provider { return false }
    if entry.key.lifetimeKind == .singleton {
      return viewOfSingleton(providedBy: entry.record.provider).keeps(entry)
    }
    if entry.record.marks.contains(.pinned) { return false }
    return entry.record.findings.allSatisfy(sees)
      && hasHome(entry.record)
      && entry.record.homes.allSatisfy(includes)
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

  /// Whether what is made from these overrides has the same home here. It may have another one only
  /// where the overrides are those of two chains, whose order may differ.
  private func hasHome(_ record: borrowing Record) -> Bool {
    if record.tips.isEmpty { return true }
    let home = reduced(to: record.tips).map(\.serial)
    if let serials = record.homeSerials { return home == serials }
    return home == ancestors.first { record.tips.contains($0.serial) }?.ownView.map(\.serial)
  }

  /// Whether the view of an object that is read through here is part of this view, as it was when
  /// it was noted.
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
