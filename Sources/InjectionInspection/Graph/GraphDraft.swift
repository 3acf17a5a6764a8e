import Injection

/// A graph that is put together.
struct GraphDraft {
  private var nodes: [KeyDescription: InjectionGraph.Node] = [:]
  private var edges: [KeyDescription: [KeyDescription: InjectionGraph.Edge.Kind]] = [:]

  /// The defaults that are in the graph. Where one is gone, another may have its address.
  private var known: Set<ObjectIdentifier> = []

  init() {}

  /// What the scopes of a view override, and the defaults that they keep.
  init(of view: Scope) {
    addOverrides(of: view)
    for entry in view.ancestors.flatMap(\.knownDefaults) { add(entry.finding, in: view) }
  }

  mutating func addOverrides(of view: Scope) {
    for scope in view.ancestors {
      for key in scope.overrides.map(\.key) {
        add(Finding(key, .override(scope.serial)), in: view)
      }
    }
  }

  /// Adds what was read, and all that it was built from.
  mutating func add(_ finding: Finding, in view: Scope) {
    let (key, entry) = (finding.key, finding.entry)
    if let entry, !known.insert(ObjectIdentifier(entry)).inserted { return }
    let read = InjectionExplanation(finding, in: view)
    var node = nodes[key] ?? .init(key)
    node.overrides.add(read.source == .override ? read.scope : nil)
    node.owners.add(read.source == .override ? nil : read.scope)
    node.providers.add(read.provider)
    node.builds += entry == nil ? 0 : 1
    nodes[key] = node
    for read in entry?.findings ?? [] {
      edges[key, default: [:]][read.key] = .building
      add(read, in: view)
    }
  }

  /// Says that an entry is new, wherever it lies.
  mutating func forget(_ entry: Entry) { known.remove(ObjectIdentifier(entry)) }

  /// Adds a read that is made after the reader was built.
  mutating func addLateRead(of key: KeyDescription, by reader: KeyDescription) {
    nodes[reader] = nodes[reader] ?? .init(reader)
    edges[reader, default: [:]][key] = edges[reader]?[key] ?? .later
  }
}

extension InjectionGraph.Node {
  fileprivate init(_ key: KeyDescription) {
    property = key.property.text
    self.key = "\(key.type)"
    id = property ?? self.key
    valueType = typeName(key.valueType)
    lifetime = "\(key.lifetime)"
  }
}

extension [InjectionScope] {
  /// Adds a scope, unless there is one of the same place. Where those have several names, none is kept.
  fileprivate mutating func add(_ scope: InjectionScope?) {
    guard let scope else { return }
    let index = firstIndex { $0.place == scope.place && $0.kind == scope.kind }
    if let index, self[index].name != scope.name { self[index].name = nil }
    if index == nil { append(scope) }
    sort { $0.description < $1.description }
  }
}

// MARK: - The graph

extension GraphDraft {
  /// The graph, in an order that depends on names only.
  var graph: InjectionGraph {
    var nodes = nodes
    for sameName in Dictionary(grouping: nodes.keys, by: { nodes[$0]!.id }).values {
      let keys = sameName.sorted { String(reflecting: $0.type) < String(reflecting: $1.type) }
      for index in keys.indices.dropFirst() { nodes[keys[index]]!.id += " \(index + 1)" }
    }
    let edges = edges.flatMap { reader, reads in
      reads.map { read, kind in
        InjectionGraph.Edge(reader: nodes[reader]!.id, read: nodes[read]!.id, kind: kind)
      }
    }
    return InjectionGraph(
      nodes: nodes.values.sorted { $0.id < $1.id },
      edges: edges.sorted { ($0.reader, $0.read) < ($1.reader, $1.read) }
    )
  }
}
