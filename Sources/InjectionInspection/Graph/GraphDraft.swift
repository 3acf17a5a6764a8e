import Injection

/// A graph under construction.
struct GraphDraft: Sendable {
  private var nodes: [KeyID: InjectionGraph.Node] = [:]
  private var edges: [KeyID: [KeyID: InjectionGraph.Edge.Kind]] = [:]

  /// The records of the defaults in the graph.
  private var known = WeakKeyDictionary<Record, Void>()

  /// The keys whose builds made an injected property, by the line that declares the property.
  var makers: [String: Set<KeyID>] = [:]

  /// Adds what the scopes of a view override, and the defaults that they keep.
  mutating func add(_ view: Layer) {
    var kept = KeptDefaults(view)
    for scope in view.chain {
      for entry in scope.allOverrides.all + scope.kept { add(entry, in: scope, &kept) }
    }
  }

  /// Adds what a read has found, and everything it was built from.
  ///
  /// - Parameter kept: What the reader's view keeps.
  mutating func add(_ found: Found, _ kept: inout KeptDefaults) {
    add(found.entry, in: found.layer, &kept)
  }

  /// - Parameter layer: The scope that has the override or the default.
  //
  // In a loop, since a chain of defaults may be longer than a stack is deep.
  private mutating func add(_ entry: Entry, in layer: Layer, _ kept: inout KeptDefaults) {
    var rest = [Record.Read(KeyID(entry.type), entry)]
    var layer: Layer? = layer
    while let read = rest.popLast() {
      if let record = read.record {
        if known[record] != nil { continue }
        known[record] = ()
      }
      let key = read.override.map { Key.of($0.type) } ?? Key.known(read.key)!
      let layer = layer.take() ?? kept.layer(of: read)
      let part = InjectionExplanation.Part(read, key, in: layer, kept.view)
      var node = nodes[read.key] ?? .init(key)
      node.overrides.add(part.source == .override ? part.scope : nil)
      node.owners.add(part.source == .override ? nil : part.scope)
      node.providers.add(part.provider)
      node.builds += read.record == nil ? 0 : 1
      nodes[read.key] = node
      let reads = read.record?.readsOfCode ?? []
      for other in reads { edges[read.key, default: [:]][other.key] = .building }
      rest += reads
    }
  }

  /// Adds a read through a property that a build made. Reads of the running build itself are part
  /// of its record.
  mutating func addLateRead(_ request: Request, in running: KeyID?) {
    for maker in makers[request.source.id] ?? [] where maker != running {
      if nodes[maker] == nil { nodes[maker] = Key.known(maker).map { .init($0) } }
      edges[maker, default: [:]][request.key.id] = edges[maker]?[request.key.id] ?? .later
    }
  }
}

extension InjectionGraph.Node {
  fileprivate init(_ key: Key) {
    self.key = "\(key.type)"
    valueType = typeName(key.valueType)
    lifetime = "\(key.lifetime)"
  }
}

extension [InjectionScope] {
  /// Adds a scope, unless one from the same line is present. If their names differ, neither is
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
  /// The graph, whose names and order depend only on the keys' types.
  var graph: InjectionGraph {
    var nodes = nodes
    for (name, keys) in Dictionary(grouping: nodes.keys.compactMap(Key.known), by: \.shortName) {
      let keys = keys.sorted { $0.names < $1.names }
      for (index, key) in keys.enumerated() {
        nodes[key.id]!.id = index == 0 ? name : "\(name) \(index + 1)"
      }
    }
    let edges = edges.flatMap { reader, reads in
      reads.map { InjectionGraph.Edge(reader: nodes[reader]!.id, read: nodes[$0]!.id, kind: $1) }
    }.sorted { ($0.reader, $0.read) < ($1.reader, $1.read) }
    return InjectionGraph(nodes: nodes.values.sorted { $0.id < $1.id }, edges: edges)
  }
}

extension Key {
  /// What tells keys of one short name apart. The full name of a private type has an address, which
  /// differs from build to build.
  fileprivate var names: (owners: String, name: String, valueType: String, full: String) {
    (owners, name, typeName(valueType), String(reflecting: type))
  }

  /// The name without `Key`, in the case of a property: `urlSession` for `URLSessionKey`.
  ///
  /// Not the property's own name, which the process knows only once the property was read.
  fileprivate var shortName: String {
    guard name.hasSuffix("Key"), name != "Key" else { return name }
    let stem = name.dropLast(3)
    let capitals = stem.prefix { $0.isUppercase }
    // The last capital letter of several begins the next word.
    let isInWord = capitals.count > 1 && capitals.count < stem.count
    let first = isInWord ? capitals.dropLast() : capitals
    return first.lowercased() + stem.dropFirst(first.count)
  }
}
