import Injection

// Remarks that help when a value is not the expected one.

extension ScopeView {
  /// Why an injected property sees this view: the current scope's, its home's, or both.
  ///
  /// - Parameter home: The property's home, if it is known.
  /// - Returns: The reason, or `nil` if there was no choice, since the process encloses all scopes.
  func remark(seenWithHome home: ScopeView?) -> String? {
    let current = InjectedValues.current.seen.settled
    let isInNone = current.named.kind == .process
    let here = "the current scope, \(current.named)"
    let there =
      "the property's home, \((home?.settled ?? self.home.map { ScopeView($0) } ?? self).named)"
    if isOfTwo { return "seen from \(here), behind it from \(there): neither is inside the other" }
    let whyHome = isInNone ? "the read is in no scope" : "it is inside \(here)"
    if !isSame(as: current) { return "seen from \(there): \(whyHome)" }
    guard let home, !home.isSame(as: current), home.named.kind != .process else { return nil }
    if home.container === container { return "seen from \(here): it is inside \(there)" }
    return "seen from \(here): \(there), belongs to another container"
  }

  private var named: InjectionScope { InjectionScope(levels.first, in: self)! }

  private func isSame(as other: ScopeView) -> Bool {
    levels.elementsEqual(other.levels) { $0 === $1 }
  }

  /// Near misses: overrides of other keys that may have been meant for this one.
  func nearMisses(of request: Request, _ entry: Entry) -> [String] {
    if entry.isOverride { return [] }
    // An override that the value was built from is not a near miss.
    var seen = Set([request.key] + entry.findings.map(\.key))
    var remarks: [String] = []
    for scope in levels {
      for override in scope.overrides where seen.insert(override.key).inserted {
        let name = Subject(override.key, override.property).short
        let fact = InjectionScope(scope, in: self)!.what(
          override.isCode ? "provided" : "overridden"
        )
        if let property = request.property.text, property == override.property.text {
          remarks.append("\(name) is set with another key, \(override.key.type), which is \(fact)")
        } else if override.key.valueType == request.key.valueType {
          remarks.append("\(name) has the same type of value, and is \(fact)")
        }
      }
    }
    return remarks
  }
}
