import Injection

extension Layer {
  /// Why an injected property sees this scope: that of the current one, its home's, or both.
  ///
  /// - Parameter home: The property's home, if it is known.
  /// - Returns: The reason, or `nil` if there was no choice, since the process encloses all scopes.
  func remark(seenWithHome home: Layer?) -> String? {
    let current = InjectedValues.current.layer()
    let here = "the current scope, \(InjectionScope(current))"
    // A scope that is opened again lies in the home.
    let sides = meant.sides
    let home = home ?? sides?.home
    let there = "the property's home, \(InjectionScope(home ?? self))"
    if sides != nil {
      return "seen from \(here), opened once more in \(there): neither is inside the other"
    }
    let isInNone = InjectionScope(current).kind == .process
    let whyHome = isInNone ? "the read is in no scope" : "it is inside \(here)"
    if self !== current { return "seen from \(there): \(whyHome)" }
    guard let home, home !== current, InjectionScope(home).kind != .process else { return nil }
    if home.container === container { return "seen from \(here): it is inside \(there)" }
    return "seen from \(here): \(there), belongs to another container"
  }
}
