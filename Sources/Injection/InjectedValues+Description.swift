// What people see who print values, or look at them in a debugger.

extension InjectedValues: CustomStringConvertible {
  /// The scope, its container and context, and what the scope itself overrides.
  ///
  /// ```swift
  /// print(InjectedValues.current)
  /// // InjectedValues(scope "checkout", Shop.swift:12; in the process, live; overrides \.now)
  /// ```
  ///
  /// The text is for people, and may change in any version.
  public var description: String {
    let view = view
    let levels = view.levels
    let own = view.builtKey.map { "the build of \(Subject($0).short)" } ?? levels[0].title
    let base = levels.first(where: \.isBase)?.title ?? own
    let title = stage == .opening ? "scope at \(place)" : own
    var parts = [title, (title == base ? "" : "in \(base), ") + context.rawValue]
    let overrides = ownOverrides
    for (verb, group) in [
      ("overrides", overrides.filter { !($0 is ProvidedCode) }),
      ("provides", overrides.filter { $0 is ProvidedCode }),
    ] where !group.isEmpty {
      parts.append("\(verb) \(group.map(\.name).joined(separator: ", "))")
    }
    return "InjectedValues(\(parts.joined(separator: "; ")))"
  }

  /// What the scope itself overrides, by the latest override of each key, in the order of names.
  private var ownOverrides: [Entry] {
    if stage == .opening { return [] }
    let levels = view.levels
    if view.builtKey != nil { return [] }
    var overrides: [Entry] = []
    for part in levels.prefix(while: { $0.isPart(of: levels[0]) }) {
      for override in part.overrides where !overrides.contains(where: { $0.key == override.key }) {
        let next = overrides.firstIndex { override.name < $0.name }
        overrides.insert(override, at: next ?? overrides.endIndex)
      }
    }
    return overrides
  }
}

extension InjectedValues: CustomReflectable {
  /// What the scope itself overrides, with the values: what `dump` and debuggers show.
  public var customMirror: Mirror {
    let children = ownOverrides.map { (label: $0.name, value: $0.anyValue ?? "provided code") }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension Entry {
  fileprivate final var name: String { Subject(key, property).short }
}

extension Level {
  /// What people call the scope.
  fileprivate final var title: String {
    if isProcess {
      return "the process" + (Scope.process.isRoot ? "" : ", set at \(Scope.process.place)")
    }
    let kind = isBase ? "test scope" : "scope"
    switch (name, place.isKnown) {
    case (let name?, true): return "\(kind) \(name.debugDescription), \(place)"
    case (let name?, false): return "\(kind) \(name.debugDescription)"
    case (nil, true): return "\(kind) at \(place)"
    case (nil, false): return kind
    }
  }

  /// Whether this holds earlier changes of the closure that another scope was opened with: one that
  /// reads needs several, at one place.
  fileprivate final func isPart(of other: Level) -> Bool {
    self === other || (isBase ? other.isBase : place.isKnown && place == other.place)
  }
}
