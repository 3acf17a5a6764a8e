import Injection

/// Explains reads, with what the values were built from.
struct Explainer {
  /// What was explained, in the order of an explanation.
  private(set) var parts: [InjectionExplanation.Part] = []

  /// What the property saw, and what is kept there.
  private var kept: KeptDefaults
  private var view: Layer { kept.view }

  /// The defaults explained so far. A default that several others read is explained only once.
  private var explained: Set<ObjectIdentifier> = []

  init(view: Layer) { kept = KeptDefaults(view) }

  private enum Step {
    /// Explain a value that a default read, which the reader keeps.
    case explain(Record.Read, reader: Layer)
    /// All is explained that belongs to a part.
    case end(part: Int)
  }

  /// Explains a read of the property, and all that was read for it.
  //
  // In a loop, since a chain of defaults may be longer than a stack is deep.
  mutating func explain(_ key: KeyID, _ found: Entry) {
    var steps = [Step.explain(Record.Read(key, found), reader: view)]
    var found: Entry? = found
    while let step = steps.popLast() {
      switch step {
      case .explain(let read, let reader):
        steps.append(.end(part: parts.count))
        let (reads, keeper) = add(read, found.take(), readIn: reader)
        steps += reads.reversed().map { .explain($0, reader: keeper) }
      case .end(let index):
        parts[index].count = parts.count - index
      }
    }
  }

  /// Adds the part of a read.
  ///
  /// - Parameters:
  ///   - found: What the read has found, if that is known.
  ///   - reader: The scope that keeps the reader.
  /// - Returns: What to explain next, and the scope that keeps the value.
  private mutating func add(
    _ read: Record.Read,
    _ found: Entry?,
    readIn reader: Layer
  ) -> (reads: [Record.Read], keeper: Layer) {
    let key = read.override.map { Key.of($0.type) } ?? Key.known(read.key)!
    // No scope keeps a transient value.
    let isKept = read.record == nil || key.lifetime.kind != .transient
    let layer = isKept ? kept.layer(of: read) : reader
    var part = InjectionExplanation.Part(read, key, in: layer, view)
    defer { parts.append(part) }
    let entry = found ?? read.override ?? kept.entry(of: read)
    part.value = entry?.anyValue.map { unwrapped($0).map { "\(type(of: $0))" } ?? "nil" }
    guard let record = read.record else { return ([], layer) }
    part.remarks = remarks(keptBy: layer, readIn: reader)
    let all = record.readsOfCode
    // A key that the default is scoped by, and reads as well, is one read.
    let built = Set(all.lazy.filter { $0.record != nil }.map(\.key))
    let reads = all.filter { $0.record != nil || !built.contains($0.key) }
    let isNew = explained.insert(ObjectIdentifier(record)).inserted
    part.isExplainedAbove = !isNew && !reads.isEmpty
    return (isNew ? reads : [], layer)
  }

  /// Remarks about a default, beyond what it read while it was built.
  ///
  /// They never claim that a value reads nothing, because later reads are unknown here.
  private func remarks(keptBy keeper: Layer, readIn reader: Layer) -> [String] {
    if keeper === reader { return [] }
    let inner = view.chain.prefix { $0 !== keeper }
    if inner.allSatisfy({ $0.allOverrides.all.isEmpty }) { return [] }
    return ["built without what inner scopes override; what it reads later is not known here"]
  }
}

extension InjectionExplanation.Part {
  /// Tells of what was found in a view, without the value, so that no client code runs.
  ///
  /// - Parameter layer: The scope that has what was found.
  init(_ read: Record.Read, _ key: Key, in layer: Layer, _ view: Layer) {
    // An override goes by the property through which it was set.
    let subject = read.override?.subject ?? Subject(key)
    property = subject.property
    self.key = "\(key.type)"
    valueType = typeName(key.valueType)
    lifetime = "\(key.lifetime)"
    context = view.context
    // No scope keeps a transient value. A key that the reader is scoped by isn't built.
    let isTransient = key.lifetime.kind == .transient
    let scope = InjectionScope(layer)
    source = isTransient ? .builtDefault : .unbuiltDefault
    if let record = read.record {
      source = .builtDefault
      self.scope = isTransient ? nil : scope
      let code = record.provider
      provider = code.map { InjectionScope(view.layer(of: $0)) }
    } else if let override = read.override {
      let isCode = override.isCode
      source = isCode ? source : .override
      self.scope = isCode ? nil : scope
      provider = isCode ? scope : nil
    }
  }
}
