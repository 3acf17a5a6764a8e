// What `print`, `dump` and debuggers show of values.

extension InjectedValues: CustomStringConvertible, CustomReflectable {
  /// The scope, its container and context, and what the scope itself overrides.
  ///
  /// ```swift
  /// print(InjectedValues.current)
  /// // InjectedValues(scope "checkout", Shop.swift:12; in the process, live; overrides \.now)
  /// ```
  ///
  /// The text is meant for reading, and may change in any version.
  ///
  /// - Complexity: O(overrides of the scope).
  public var description: String {
    let (layer, build) = (layer(), scope?.build.flatMap { $0.isOver ? nil : $0 })
    let root = layer.root.title
    let title = build.map { "the build of \(Subject($0.key).short)" } ?? layer.title
    let place = title == root ? "\(root);" : "\(title); in \(root),"
    var text = "\(place) \(layer.context.rawValue)"
    let overrides = build == nil ? layer.overridesOfParts.all : []
    for isCode in [false, true] {
      let names = overrides.compactMap { $0.isCode == isCode ? $0.subject.short : nil }
      let verb = isCode ? "provides" : "overrides"
      if !names.isEmpty { text += "; \(verb) \(names.joined(separator: ", "))" }
    }
    return "InjectedValues(\(text))"
  }

  /// The overrides of the scope itself with their values, for `dump` and debuggers.
  ///
  /// - Complexity: O(overrides of the scope).
  public var customMirror: Mirror {
    let children = layer().overridesOfParts.all.lazy.map {
      ($0.subject.short, $0.anyValue ?? "provided code") as Mirror.Child
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}
