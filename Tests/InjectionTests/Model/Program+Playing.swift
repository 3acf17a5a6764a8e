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
    /// Two readers of the same scopes around what was read have two instances.
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
    if outcome.fault == nil, count.living.load(ordering: .relaxed) != 0 { outcome.fault = .leak }
    return outcome
  }

  /// - Parameter library: Is gone when this returns.
  private func play(
    _ library: Library,
    _ oracle: Oracle,
    _ reads: inout Int
  ) -> Outcome.Fault? {
    // A value that has outlived its scope may have others of its own.
    let hasEnds = operations.contains { if case .end = $0 { true } else { false } }
    var known: [[Int?]: WeakNode] = [:]
    return Library.$playing.withValue(library) {
      for operation in operations {
        oracle.budget = 3000
        guard let view = oracle.view(of: operation) else {
          _ = (library.perform(operation), oracle.perform(operation))
          continue
        }
        // What the process builds stays.
        if view.layers.last!.isOfProcess { continue }
        let expected = oracle.perform(operation)!
        // It builds at each read, which may take too long.
        if oracle.budget < 0 { return nil }
        let object = library.perform(operation)!
        reads += 1
        if object.number != expected.number || object.parts.count != expected.parts.count {
          return oracle.isLeftOpen ? nil : .value
        }
        let answer = oracle.last!
        if answer.isTransient { continue }
        let builds = library.builds
        if library.perform(operation)! !== object || library.builds != builds {
          return .builtAgain
        }
        guard let build = answer.build, !build.readsElsewhere, !hasEnds else { continue }
        // Two scopes side by side see the same in another order, and each order has its own.
        let sharing = [build.key] + build.home.names
        if let other = known[sharing]?.node, other !== object { return .builtTwice }
        known[sharing] = WeakNode(node: object)
      }
      return nil
    }
  }

  private struct WeakNode { weak var node: Node? }
}

extension Oracle {
  /// What is seen by an operation that reads.
  fileprivate func view(of operation: Operation) -> Place? {
    switch operation {
    case .read(_, _, let place): return places[place]
    case .readThrough(_, _, let place, let object, let part):
      guard let place = places[place], let object = objects[object] else { return nil }
      return seen(in: place, from: home(of: object, part: part))
    default: return nil
    }
  }
}
