extension Program {
  /// The program without what is not needed for something to be true of it.
  func shrunk(_ isTrue: (Program) -> Bool) -> Program {
    var program = self
    while let smaller = program.smaller.first(where: isTrue) { program = smaller }
    return program
  }

  /// All programs with something less.
  private var smaller: [Program] {
    operations.smaller(\.smaller).map { Program(code: code, tests: tests, operations: $0) }
      + code.indices.flatMap { key in
        code[key].smaller(\.smaller).map { actions in
          var program = self
          program.code[key] = actions
          return program
        }
      }
  }
}

extension Operation {
  fileprivate var smaller: [[Operation]] {
    switch self {
    case .open(let name, let place, let given):
      given.smaller(\.smaller).map { [.open(name, in: place, $0)] }
    case .read(let name, let key, let place, _?, _): [[.read(name, key: key, in: place)]]
    default: []
    }
  }
}

extension Action {
  fileprivate var smaller: [[Action]] {
    switch self {
    case .keep(let key): [[.read(key)]]
    case .ifEven(let action): [[action]]
    case .scope(let given, let actions, let key, let part):
      [actions] + (key == nil ? [] : [[.scope(given, actions)]])
        + actions.smaller(\.smaller).map { [.scope(given, $0, key: key, part: part)] }
        + given.smaller(\.smaller).map { [.scope($0, actions, key: key, part: part)] }
    default: []
    }
  }
}

extension Given {
  fileprivate var smaller: [[Given]] {
    switch self {
    case .read(let key, _): [[.made(key, 1)]]
    case .code(let key, let actions): actions.smaller(\.smaller).map { [.code(key, $0)] }
    default: []
    }
  }
}

extension Array {
  /// The same without an element, or with something smaller in its place.
  fileprivate func smaller(_ smaller: (Element) -> [[Element]]) -> [[Element]] {
    indices.flatMap { index in
      ([[]] + smaller(self[index])).map { self[..<index] + $0 + self[(index + 1)...] }
    }
  }
}
