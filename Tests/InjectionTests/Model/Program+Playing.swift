import Synchronization

/// How a program went.
struct Outcome {
  /// How many reads were compared with the oracle's.
  var reads = 0
  var fault: Fault?

  enum Fault {
    /// The oracle has another value.
    case value
    /// The same read again gave another instance, or built something.
    case builtAgain
    /// Who shares a value has two instances.
    case builtTwice
    /// Objects live on.
    case leak
  }
}

extension Program {
  /// Plays the program in the library and in the oracle.
  func play() -> Outcome {
    let count = Count()
    var outcome = Outcome()
    outcome.fault = play(Library(self, count), Oracle(self), &outcome.reads)
    if outcome.fault == nil, count.living.load(ordering: .sequentiallyConsistent) != 0 {
      outcome.fault = .leak
    }
    return outcome
  }

  /// - Parameter library: Is gone when this returns.
  private func play(_ library: Library, _ oracle: Oracle, _ reads: inout Int) -> Outcome.Fault? {
    var known: [[Int?]: WeakNode] = [:]
    var haveEnded = false
    return Library.$playing.withValue(library) {
      for operation in operations {
        if case .end = operation { haveEnded = true }
        oracle.budget = 3000
        guard case .read(_, _, let place, let object, let part) = operation else {
          library.perform(operation)
          oracle.perform(operation)
          continue
        }
        // What the process builds stays.
        guard let view = oracle.view(in: place, object, part: part), !view.root.isOfProcess else {
          continue
        }
        let expected = oracle.perform(operation)!
        // It builds at each read, which may take too long.
        if oracle.budget < 0 { return nil }
        let node = library.perform(operation)!
        reads += 1
        // A value that has outlived its scope opens its own: the oracle takes them for the same.
        let isLeftOpen = oracle.isLeftOpen || haveEnded && view.layers.contains { $0.opener != nil }
        if node.number != expected.number || node.parts.count != expected.parts.count {
          return isLeftOpen ? nil : .value
        }
        let (answer, builds) = (oracle.last!, library.builds)
        if answer.override == nil, answer.build == nil { continue }
        let isSame = library.perform(operation)! === node
        if !isSame || library.builds != builds && !oracle.hasReadElsewhere {
          return isLeftOpen ? nil : .builtAgain
        }
        // What was built before its scope ended goes on beside what is built afterwards.
        guard let build = answer.build, !build.readsElsewhere, !haveEnded else { continue }
        // What is built from both of two scopes side by side belongs to the pair, in its order.
        let scopes = build.home is Oracle.Layer ? build.home : view
        let sharing = [build.key] + scopes.names
        if let other = known[sharing]?.node, other !== node {
          return isLeftOpen ? nil : .builtTwice
        }
        known[sharing] = WeakNode(node: node)
      }
      return nil
    }
  }

  private struct WeakNode { weak var node: Node? }
}
