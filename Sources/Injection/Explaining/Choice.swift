/// Why an injected property sees the scope it sees: the current one, its home, or both (R2, R3).
struct Choice {
  private let seen: Scope
  private let current: Scope
  /// The home, where it is known.
  private let home: Scope?

  init(seen: Scope, home: Scope? = nil) {
    self.seen = seen
    self.current = (Scope.current ?? .process).resolved
    self.home = home?.resolved
  }

  /// One line, or none where there was nothing to choose.
  var remarks: [String] {
    if seen is RebasedScope {
      let home = home ?? seen.outwards.first { !($0 is RebasedScope) } ?? .process
      return [
        "seen from the current scope, \(InjectionScope(current)), and behind it from the property's "
          + "home, \(InjectionScope(home)): neither is inside the other"
      ]
    }
    if seen !== current {
      let why =
        current === Scope.process
        ? "the read is in no scope" : "it is inside the current scope, \(InjectionScope(current))"
      return ["seen from the property's home, \(InjectionScope(seen)): \(why)"]
    }
    if current === Scope.process || current === home { return [] }
    return ["seen from the current scope, \(InjectionScope(current)): \(whyNotHome)"]
  }

  private var whyNotHome: String {
    guard let home else { return "the property's home is not inside it" }
    if home.container !== current.container && home !== Scope.process {
      return "the property's home, \(InjectionScope(home)), belongs to another container"
    }
    return "it is inside the property's home, \(InjectionScope(home))"
  }
}
