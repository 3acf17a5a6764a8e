// Whether a default that was built for one view is valid in another one: its record tells.

extension Scope {
  /// Whether a default is valid here that is kept by, or known to, a scope of this view.
  ///
  /// - Parameter passed: The keys that are overridden inside that scope.
  final func isValid(_ entry: Entry, knownTo scope: Scope, passed: UInt64) -> Bool {
    if entry.record.marks.contains(.pinned) { return scope === self }
    let isSingleton = entry.key.lifetimeKind == .singleton
    if isMerged {
      // Where scopes of the process lie over those of a test, the root is the test's.
      let isOfRoot = isSingleton ? entry.record.provider == 0 : entry.record.tips.isEmpty
      if isOfRoot && !base.ancestors.contains(where: { $0.keeps(entry) }) { return false }
    } else if entry.record.homeSerials != nil {
      return false
    }
    // In the chain of one scope, what is valid further out is valid here if nothing on the way
    // overrides a key that it depends on.
    let passed = isMerged ? .max : passed
    if entry.record.keys & passed == 0 { return entry.record.homes.allSatisfy(includes) }
    // Many may depend on one, so the answer is kept. Safe to take unretained: it is only compared.
    if unsafe detailsIfMade?.invalid[entry.id]?.takeUnretainedValue() === entry { return false }
    if known(entry.id) === entry { return true }
    // What a singleton read is not what is seen here.
    let isValid =
      sees(Finding(entry.key, entry.record.provider), knownTo: scope, passed)
      && (isSingleton
        || entry.record.findings.allSatisfy { sees($0, knownTo: scope, passed) }
          && hasHome(entry.record) && entry.record.homes.allSatisfy(includes))
    if isValid { remember(entry) } else { details.invalid.remember(entry) }
    return isValid
  }

  /// Whether a read here would find what the build of a default has found.
  private func sees(_ finding: Finding, knownTo scope: Scope, _ passed: UInt64) -> Bool {
    if case .entry(let entry) = finding.found {
      return isValid(entry, knownTo: scope, passed: passed)
    }
    let serial = if case .override(let serial) = finding.found { serial } else { 0 as UInt }
    return finding.key.bit & passed == 0 || serialOfOverride(of: finding.key) == serial
  }

  private func keeps(_ entry: Entry) -> Bool {
    known(entry.id) === entry || keptDefaults?.contains { $0 === entry } == true
  }

  /// Whether what is made from these overrides has the same home here. It may have another one only
  /// where the overrides are those of two chains, whose order may differ.
  private func hasHome(_ record: borrowing Record) -> Bool {
    if !isMerged || record.tips.isEmpty { return true }
    let home = reduced(to: record.tips).map(\.serial)
    if let serials = record.homeSerials { return home == serials }
    return home == ancestors.first { record.tips.contains($0.serial) }?.ownView.map(\.serial)
  }

  /// Whether the view of an object that is read through here is part of this view, as it was when
  /// it was noted.
  final func includes(_ home: [UInt]) -> Bool {
    serials.suffix(home.count).elementsEqual(home)
  }
}
