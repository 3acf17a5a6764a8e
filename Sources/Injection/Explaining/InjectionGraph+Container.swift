extension InjectedValues {
  /// What the container of these values has built and read so far, and what these values override.
  ///
  /// The container is the test scope that these values belong to, or else the process. Nothing is built
  /// by asking.
  ///
  /// Properties that are isolated to the main actor are followed when it is asked for on the main
  /// actor; those that are isolated to other actors are not.
  ///
  /// - Complexity: O(keys × edges), and one thread for every `Injected` property of an object that a
  ///   default made.
  public var graph: InjectionGraph {
    let view = (scope ?? .process).resolved
    var draft = GraphDraft(view.container.recorder.notes)
    draft.followProperties(from: view)
    draft.addOverrides(of: view)
    return draft.graph
  }
}

/// Puts a graph together.
private struct GraphDraft {
  private var nodes: [Node] = []
  private var indices: [EntryID: Int] = [:]

  private final class Node {
    var notes: Recorder.Notes
    var overrides: [InjectionScope] = []
    /// Unique in the graph, once all nodes are known.
    var name = ""

    init(_ notes: Recorder.Notes) {
      self.notes = notes
    }
  }

  init(_ notes: [Recorder.Notes]) {
    for notes in notes { add(Node(notes)) }
  }

  private mutating func add(_ node: Node) {
    indices[node.notes.facts.id] = nodes.count
    nodes.append(node)
  }

  private mutating func node(of key: KeyFacts) -> Node {
    if let index = indices[key.id] {
      nodes[index].notes.facts.learn(from: key)
      return nodes[index]
    }
    let node = Node(Recorder.Notes(facts: key))
    add(node)
    return node
  }

  /// Finds out what the injected properties of objects that builds made read.
  mutating func followProperties(from view: Scope) {
    for reader in nodes {
      for property in reader.notes.properties where property.isThere() {
        for key in Probe(of: property.read, from: view).keys {
          _ = node(of: key)
          reader.notes.lateReads.addIfNew(key.id)
        }
      }
    }
  }

  mutating func addOverrides(of view: Scope) {
    for scope in view.outwards {
      for entry in scope.overrides {
        node(of: KeyFacts(entry)).overrides.append(InjectionScope(scope))
      }
    }
  }

  var graph: InjectionGraph {
    nameNodes()
    var edges: [InjectionGraph.Edge] = []
    for node in nodes {
      let notes = node.notes
      for read in notes.reads { addEdge(from: node, to: read, .building, &edges) }
      for read in notes.lateReads where !notes.reads.contains(read) {
        addEdge(from: node, to: read, .later, &edges)
      }
    }
    return InjectionGraph(nodes: nodes.map(describe), edges: edges)
  }

  private func addEdge(
    from reader: Node,
    to key: EntryID,
    _ kind: InjectionGraph.Edge.Kind,
    _ edges: inout [InjectionGraph.Edge]
  ) {
    // None if another thread reads the key for the first time right now.
    guard let read = indices[key].map({ nodes[$0] }) else { return }
    edges.append(InjectionGraph.Edge(reader: reader.name, read: read.name, kind: kind))
  }

  private func describe(_ node: Node) -> InjectionGraph.Node {
    let key = node.notes.facts
    return InjectionGraph.Node(
      id: node.name,
      property: key.name.property,
      key: "\(key.name.key)",
      valueType: typeName(key.valueType),
      lifetime: key.lifetime,
      owners: node.notes.owners.map(InjectionScope.init).sorted(byText: \.description),
      overrides: node.overrides,
      builds: node.notes.builds
    )
  }

  /// Gives each node a name of its own, which does not depend on the order in which they were met.
  private func nameNodes() {
    var used: Set<String> = []
    for node in nodes.sorted(byText: { $0.notes.sortText }) {
      let key = "\(node.notes.facts.name.key)"
      let property = node.notes.facts.name.property
      let longName = property.map { "\($0) (\(key))" } ?? key
      var name = property ?? key
      var number = 1
      while !used.insert(name).inserted {
        name = number == 1 ? longName : "\(longName) \(number)"
        number += 1
      }
      node.name = name
    }
  }
}

extension Recorder.Notes {
  fileprivate var sortText: String {
    let key = "\(facts.name.key)"
    var parts = [facts.name.property ?? key, key, "\(facts.valueType)"]
    parts += owners.map { InjectionScope($0).description }.inOrder()
    parts.append("\(builds)")
    // The character comes before all others: the order is that of the first parts first of all.
    return parts.joined(separator: "\0")
  }
}
