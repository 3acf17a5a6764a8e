extension ModelProgram {
  /// A shorter program for which something still holds.
  ///
  /// Whatever is cut, the rest is a program: numbers pick from what there is.
  func shrunk(while holds: (ModelProgram) -> Bool) -> ModelProgram {
    var program = self
    while let shorter = program.shorter.first(where: holds) { program = shorter }
    return program
  }

  /// The programs that lack one operation, one step, or what is around some steps.
  private var shorter: [ModelProgram] {
    operations.indices.reversed().map { index in
      var program = self
      program.operations.remove(at: index)
      return program
    }
      + plans.indices.flatMap { key in
        plans[key].steps.shorter.map { steps -> ModelProgram in
          var program = self
          program.plans[key].steps = steps
          return program
        }
      }
  }
}

extension [ModelStep] {
  fileprivate var shorter: [[ModelStep]] {
    indices.flatMap { index in
      ([[]] + self[index].shorter).map { self[..<index] + $0 + self[(index + 1)...] }
    }
  }
}

extension ModelStep {
  /// What may stand in its place.
  private var inner: [ModelStep] {
    switch self {
    case .ifEven(let step): [step]
    case .open(_, let steps), .enter(_, let steps), .change(_, _, let steps): steps
    default: []
    }
  }

  fileprivate var shorter: [[ModelStep]] {
    let inner = inner
    if inner.isEmpty { return [] }
    return [inner]
      + inner.shorter.filter { !$0.isEmpty }.map { steps in
        switch self {
        case .open(let changes, _): [.open(changes, steps)]
        case .enter(let source, _): [.enter(source, steps)]
        case .change(let source, let changes, _): [.change(source, changes, steps)]
        default: steps
        }
      }
  }
}

extension ModelProgram: CustomStringConvertible {
  var description: String {
    let plans = plans.enumerated().map { "key \($0), \($1.lifetime): \($1.steps)" }
    return (plans + containers.map { "\($0)" } + operations.map { "\($0)" })
      .joined(separator: "\n").replacing(#/\b\w+\.Model\w+\.|\bModel\w+\.?/#, with: "")
  }
}
