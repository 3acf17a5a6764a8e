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
  private var nodes: [EntryID: Recorder.Notes]
  private var overrides: [EntryID: [InjectionScope]] = [:]

  init(_ nodes: [EntryID: Recorder.Notes]) {
    self.nodes = nodes
  }

  /// Finds out what the injected properties of objects that builds made read.
  mutating func followProperties(from view: Scope) {
    for (id, node) in nodes {
      for facts in node.properties.flatMap({ $0.probe(view) }) {
        nodes[facts.id, default: Recorder.Notes(facts: facts)].facts.learn(from: facts)
        nodes[id]!.lateReads.append(facts.id)
      }
    }
  }

  mutating func addOverrides(of view: Scope) {
    for scope in view.outwards {
      for entry in scope.overrides {
        let facts = KeyFacts(entry)
        nodes[facts.id, default: Recorder.Notes(facts: facts)].facts.learn(from: facts)
        overrides[facts.id, default: []].append(InjectionScope(scope))
      }
    }
  }

  var graph: InjectionGraph {
    let names = names
    var edges: Set<InjectionGraph.Edge> = []
    for (id, node) in nodes {
      for read in node.reads {
        edges.insert(.init(reader: names[id]!, read: names[read]!, kind: .building))
      }
      for read in Set(node.lateReads).subtracting(node.reads) {
        edges.insert(.init(reader: names[id]!, read: names[read]!, kind: .later))
      }
    }
    return InjectionGraph(
      nodes: nodes.map { id, node in describe(node, id: names[id]!, overrides[id] ?? []) },
      edges: Array(edges)
    )
  }

  private func describe(_ node: Recorder.Notes, id: String, _ overrides: [InjectionScope])
    -> InjectionGraph.Node
  {
    InjectionGraph.Node(
      id: id,
      property: node.facts.name.property,
      key: "\(node.facts.name.key)",
      valueType: typeName(node.facts.valueType),
      lifetime: node.facts.lifetime,
      owners: node.owners.map(InjectionScope.init).sorted { $0.description < $1.description },
      overrides: overrides,
      builds: node.builds
    )
  }

  /// A unique identifier for each node, which does not depend on the order in which they were met.
  private var names: [EntryID: String] {
    let sorted = nodes.sorted { $0.value.sortKey.lexicographicallyPrecedes($1.value.sortKey) }
    var used: Set<String> = []
    var names: [EntryID: String] = [:]
    for (id, node) in sorted {
      let key = "\(node.facts.name.key)"
      let property = node.facts.name.property
      let candidates = [property ?? key, property.map { "\($0) (\(key))" } ?? key]
      var name = candidates.first { !used.contains($0) }
      var number = 2
      while name == nil {
        let numbered = "\(candidates[1]) \(number)"
        if !used.contains(numbered) { name = numbered }
        number += 1
      }
      used.insert(name!)
      names[id] = name
    }
    return names
  }
}

extension Recorder.Notes {
  fileprivate var sortKey: [String] {
    [facts.name.property ?? "\(facts.name.key)", "\(facts.name.key)", "\(facts.valueType)"]
      + owners.map { InjectionScope($0).description }.sorted() + ["\(builds)"]
  }
}
