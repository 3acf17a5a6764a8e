import Injection

/// Builds the explanation of a value, with the values it was built from.
struct Explainer {
  /// What the property saw.
  private let view: Layer

  /// The defaults explained so far. A default that several others read is explained only once.
  private var explained: Set<ObjectIdentifier> = []

  init(view: Layer) { self.view = view }

  /// - Parameters:
  ///   - found: What the read has found, if that is known.
  ///   - depth: The depth of the scope that keeps the reader.
  mutating func explain(
    _ read: Record.Read,
    _ found: Entry? = nil,
    readIn reader: Layer
  ) -> InjectionExplanation {
    let key = read.override.map { Key.of($0.type) } ?? Key.known(read.key)!
    var explanation = InjectionExplanation(read, key, in: view)
    let layer = view.layer(of: read)
    let kept = read.record.flatMap { record in layer.kept.first { $0.record === record } }
    let entry = found ?? read.override ?? kept
    explanation.value = entry?.anyValue.map(nameOfType)
    guard let record = read.record else { return explanation }
    // No scope keeps a transient value.
    let keeper = explanation.scope == nil ? reader : layer
    explanation.remarks = remarks(keptBy: keeper, readIn: reader)
    let isNew = explained.insert(ObjectIdentifier(record)).inserted
    let all = record.reads(by: read.key)
    // A key that the default is scoped by, and reads as well, is one read.
    let reads = all.filter { read in
      read.record != nil || !all.contains { $0.key == read.key && $0.record != nil }
    }
    explanation.isExplainedAbove = !isNew && !reads.isEmpty
    if !isNew { return explanation }
    explanation.reads = reads.map { explain($0, readIn: keeper) }
    return explanation
  }

  /// Remarks about a default, beyond what it read while it was built.
  ///
  /// They never claim that a value reads nothing, because later reads are unknown here.
  private func remarks(keptBy keeper: Layer, readIn reader: Layer) -> [String] {
    let inner = view.chain.prefix { $0 !== keeper }
    if keeper === reader || inner.allSatisfy({ $0.allOverrides.all.isEmpty }) { return [] }
    return ["built without what inner scopes override; what it reads later is not known here"]
  }
}

extension InjectionExplanation {
  /// Explains what was found in a view, without the value and the values it was built from, so that
  /// no client code runs.
  init(_ read: Record.Read, _ key: Key, in view: Layer) {
    // An override goes by the property through which it was set.
    let subject = read.override?.subject ?? Subject(key)
    property = subject.property
    self.key = "\(key.type)"
    valueType = typeName(key.valueType)
    lifetime = "\(key.lifetime)"
    context = view.container.context
    // No scope keeps a transient value. A key that the reader is scoped by isn't built.
    let isTransient = key.lifetime.kind == .transient
    let scope = InjectionScope(view.layer(of: read))
    source = isTransient ? .builtDefault : .unbuiltDefault
    if let record = read.record {
      source = .builtDefault
      self.scope = isTransient ? nil : scope
      let code = record.provider(of: read.key)
      provider = code.map { InjectionScope(view.layer(of: $0)) }
    } else if let override = read.override {
      let isCode = override.code != nil
      source = isCode ? source : .override
      self.scope = isCode ? nil : scope
      provider = isCode ? scope : nil
    }
  }
}

/// The name of a value's type. For an optional, the type of the wrapped value.
private func nameOfType(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle != .optional { return "\(type(of: value))" }
  return mirror.children.first.map { nameOfType(of: $0.value) } ?? "nil"
}
