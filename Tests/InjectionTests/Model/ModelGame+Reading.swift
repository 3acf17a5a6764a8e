import Dispatch
import Injection

extension ModelGame {
  /// A read that both sides understand.
  private struct Read {
    let key: Int
    let values: InjectedValues
    let node: Node?
    let object: ModelObject
    let finding: ModelFinding
    let layers: [Int]
    /// Whether it sees a scope that a default's code opened, and that has ended with it.
    let isInCode: Bool
  }

  /// Lets the oracle read.
  private func prepare(_ read: ModelRead) -> Read? {
    let through = read.object.flatMap { pickObject($0, read.pick) }
    guard let place = pickPlace(read.place, orOutside: through != nil) else { return nil }
    var object: ModelObject?
    var seen = place.model
    oracle.enter(place.model) {
      if let through { seen = oracle.seen(by: through.object) }
      object = oracle.read(read.key, in: seen)
    }
    if oracle.isExhausted { return nil }
    let layers = seen.place.layers
    return Read(
      key: read.key,
      values: place.values,
      node: through?.node,
      object: object!,
      finding: oracle.finding!,
      layers: layers.map(\.number),
      isInCode: layers.contains { $0.isOfCode }
    )
  }

  /// Reads in one of two ways that give the same.
  private static func perform(_ read: Read, _ way: Int, _ library: ModelLibrary) -> Node {
    guard let node = read.node else {
      if way.isMultiple(of: 2) { return library.read(read.key, in: read.values) }
      return withInjected(read.values) { library.read(read.key, in: .current) }
    }
    return withInjected(read.values) {
      if way.isMultiple(of: 2) { return library.read(read.key, through: node) }
      return library.read(read.key, in: library.seen(by: node))
    }
  }

  func perform(_ read: ModelRead) {
    guard let read = prepare(read) else { return }
    let node = Self.perform(read, operation, library)
    compare(node, read)
  }

  func performAtOnce(_ reads: [ModelRead]) {
    let reads = reads.compactMap { prepare($0) }
    if oracle.isExhausted { return }
    let nodes = Lock<[Int: Node]>([:])
    let (library, operation) = (library, operation)
    nonisolated(unsafe) let all = reads  // Nobody changes them, or reads what the oracle gave.
    DispatchQueue.concurrentPerform(iterations: reads.count) { index in
      let node = unsafe Self.perform(all[index], operation + index, library)
      nodes.withLock { $0[index] = node }
    }
    for (index, read) in reads.enumerated() where !isOver {
      compare(nodes.withLock { $0[index]! }, read)
    }
  }

  private func compare(_ node: Node, _ read: Read) {
    score.reads += 1
    compare(node, read.object, "key \(read.key) in \(read.layers)")
    objects.append((node, read.object))
    if isOver || read.finding.isTransient { return }
    for way in operation + 1...operation + 2 {
      score.reads += 1
      if Self.perform(read, way, library) === node { continue }
      // An override of the same value, which is not sure to be seen.
      if read.finding.override != nil && mayDiffer() { return }
      if !hasEnded && !read.isInCode {
        return fail("key \(read.key) in \(read.layers) \(ModelScore.again)")
      }
      score.builtAgain += 1
    }
    let finding = read.finding
    if hasEnded || read.isInCode || oracle.isMixed || oracle.isUnsaid || finding.isPinned
      || finding.override != nil
    {
      return
    }
    check(node, Identity(key: read.key, layers: read.layers, isHome: false))
    if !finding.hasHomes, let home = finding.home {
      check(node, Identity(key: read.key, layers: home.layers.map(\.number), isHome: true))
    }
  }

  private func check(_ node: Node, _ identity: Identity) {
    let known = shared.updateValue(node, forKey: identity)
    if known == nil || known === node { return }
    let who = identity.isHome ? "all who see" : "one view,"
    fail("key \(identity.key) \(ModelScore.twice) for \(who) \(identity.layers)")
  }

  func compare(_ node: Node, _ object: ModelObject, _ what: String) {
    if node.data == object.data && node.parts.count == object.parts.count { return }
    if !mayDiffer() { fail("\(what): \(ModelScore.differs) \(node.data), not \(object.data)") }
  }

  /// Counts apart what may be different.
  private func mayDiffer() -> Bool {
    if oracle.isUnsaid { score.differUnsaid += 1 } else if oracle.isMixed { score.differMixed += 1 }
    return oracle.isUnsaid || oracle.isMixed
  }
}
