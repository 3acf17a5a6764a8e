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
    let scope = seenScope
    let isOpening = stage == .opening
    let base = scope.ancestors.first(where: \.isBase)?.title ?? scope.title
    let title = isOpening ? "scope at \(place)" : scope.title
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
    let scope = seenScope
    var overrides: [Entry] = []
    for part in scope.ancestors.prefix(while: { $0.isPart(of: scope) }) {
      for override in part.overrides where !overrides.contains(where: { $0.id == override.id }) {
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

extension Scope {
  /// What people call the scope.
  fileprivate final var title: String {
    if isBuild, let key = builtKey { return "the build of \(Subject(key).short)" }
    if traits.contains(.process) {
      return "the process" + (BuildRegistry.bootstrapPlace.map { ", set at \($0)" } ?? "")
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
  fileprivate final func isPart(of scope: Scope) -> Bool {
    self === scope || (isBase ? scope.isBase : place.isKnown && place == scope.place)
  }
}
