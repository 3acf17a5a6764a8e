import Injection

/// Explains what a property read, and what that was built from.
struct Explainer {
  /// What the property was read from.
  let view: Scope

  /// The defaults that were explained: one that many others read is explained once.
  private var explained: Set<ObjectIdentifier> = []

  init(_ view: Scope) {
    self.view = view
  }

  /// - Parameter reader: The scope that keeps what read this, or the view itself.
  mutating func explain(_ finding: Finding, readBy reader: Scope) -> InjectionExplanation {
    var explanation = InjectionExplanation(finding, in: view)
    guard let entry = finding.entry else { return explanation }
    let owner = explanation.scope == nil ? nil : view.owner(of: entry)
    if let owner { explanation.remarks = remarks(on: entry, keptBy: owner, readBy: reader) }
    guard !entry.findings.isEmpty else { return explanation }
    explanation.isExplainedAbove = !explained.insert(ObjectIdentifier(entry)).inserted
    if explanation.isExplainedAbove { return explanation }
    for read in entry.findings {
      explanation.reads.append(explain(read, readBy: owner ?? reader))
    }
    return explanation
  }

  /// What there is to say of a default beside what it read while it was built.
  ///
  /// It must not say that something reads nothing: what it reads later is not known (R18).
  private func remarks(on entry: Entry, keptBy owner: Scope, readBy reader: Scope) -> [String] {
    if entry.isForOneView {
      return ["for these values only: an object it was built through has its home elsewhere"]
    }
    let scopes = Array(reader.ancestors)
    let inner = scopes.prefix { $0 !== owner }.filter { !$0.overrides.isEmpty }
    let isOutside = scopes.contains { $0 === owner }
    if inner.isEmpty || !isOutside || inner.contains(where: entry.stands) { return [] }
    let reason =
      entry.key.lifetime.kind == .singleton
      ? "a singleton is built without what inner scopes override"
      : "while it was built it read nothing that inner scopes override"
    return [reason + "; what it reads later is not known here"]
  }
}

extension InjectionExplanation {
  /// Explains what was found in a view, without what it was built from.
  init(_ finding: Finding, in view: Scope) {
    let key = finding.key
    property = key.property.text
    self.key = "\(key.type)"
    valueType = typeName(key.valueType)
    lifetime = "\(key.lifetime)"
    context = view.container.context
    // What is built at every read is nobody's, and of what the reader is scoped by nothing is built.
    let isTransient = key.lifetime.kind == .transient
    source = isTransient ? .builtDefault : .unbuiltDefault
    switch finding.found {
    case .nothing: break
    case .entry(let entry):
      let code = view.override(providing: entry)
      source = .builtDefault
      value = entry.anyValue.map(nameOfType)
      scope = isTransient ? nil : InjectionScope(view.owner(of: entry), in: view)
      provider = InjectionScope(code.flatMap { view.scope(numbered: $0.layer) }, in: view)
    case .override(let serial):
      let scope = view.scope(numbered: serial)
      let override = scope?.overrides.first { $0.key === key }
      if override?.isCode == true {
        provider = InjectionScope(scope, in: view)
      } else {
        source = .override
        value = override?.anyValue.map(nameOfType)
        self.scope = InjectionScope(scope, in: view)
      }
    }
  }
}

extension Finding {
  /// The default that was found.
  var entry: Entry? { if case .entry(let entry) = found { entry } else { nil } }
}

extension Entry {
  /// What a read found that got this entry.
  var finding: Finding { Finding(key, isOverride ? .override(layer) : .entry(self)) }

  /// Whether this is an override that is code.
  var isCode: Bool { isOverride && anyValue == nil }
}

/// The type of a value; of what is in it, where it is an optional.
private func nameOfType(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle != .optional { return "\(type(of: value))" }
  return mirror.children.first.map { nameOfType(of: $0.value) } ?? "nil"
}
