import Injection
import Testing

/// One random case: what it does to the library and what the model says it has to see.
struct ModelCase {
  let seed: UInt64
  var random: SplitMix
  let family: KeyFamily
  let usesProcess: Bool
  var model: ReferenceModel
  var scopes: [Pair] = []
  var pool: [Object] = []
  var comparison: Comparison

  /// A scope of the model, and the library's.
  struct Pair {
    let scope: ModelScope
    var values: InjectedValues?
    var isProcess: Bool { scope.isProcessRoot }

    /// Runs `body` in the scope.
    func run<Result>(_ body: () -> Result) -> Result {
      // A test's own thread is in no scope.
      if isProcess { return body() }
      return withInjected(values!, operation: body)
    }

    func run<Result>(
      _ body: nonisolated(nonsending) () async -> Result
    ) async -> Result {
      if isProcess { return await body() }
      return await withInjected(values!, operation: body)
    }
  }

  /// An object that reads late, and its home.
  struct Object {
    let node: Node
    let home: ModelView
  }

  init(seed: UInt64, family: KeyFamily, usesProcess: Bool) {
    self.seed = seed
    self.random = SplitMix(state: seed)
    self.family = family
    self.usesProcess = usesProcess
    self.model = ReferenceModel(programs: [])
    self.comparison = Comparison(seed: seed, model: model)
    let programs = makePrograms()
    model = ReferenceModel(programs: programs)
    family.start(programs)
    makeScopes()
    makeObjects()
    comparison.model = model
  }

  // MARK: Making a case

  private mutating func makePrograms() -> [ModelProgram] {
    let count = family.keys.count
    // Keys come in five layers; a default reads deeper ones while it is built, so there is no circle.
    let layers = (0..<count).map { _ in random.below(5) }
    // Such cases leave some open: there are others.
    let readsThrough = random.below(2) == 0
    var programs: [ModelProgram] = layers.map { _ in
      let lifetime: InjectionLifetime =
        switch random.below(10) {
        case 0: .singleton
        case 1, 2: .transient
        case 3: .shared
        default: .scoped
        }
      let late = (0..<random.below(4)).map { _ in random.below(count) }
      return ModelProgram(lifetime: lifetime, late: late)
    }
    for key in 0..<count {
      let deeper = (0..<count).filter { layers[$0] > layers[key] }
      guard !deeper.isEmpty else { continue }
      for _ in 0..<random.below(4) {
        let other = deeper[random.below(deeper.count)]
        // Far enough below for what it reads late.
        let late = programs[other].late.indices.filter { index in
          layers[programs[other].late[index]] > layers[key]
        }
        let step: ModelProgram.Step =
          switch random.below(6) {
          case 0...2 where readsThrough && !late.isEmpty:
            .through(other, late: late[random.below(late.count)])
          case 3:
            .nested(
              overriding: deeper[random.below(deeper.count)],
              tag: 1_000_000 + key,
              reading: other
            )
          default: .read(other)
          }
        programs[key].steps.append(step)
      }
    }
    return programs
  }

  private mutating func makeScopes() {
    if usesProcess {
      let root = ModelScope(0, in: [], container: ReferenceModel.processContainer, [:])
      scopes.append(Pair(scope: root, values: nil))
    }
    for container in 1...2 {
      let (overrides, update) = makeOverrides()
      let scope = ModelScope(scopes.count, in: [], container: container, overrides)
      let values = withTestScope(nil, update) { InjectedValues.current }
      scopes.append(Pair(scope: scope, values: values))
    }
    for _ in 0..<(4 + random.below(10)) {
      let parent = scopes[random.below(scopes.count)]
      let (overrides, update) = makeOverrides()
      let scope = ModelScope(
        scopes.count,
        in: parent.scope.chain,
        container: parent.scope.container,
        overrides
      )
      let values = parent.run {
        withInjected(nil, update) { InjectedValues.current }
      }
      scopes.append(Pair(scope: scope, values: values))
    }
  }

