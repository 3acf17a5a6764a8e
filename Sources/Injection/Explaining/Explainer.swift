/// Finds the reasons for an `InjectionExplanation`.
struct Explainer {
  private let view: Scope
  private let lookup: Lookup

  /// What was explained so far: a value that many others read is explained once. By the addresses of what
  /// holds values, since a key may have several; and by key, where nothing was built.
  private var explained: Set<EntryID> = []

  init(_ view: Scope) {
    self.view = view
    self.lookup = Lookup(view)
  }

  /// Explains a property that reads `keys`.
  mutating func explain(_ keys: [KeyFacts], as valueType: Any.Type, remarks: [String])
    -> InjectionExplanation
  {
    if keys.count == 1 {
      return explain(keys[0], remarks: remarks + NearMiss.sameType(as: keys[0], in: view))
    }
    return InjectionExplanation(
      property: nil,
      key: nil,
      valueType: typeName(valueType),
      value: nil,
      source: .computed,
      scope: nil,
      lifetime: nil,
      context: view.container.context,
      remarks: remarks,
      reads: keys.map { explain($0) },
      isExplainedAbove: false
    )
  }

  private mutating func explain(_ key: KeyFacts, remarks: [String] = []) -> InjectionExplanation {
    guard let entry = lookup.entry(of: key) else { return explainUnbuilt(key, remarks) }
    return explain(key, remarks, entry, entry.record, in: view)
  }

  /// Explains what a default depends on.
  private mutating func explain(_ read: Dependency, in view: Scope) -> InjectionExplanation {
    switch read {
    case .entry(let entry): explain(KeyFacts(entry), [], entry, entry.record, in: view)
    case .defaultValue(let key, let record): explain(key, [], nil, record, in: view)
    case .seen(let home, let seen):
      explain(seen, in: home.scope.map { view.seen(over: $0) } ?? view)
    }
  }

  /// Explains an override, or a default that was built. There is no entry of a value that nobody keeps.
  private mutating func explain(
    _ key: KeyFacts,
    _ remarks: [String],
    _ entry: Entry?,
    _ record: BuildRecord?,
    in view: Scope
  ) -> InjectionExplanation {
    let position = entry.flatMap { view.position(of: $0) }
    let built: AnyObject? = entry ?? record
    let isNew = explained.insert(built.map { EntryID(addressOf: $0) } ?? key.id).inserted
    var remarks = remarks
    if let record {
      remarks += reason(for: record, keptBy: position, in: view)
      remarks += NearMiss.outOfSight(key, from: view)
    }
    let reads = record?.reads ?? []
    let reader = record?.lifetime == .singleton ? view.base : view
    return explanation(
      of: key,
      value: entry?.anyValue.map(Explainer.nameOfType),
      source: record == nil ? .override : .builtDefault,
      scope: position,
      lifetime: record?.lifetime,
      context: record?.context,
      remarks: remarks,
      reads: isNew ? reads.map { explain($0, in: reader) } : [],
      isExplainedAbove: !isNew && !reads.isEmpty
    )
  }

  /// Explains a default that a read would build, by what earlier builds of it read.
  private mutating func explainUnbuilt(_ key: KeyFacts, _ remarks: [String])
    -> InjectionExplanation
  {
    let isNew = explained.insert(key.id).inserted
    var remarks = remarks + NearMiss.outOfSight(key, from: view)
    var reads: [KeyFacts] = []
    if let notes = experience(of: key.id), notes.builds > 0 {
      for id in notes.reads {
        if let read = experience(of: id) { reads.append(read.facts) }
      }
      if isNew && !reads.isEmpty { remarks.append("an earlier build read:") }
    } else {
      remarks.append("what it reads is known when it has been built once")
    }
    var path: Set<EntryID> = []
    return explanation(
      of: key,
      value: nil,
      source: .unbuiltDefault,
      scope: key.lifetime == .transient ? nil : expectedOwner(of: key, &path),
      lifetime: key.lifetime,
      context: nil,
      remarks: remarks,
      reads: isNew ? explain(reads, readBy: key) : [],
      isExplainedAbove: !isNew && !reads.isEmpty
    )
  }

  /// Explains what a default would read: a singleton sees what its container's root does (R11).
  private mutating func explain(_ reads: [KeyFacts], readBy key: KeyFacts)
    -> [InjectionExplanation]
  {
    if key.lifetime != .singleton || view === view.base { return reads.map { explain($0) } }
    var explainer = Explainer(view.base)
    explainer.explained = explained
    defer { explained = explainer.explained }
    return reads.map { explainer.explain($0) }
  }

  private func explanation(
    of key: KeyFacts,
    value: String?,
    source: InjectionExplanation.Source,
    scope: Scope?,
    lifetime: InjectionLifetime?,
    context: InjectionContext?,
    remarks: [String],
    reads: [InjectionExplanation],
    isExplainedAbove: Bool
  ) -> InjectionExplanation {
    InjectionExplanation(
      property: key.name.property,
      key: "\(key.name.key)",
      valueType: typeName(key.valueType),
      value: value,
      source: source,
      scope: scope.map(InjectionScope.init),
      lifetime: lifetime,
      context: context ?? view.container.context,
      remarks: remarks,
      reads: reads,
      isExplainedAbove: isExplainedAbove
    )
  }
}

// MARK: - Experience

extension Explainer {
  /// What is known of earlier builds of a key.
  @inline(never)  // For size: each caller would hold a copy.
  private func experience(of id: EntryID) -> Recorder.Notes? {
    // What this container built says more than what others did.
    let own = view.container.recorder.notes(of: id)
    if let own, own.builds > 0 { return own }
    return Recorder.experience(in: view.container.context).notes(of: id) ?? own
  }
}

// MARK: - Reasons

extension Explainer {
  private func reason(for record: BuildRecord, keptBy owner: Scope?, in view: Scope) -> [String] {
    guard let owner else { return [] }
    // One call may open several scopes, one inside the other: when its update reads values.
    let call = InjectionScope(owner)
    var between: [InjectionScope] = []
    for scope in view.outwards {
      if scope === owner { break }
      let other = InjectionScope(scope)
      if other != call { between.append(other) }
    }
    if between.isEmpty { return [] }
    if record.lifetime == .singleton {
      return ["because a singleton does not see what inner scopes override"]
    }
    let isOne = between.allSatisfy { $0 == between[0] }
    let scopes = isOne ? "this scope overrides" : "this scope and those around it override"
    return ["because it reads nothing that \(scopes)"]
  }

  /// Who would keep a default, by what earlier builds read; `nil` where that is unknown.
  private func expectedOwner(of key: KeyFacts, _ path: inout Set<EntryID>) -> Scope? {
    if key.lifetime == .singleton { return view.root }
    guard let notes = experience(of: key.id), notes.builds > 0 else { return nil }
    var owners: [Scope] = []
    for id in notes.reads where path.insert(id).inserted {
      guard let read = experience(of: id)?.facts else { continue }
      if let entry = lookup.entry(of: read) {
        if let position = view.position(of: entry) { owners.append(position) }
      } else if let owner = expectedOwner(of: read, &path) {
        owners.append(owner)
      } else {
        return nil
      }
    }
    return view.outwards.first { scope in owners.contains { $0 === scope } } ?? view.root
  }

  /// The type of a value; of what is in it, where it is an optional.
  private static func nameOfType(of value: Any) -> String {
    guard let optional = value as? any OptionalValue else { return "\(type(of: value))" }
    return optional.content.map(nameOfType) ?? "nil"
  }
}

private protocol OptionalValue {
  var content: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var content: Any? { map { $0 as Any } }
}
