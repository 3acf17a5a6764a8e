extension ModelProgram {
  /// A shorter program for which something still holds.
  ///
  /// Whatever is cut, the rest is a program: numbers pick from what there is.
  func shrunk(while holds: (ModelProgram) -> Bool) -> ModelProgram {
    var program = self
    var goesOn = true
    while goesOn {
      goesOn = false
      for index in program.operations.indices.reversed() {
        var shorter = program
        shorter.operations.remove(at: index)
        if holds(shorter) { (program, goesOn) = (shorter, true) }
      }
      for index in program.operations.indices {
        for changes in program.operations[index].changes.shorter {
          var shorter = program
          shorter.operations[index].changes = changes
          if holds(shorter) { (program, goesOn) = (shorter, true) }
        }
      }
      for key in program.plans.indices {
        var plain = program
        plain.plans[key].lifetime = .scoped
        if program.plans[key].lifetime != .scoped && holds(plain) {
          (program, goesOn) = (plain, true)
        }
        for steps in program.plans[key].steps.shorter {
          var shorter = program
          shorter.plans[key].steps = steps
          if holds(shorter) { (program, goesOn) = (shorter, true) }
        }
      }
      for index in program.containers.indices.reversed() where program.containers.count > 1 {
        var shorter = program
        shorter.containers.remove(at: index)
        if holds(shorter) { (program, goesOn) = (shorter, true) }
      }
    }
    return program
  }
}

extension ModelOperation {
  fileprivate var changes: [ModelChange] {
    get {
      switch self {
      case .open(_, let changes), .change(_, let changes): changes
      default: []
      }
    }
    set {
      switch self {
      case .open(let place, _): self = .open(place, newValue)
      case .change(let place, _): self = .change(place, newValue)
      default: break
      }
    }
  }
}

extension [ModelStep] {
  /// The same without one of the steps, or with less in it.
  fileprivate var shorter: [[ModelStep]] {
    indices.flatMap { index in
      ([[]] + self[index].shorter).map { self[..<index] + $0 + self[(index + 1)...] }
    }
  }
}

extension ModelStep {
  /// What may stand in its place.
  fileprivate var shorter: [[ModelStep]] {
    switch self {
    case .ifEven(let step): [[step]]
    case .open(let changes, let steps):
      [steps] + changes.shorter.map { [.open($0, steps)] }
        + steps.shorter.map { [.open(changes, $0)] }
    case .enter(let source, let steps): [steps] + steps.shorter.map { [.enter(source, $0)] }
    case .change(let source, let changes, let steps):
      [steps] + changes.shorter.map { [.change(source, $0, steps)] }
        + steps.shorter.map { [.change(source, changes, $0)] }
    default: []
    }
  }
}

extension [ModelChange] {
  fileprivate var shorter: [[ModelChange]] {
    indices.flatMap { index -> [[ModelChange]] in
      var others: [[ModelChange]] = [[]]
      if case .provide(let key, let steps) = self[index] {
        others += steps.shorter.map { [.provide(key, $0)] }
      }
      return others.map { self[..<index] + $0 + self[(index + 1)...] }
    }
  }
}

extension ModelProgram: CustomStringConvertible {
  var description: String {
    let plans = plans.enumerated().map { "key \($0), \($1.lifetime): \($1.steps)" }
    return (plans + containers.map { "\($0)" } + operations.map { "\($0)" })
      .joined(separator: "\n").replacing("ModelStep.", with: ".").replacing(
        "ModelChange.",
        with: "."
      )
      .replacing("InjectionTests.", with: "").replacing("model.", with: "")
  }
}
