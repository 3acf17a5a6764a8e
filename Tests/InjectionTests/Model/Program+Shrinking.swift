extension Program {
  /// The program without what is not needed for something to be true of it.
  func shrunk(_ isTrue: (Program) -> Bool) -> Program {
    var program = self
    while let smaller = program.smaller.first(where: isTrue) { program = smaller }
    return program
  }

  /// All programs with something less.
  private var smaller: [Program] {
    var all: [Program] = []
    for index in operations.indices {
      for operation in [nil] + operations[index].smaller.map(Optional.some) {
        var program = self
        program.operations.replaceSubrange(index...index, with: [operation].compactMap(\.self))
        all.append(program)
      }
    }
    for (key, actions) in code.enumerated() {
      for actions in actions.smaller {
        var program = self
        program.code[key] = actions
        all.append(program)
      }
    }
    return all
  }
}

extension Operation {
  fileprivate var smaller: [Operation] {
    switch self {
    case .open(let name, let place, let given): given.smaller.map { .open(name, in: place, $0) }
    case .readThrough(let name, let key, let place, _, _): [.read(name, key: key, in: place)]
    default: []
    }
  }
}

extension Action {
  /// Each may be several actions.
  fileprivate var smaller: [[Action]] {
    switch self {
    case .keep(let key): [[.read(key)]]
    case .ifEven(let action):
      [[action]] + [action].smaller.filter { $0.count == 1 }.map { [.ifEven($0[0])] }
    case .scope(let given, let actions):
      [actions] + actions.smaller.map { [.scope(given, $0)] }
        + given.smaller.map { [.scope($0, actions)] }
    case .scopeThrough(let key, let part, let given, let actions):
      [actions, [.scope(given, actions)]]
        + actions.smaller.map { [.scopeThrough(key, part: part, given, $0)] }
        + given.smaller.map { [.scopeThrough(key, part: part, $0, actions)] }
    default: []
    }
  }
}

extension Given {
  fileprivate var smaller: [Given] {
    switch self {
    case .read(let key, _): [.made(key, 1)]
    case .code(let key, let actions): actions.smaller.map { .code(key, $0) }
    default: []
    }
  }
}

extension [Action] {
  fileprivate var smaller: [[Action]] {
    indices.flatMap { index in
      ([[]] + self[index].smaller).map { replacing(index, with: $0) }
    }
  }
}

extension [Given] {
  fileprivate var smaller: [[Given]] {
    indices.flatMap { index in
      [replacing(index, with: [])] + self[index].smaller.map { replacing(index, with: [$0]) }
    }
  }
}

extension Array {
  fileprivate func replacing(_ index: Int, with elements: [Element]) -> [Element] {
    self[..<index] + elements + self[(index + 1)...]
  }
}