  /// Overrides of some keys, by objects that were made in any scope there is.
  private mutating func makeOverrides() -> ([Int: ModelOverride], (inout InjectedValues) -> Void) {
    var overrides: [Int: ModelOverride] = [:]
    var nodes: [Node] = []
    for _ in 0..<random.below(7) {
      let key = random.below(family.keys.count)
      guard overrides[key] == nil, let object = makeObject(of: key) else { continue }
      overrides[key] = ModelOverride(tag: object.node.tag, home: object.home)
      nodes.append(object.node)
    }
    let keys = family.keys
    return (overrides, { values in for node in nodes { keys[node.key].write(&values, node) } })
  }

  private mutating func makeObject(of key: Int) -> Object? {
    guard let home = scopes.randomElement(using: &random) else { return nil }
    let node = home.run { family.makeOverride(of: key, tag: pool.count) }
    let object = Object(node: node, home: home.scope.chain)
    pool.append(object)
    return object
  }

  private mutating func makeObjects() {
    for _ in 0..<10 { _ = makeObject(of: random.below(family.keys.count)) }
  }

  // MARK: Reading

  /// One read, as both sides understand it.
  struct Operation: Sendable {
    let key: Int
    let view: ModelView
    var isOpen = false
    let perform: @Sendable () async -> Node
  }

  mutating func makeOperation() -> Operation {
    let current = scopes[random.below(scopes.count)]
    let object = pool[random.below(pool.count)]
    let late = object.node.late.isEmpty ? nil : random.below(object.node.late.count)
    let kind = random.below(8)
    if let late, kind < 5 {
      let key = model.programs[object.node.key].late[late]
      let read = object.node.late[late]
      if kind == 0 {
        // No scope: only the home is left.
        let nowhere = ModelScope(0, in: [], container: ReferenceModel.processContainer, [:])
        let view = model.view(from: [nowhere], home: object.home)
        return Operation(key: key, view: view) { await Task.detached { read() }.value }
      }
      let view = model.view(from: current.scope.chain, home: object.home)
      let isOpen = object.home.isMixed
      if kind == 1 {
        let other = random.below(family.keys.count)
        let type = family.keys[other]
        return Operation(key: other, view: view, isOpen: isOpen) {
          current.run { type.read(read.projectedValue) }
        }
      }
      return Operation(key: key, view: view, isOpen: isOpen) { current.run { read() } }
    }
    let key = random.below(family.keys.count)
    let type = family.keys[key]
    let view = current.scope.chain
    switch kind {
    case 5:
      return Operation(key: key, view: view) {
        await current.run { await Task { type.read(.current) }.value }
      }
    case 6 where current.values != nil:
      return Operation(key: key, view: view) {
        await Task.detached { type.read(current.values!) }.value
      }
    default:
      return Operation(key: key, view: view) { current.run { type.read(.current) } }
    }
  }

  /// Reads at random, one after the other or in several tasks, and compares.
  mutating func read(_ count: Int, tasks: Int) async {
    let operations = (0..<count).map { _ in makeOperation() }
    var results: [(Int, Node)] = []
    await withTaskGroup(of: [(Int, Node)].self) { group in
      for task in 0..<tasks {
        group.addTask {
          var results: [(Int, Node)] = []
          for index in stride(from: task, to: operations.count, by: tasks) {
            results.append((index, await operations[index].perform()))
          }
          return results
        }
      }
      for await some in group { results += some }
    }
    for (index, node) in results.sorted(by: { $0.0 < $1.0 }) {
      let operation = operations[index]
      comparison.compare(node, operation.key, in: operation.view, isOpen: operation.isOpen)
      if let home = comparison.homes[ObjectIdentifier(node)], random.below(4) == 0 {
        pool.append(Object(node: node, home: home))
      }
    }
    comparison.compareBuilds(family.builds)
  }

  /// Lets the library's side of most scopes go. The objects stay.
  mutating func forgetScopes() {
    comparison.comparesIdentity = false
    for _ in 0..<(scopes.count / 2) {
      let index = random.below(scopes.count)
      if !scopes[index].isProcess && scopes.count > 1 { scopes.remove(at: index) }
    }
  }
}

/// A small generator with a seed.
struct SplitMix: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
