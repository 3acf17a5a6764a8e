import Injection

/// Builds the explanation of a value, with the values it was built from.
struct Explainer {
  /// The view that the property was read from.
  let view: ScopeView

  /// The defaults explained so far. A default that several others read is explained only once.
  var explained: Set<ObjectIdentifier> = []

  /// - Parameter reader: The scope that keeps the reader, or the innermost scope of the view.
  mutating func explain(_ finding: Finding, readBy reader: Level) -> InjectionExplanation {
    var explanation = InjectionExplanation(finding, in: view)
    let entry = finding.entry(in: view)
    explanation.value = entry?.anyValue.map(nameOfType)
    guard let entry, !entry.isOverride else { return explanation }
    // No scope keeps a transient value.
    let owner = explanation.scope == nil ? reader : view.owner(of: entry) ?? reader
    explanation.remarks = remarks(on: entry, keptBy: owner, readBy: reader)
    let isNew = explained.insert(ObjectIdentifier(entry)).inserted
    explanation.isExplainedAbove = !isNew && !entry.findings.isEmpty
    if isNew { explanation.reads = entry.findings.map { explain($0, readBy: owner) } }
    return explanation
  }

  /// Remarks about a default, beyond what it read while it was built.
  ///
  /// They never claim that a value reads nothing, because later reads are unknown here.
  private func remarks(on entry: Entry, keptBy owner: Level, readBy reader: Level) -> [String] {
    let inner = view.levels.prefix { $0 !== owner }.filter { !$0.overrides.isEmpty }
    if owner === reader || inner.isEmpty || inner.contains(where: entry.stands) { return [] }
    return ["built without what inner scopes override; what it reads later is not known here"]
  }
}

extension InjectionExplanation {
  /// Explains what was found in a view, without the value and the values it was built from, so that
  /// no client code runs.
  init(_ finding: Finding, in view: ScopeView) {
    let key = finding.key
    property = key.property.text
    self.key = "\(key.type)"
    valueType = typeName(key.valueType)
    lifetime = "\(key.lifetime)"
    context = view.container.context
    // No scope owns a transient value. Of a key that the reader is scoped by, nothing is built.
    let isTransient = key.lifetime.kind == .transient
    source = isTransient ? .builtDefault : .unbuiltDefault
    if let entry = finding.entry {
      let code = view.override(providing: entry)
      source = .builtDefault
      scope = isTransient ? nil : InjectionScope(view.owner(of: entry), in: view)
      provider = InjectionScope(code.flatMap { view.level(numbered: $0.levelNumber) }, in: view)
    } else if finding.override != 0 {
      let scope = InjectionScope(view.level(numbered: finding.override), in: view)
      let isCode = finding.entry(in: view)?.isCode == true
      source = isCode ? source : .override
      self.scope = isCode ? nil : scope
      provider = isCode ? scope : nil
    }
  }
}

extension Finding {
  /// The default or the override that was found.
  func entry(in view: ScopeView) -> Entry? {
    entry ?? view.level(numbered: override)?.overrides.first { $0.key == key }
  }
}

extension Entry {
  /// The finding of a read that returned this entry.
  var finding: Finding { isOverride ? Finding(key, override: levelNumber) : Finding(self) }

  /// Whether this override provides code instead of a value.
  var isCode: Bool { isOverride && anyValue == nil }
}

/// The name of a value's type. For an optional, the type of the wrapped value.
private func nameOfType(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle != .optional { return "\(type(of: value))" }
  return mirror.children.first.map { nameOfType(of: $0.value) } ?? "nil"
}
