import Injection

// What somebody may need to know who is surprised by a value.

extension Scope {
  /// Why an injected property sees this scope: the current one, its home, or both (R2, R3).
  ///
  /// - Parameter home: The property's home, where it is known.
  /// - Returns: `nil` where there was nothing to choose: the process is around all scopes.
  func remark(seenWithHome home: Scope?) -> String? {
    let current = InjectedValues.current.seenScope
    let isInNone = current.named.kind == .process
    let here = "the current scope, \(current.named)"
    let there = "the property's home, \((home ?? ancestors.first { !$0.isMerged } ?? self).named)"
    if isMerged {
      return "seen from \(here), and behind it from \(there): neither is inside the other"
    }
    if self !== current {
      return "seen from \(there): "
        + (isInNone ? "the read is in no scope" : "it is inside \(here)")
    }
    guard let home, home !== current, !isInNone, home.named.kind != .process else { return nil }
    let isInside = home.container === container
    let why = isInside ? "it is inside \(there)" : "\(there), belongs to another container"
    return "seen from \(here): \(why)"
  }

  private var named: InjectionScope { InjectionScope(self, in: self)! }

  /// Near misses: overrides that are not of the key that was read, or not made through its property.
  func nearMisses(of request: Request, _ entry: Entry) -> [String] {
    let property = request.property.text
    if entry.isOverride {
      let other = entry.property.text
      return other == nil || other == property ? [] : ["set through \\.\(other!), of the same key"]
    }
    // What the value was built from was not missed.
    var seen = Set([request.key] + entry.findings.map(\.key))
    var remarks: [String] = []
    for scope in ancestors {
      for override in scope.overrides where seen.insert(override.key).inserted {
        let fact = InjectionScope(scope, in: self)!.what(
          override.isCode ? "provided" : "overridden"
        )
        if let property, property == override.property.text {
          let other = "another key, \(override.key.type)"
          remarks.append("\\.\(property) is set with \(other), which is \(fact)")
        } else if override.key.valueType == request.key.valueType {
          let name = Subject(override.key, override.property).short
          remarks.append("\(name) has the same type of value, and is \(fact)")
        }
      }
    }
    return remarks
  }
}
