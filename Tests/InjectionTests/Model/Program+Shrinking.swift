extension Program {
  /// The program without parts that a condition doesn't need.
  func shrunk(_ isTrue: (Program) -> Bool) -> Program {
    var program = self
    while let smaller = program.smaller.first(where: isTrue) { program = smaller }
    return program
  }

  /// All programs with something less.
  private var smaller: [Program] {
    let shorter = operations.indices.map { index in
      var program = self
      program.operations.remove(at: index)
      return program
    }
    return code.indices.reduce(into: shorter) { programs, key in
      for index in code[key].indices {
        for actions in code[key][index].smaller {
          var program = self
          program.code[key].replaceSubrange(index...index, with: actions)
          programs.append(program)
        }
      }
    }
  }
}

extension Action {
  fileprivate var smaller: [[Action]] {
    switch self {
    case .ifEven(let action): [[], [action]]
    case .scope(_, let actions, _, _), .enter(_, let actions): [[], actions]
    default: [[]]
    }
  }
}
