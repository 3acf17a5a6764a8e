import Injection
import Testing

/// Compares what the library gave with what the model says, and remembers who is who.
struct Comparison {
  let seed: UInt64
  var model: ReferenceModel
  var comparesIdentity = true
  /// The home of every default seen so far.
  var homes: [ObjectIdentifier: ModelView] = [:]

  /// What makes two reads of a default get the same instance: the key and its owner.
  private struct Identity: Hashable {
    let key: Int
    let owner: [ObjectIdentifier]
  }

  private var identities: [ObjectIdentifier: Identity] = [:]
  private var nodes: [Identity: Node] = [:]
  private var transient: [ObjectIdentifier: Node] = [:]
  /// Keeps all that is compared by address.
  private var kept: [AnyObject] = []
  private var expectedBuilds = 0
  private var hasOpenIdentities = false
  private(set) var reads = 0
  private(set) var failures = 0

  init(seed: UInt64, model: ReferenceModel) {
    self.seed = seed
    self.model = model
  }

  /// Compares what a read gave.
  ///
  /// - Parameter isOpen: whether the rules leave open who shares it.
  mutating func compare(_ node: Node, _ key: Int, in view: ModelView, isOpen: Bool) {
    reads += 1
    let before = comparesIdentity
    if isOpen { comparesIdentity = false }
    compare(node, key, in: view)
    comparesIdentity = before
  }

  private mutating func compare(_ node: Node, _ key: Int, in view: ModelView) {
    func path() -> String { "key \(key) in \(view.numbers)" }
    if let override = model.override(of: key, in: view) {
      expect(node.tag == override.tag, "\(path()): override \(node.tag), not \(override.tag)")
      return
    }
    guard expect(node.tag == Node.isDefault, "\(path()): override \(node.tag), not a default")
    else { return }
    guard expect(node.key == key, "\(path()): a default of key \(node.key)") else { return }
    kept.append(node)

    let isTransient = model.programs[key].lifetime == .transient
    // A transient value is at home where it was asked for (R8).
    let owner = isTransient ? view : model.owner(of: key, in: view)
    if !comparesIdentity || model.isOpen(key, in: view) {
      hasOpenIdentities = true
      let before = comparesIdentity
      comparesIdentity = false
      compareParts(of: node, in: owner)
      comparesIdentity = before
      return
    }
    let id = ObjectIdentifier(node)
    if isTransient {
      let isNew = transient.updateValue(node, forKey: id) == nil && identities[id] == nil
      guard expect(isNew, "\(path()): a transient value was kept") else { return }
      expectedBuilds += 1
      homes[id] = owner
      compareParts(of: node, in: owner)
      return
    }
    let identity = Identity(key: key, owner: owner.map(ObjectIdentifier.init))
    if let present = identities[id] {
      let shared = homes[id]!.numbers
      expect(
        present == identity,
        "\(path()): shares what belongs to \(shared), not \(owner.numbers)"
      )
    } else if nodes[identity] != nil {
      expect(false, "\(path()): built a second time for \(owner.numbers)")
    } else {
      identities[id] = identity
      nodes[identity] = node
      kept += owner as [AnyObject]
      homes[id] = owner
      expectedBuilds += 1
      compareParts(of: node, in: owner)
    }
  }

  private mutating func compareParts(of node: Node, in view: ModelView) {
    var parts = node.parts[...]
    for step in model.programs[node.key].steps {
      switch step {
      case .read(let key):
        compare(parts.removeFirst(), key, in: view)
      case .through(let key, let late):
        compare(parts.removeFirst(), key, in: view)
        let seen = model.view(throughValueOf: key, in: view)
        compare(parts.removeFirst(), model.programs[key].late[late], in: seen)
      case .nested(let overridden, let tag, let key):
        let nested = model.nested(overriding: overridden, tag: tag, in: view)
        kept += nested as [AnyObject]
        compare(parts.removeFirst(), key, in: nested)
      }
    }
  }

  /// How often the number of builds was compared.
  private(set) var comparedBuilds = 0

  mutating func compareBuilds(_ builds: Int) {
    if hasOpenIdentities { return }
    comparedBuilds += 1
    let expected = expectedBuilds
    expect(builds == expected, "\(builds) builds, not \(expected)")
  }

  @discardableResult
  private mutating func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) -> Bool {
    if !isTrue {
      failures += 1
      // One broken rule shows everywhere: the first places are enough.
      if failures <= 3 { Issue.record("INJECTION_MODEL_SEED=\(seed): \(what())") }
    }
    return isTrue
  }
}
