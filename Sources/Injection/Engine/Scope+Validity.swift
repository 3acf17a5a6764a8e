// Whether a default that was built for one view is valid in another one: its record tells.

extension Scope {
  /// Whether a default is valid here that is kept by, or known to, a scope of this view.
  ///
  /// - Parameter passed: The keys that are overridden inside that scope.
  final func isValid(_ entry: Entry, knownTo scope: Scope, passed: UInt64) -> Bool {
    if entry.record.marks.contains(.pinned) { return scope === self }
    let isSingleton = entry.key.lifetimeKind == .singleton
    // Where scopes of the process lie over those of a test, the root is the test's.
    let isOfRoot = isSingleton ? entry.record.provider == 0 : entry.record.tips.isEmpty
    if isMerged && isOfRoot && scope.root !== root { return false }
    // In the chain of one scope, what is valid further out is valid here if nothing on the way
    // overrides a key that it depends on. What was built from two chains has to be compared whole.
    let passed = isMerged || entry.record.homeSerials != nil ? .max : passed
    if entry.record.keys & passed == 0 { return entry.record.homes.allSatisfy(includes) }
    // Safe to take unretained: it is only compared.
    if unsafe detailsIfMade?.invalid[entry.id]?.takeUnretainedValue() === entry { return false }
    if isBuiltFromWhatIsSeen(entry, isSingleton, passed) { return true }
    details.invalid.remember(entry)
    return false
  }

  /// Whether a build here would find what the build of a default has found.
  ///
  /// - Parameter passed: The keys of which something else may be found here.
  private func isBuiltFromWhatIsSeen(
    _ entry: Entry,
    _ isSingleton: Bool,
    _ passed: UInt64
  ) -> Bool {
    if !sees(Finding(entry.key, entry.record.provider), passed) { return false }
    // What a singleton read is not what is seen here.
    return isSingleton
      || entry.record.findings.allSatisfy { sees($0, passed) } && hasHome(entry.record)
        && entry.record.homes.allSatisfy(includes)
  }

  private func sees(_ finding: Finding, _ passed: UInt64) -> Bool {
    switch finding.found {
    case .nothing:
      return finding.key.bit & passed == 0 || serialOfOverride(of: finding.key) == 0
    case .override(let serial):
      return finding.key.bit & passed == 0 || serialOfOverride(of: finding.key) == serial
    case .entry(let entry):
      if entry.record.keys & passed == 0 { return true }
      guard case .entry(let other) = lookup(finding.key) else { return false }
      return other === entry
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
  final func includes(_ home: [UInt]) -> Bool {
    ancestors.map(\.serial).suffix(home.count).elementsEqual(home)
  }
}
