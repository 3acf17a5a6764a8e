// What `print`, `dump` and debuggers show of values.

extension InjectedValues: CustomStringConvertible {
  /// The scope, its container and context, and what the scope itself overrides.
  ///
  /// ```swift
  /// print(InjectedValues.current)
  /// // InjectedValues(scope "checkout", Shop.swift:12; in the process, live; overrides \.now)
  /// ```
  ///
  /// The text is meant for reading, and may change in any version.
  public var description: String {
    let build = place?.asBuildPlace?.build?.request
    let own = build.map { "the build of \($0.subject.short)" } ?? scope.title
    let root = scope.root.title
    let title = scope.isDraft && place != nil && build == nil ? "scope at \(scope.place)" : own
    var parts = [title, (title == root ? "" : "in \(root), ") + context.rawValue]
    let overrides = build == nil ? ownOverrides : []
    for (verb, group) in [
      ("overrides", overrides.filter { $0.code == nil }),
      ("provides", overrides.filter { $0.code != nil }),
    ] where !group.isEmpty {
      parts.append("\(verb) \(group.map(\.name).joined(separator: ", "))")
    }
    return "InjectedValues(\(parts.joined(separator: "; ")))"
  }

  /// The overrides of the scope itself, in the order in which they were first set.
  private var ownOverrides: [Entry] { scope.overrides.all }
}

extension InjectedValues: CustomReflectable {
  /// The overrides of the scope itself with their values, for `dump` and debuggers.
  public var customMirror: Mirror {
    let children = ownOverrides.map { (label: $0.name, value: $0.anyValue ?? "provided code") }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension Entry {
  fileprivate final var name: String { Subject(Key.of(type), property).short }
}

extension Scope {
  /// The name of the scope in messages.
  var title: String {
    if leadsToProcess { return "the process" + (place.isKnown ? ", set at \(place)" : "") }
    let kind = depth == 0 ? "test scope" : "scope"
    switch (name, place.isKnown) {
    case (let name?, true): return "\(kind) \(name.debugDescription), \(place)"
    case (let name?, false): return "\(kind) \(name.debugDescription)"
    case (nil, true): return "\(kind) at \(place)"
    case (nil, false): return kind
    }
  }
}
