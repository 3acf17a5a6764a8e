import Injection

/// A graph under construction.
struct GraphDraft {
  private var nodes: [KeyDescription: InjectionGraph.Node] = [:]
  private var edges: [KeyDescription: [KeyDescription: InjectionGraph.Edge.Kind]] = [:]

  /// The entries in the graph. After an entry is released, another one may get its address: see
  /// `forget(_:)`.
  private var known: Set<ObjectIdentifier> = []

  /// The keys whose builds made an injected property, by the place where the property is declared.
  var makers: [SourcePlace: Set<KeyDescription>] = [:]

  /// Adds what the scopes of a view override, and the defaults that they keep.
  mutating func add(_ view: ScopeView) {
    for level in view.levels {
      let overrides = level.overrides.map { Finding($0.key, override: level.number) }
      let defaults = (level as? Scope)?.knownDefaults ?? []
      for finding in overrides + defaults.map(\.finding) { add(finding, in: view) }
    }
  }

  /// Adds a value that was read, and everything it was built from.
  mutating func add(_ finding: Finding, in view: ScopeView) {
    let (key, entry) = (finding.key, finding.entry(in: view))
    if let entry, !known.insert(ObjectIdentifier(entry)).inserted { return }
    let read = InjectionExplanation(finding, in: view)
    var node = nodes[key] ?? .init(key)
    node.overrides.add(read.source == .override ? read.scope : nil)
    node.owners.add(read.source == .override ? nil : read.scope)
    node.providers.add(read.provider)
    node.builds += entry?.isOverride == false ? 1 : 0
    nodes[key] = node
    for read in entry?.findings ?? [] {
      edges[key, default: [:]][read.key] = .building
      add(read, in: view)
    }
  }

  /// Marks an entry as new: an earlier entry at its address no longer exists.
  mutating func forget(_ entry: Entry) { known.remove(ObjectIdentifier(entry)) }

  /// Adds a read through a property that a build made. Reads of the running build itself are part
  /// of its findings.
  mutating func addLateRead(_ request: Request, in running: KeyDescription?) {
    for maker in makers[request.place] ?? [] where maker != running {
      nodes[maker] = nodes[maker] ?? .init(maker)
      edges[maker, default: [:]][request.key] = edges[maker]?[request.key] ?? .later
    }
  }
}

extension InjectionGraph.Node {
  fileprivate init(_ key: KeyDescription) {
    self.key = "\(key.type)"
    valueType = typeName(key.valueType)
    lifetime = "\(key.lifetime)"
  }
}

extension [InjectionScope] {
  /// Adds a scope, unless one from the same place is present. If their names differ, neither is
  /// kept.
  fileprivate mutating func add(_ new: InjectionScope?) {
    guard let new else { return }
    let index = firstIndex { ($0.kind, $0.fileID, $0.line) == (new.kind, new.fileID, new.line) }
    if let index, self[index].name != new.name { self[index].name = nil }
    if index == nil { append(new) }
    sort { $0.description < $1.description }
  }
}

// MARK: - The graph

extension GraphDraft {
  /// The graph, in an order that depends only on names.
  var graph: InjectionGraph {
    var nodes = nodes
    for (name, keys) in Dictionary(
      grouping: nodes.keys,
      by: { Subject($0).property ?? "\($0.type)" }
    ) {
      let keys = keys.sorted { String(reflecting: $0.type) < String(reflecting: $1.type) }
      for (index, key) in keys.enumerated() {
        nodes[key]!.property = Subject(key).property
        nodes[key]!.id = index == 0 ? name : "\(name) \(index + 1)"
      }
    }
    let edges = edges.flatMap { reader, reads in
      reads.map { InjectionGraph.Edge(reader: nodes[reader]!.id, read: nodes[$0]!.id, kind: $1) }
    }.sorted { ($0.reader, $0.read) < ($1.reader, $1.read) }
    return InjectionGraph(nodes: nodes.values.sorted { $0.id < $1.id }, edges: edges)
  }
}
