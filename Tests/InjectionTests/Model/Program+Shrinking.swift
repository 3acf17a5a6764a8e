extension Program {
  /// The program without parts that a condition doesn't need.
  func shrunk(_ isTrue: (Program) -> Bool) -> Program {
    var program = self
    while let smaller = program.smaller.first(where: isTrue) { program = smaller }
    return program
  }

  /// All programs with something less.
  private var smaller: [Program] {
    func with(_ change: (inout Program) -> Void) -> Program {
      var program = self
      change(&program)
      return program
    }
    return operations.smaller(\.smaller).map { operations in
      with { $0.operations = operations }
    }
      + code.indices.flatMap { key in
        code[key].smaller(\.smaller).map { actions in with { $0.code[key] = actions } }
      }
  }
}

extension Array {
  /// All arrays with something less: of one element, what may take its place.
  fileprivate func smaller(_ rest: (Element) -> [[Element]]) -> [[Element]] {
    indices.flatMap { index in
      ([[]] + rest(self[index])).map { self[..<index] + $0 + self[(index + 1)...] }
    }
  }
}

extension Operation {
  fileprivate var smaller: [[Operation]] {
    switch self {
    case .open(let name, let place, let given):
      given.smaller(\.smaller).map { [.open(name, in: place, $0)] }
    case .root(let name, let given): given.smaller(\.smaller).map { [.root(name, $0)] }
    case .change(let name, let place, let given):
      given.smaller(\.smaller).map { [.change(name, of: place, $0)] }
    case .keep(let name, let place, let given):
      given.smaller(\.smaller).map { [.keep(name, in: place, $0)] }
    case .resource(let name, let place, let key, let number):
      [[.open(name, in: place, [.made(key, number)])]]
    default: []
    }
  }
}

extension Given {
  fileprivate var smaller: [[Given]] {
    switch self {
    case .code(let key, let actions): actions.smaller(\.smaller).map { [.code(key, $0)] }
    case .decorator(let key, let actions):
      [[.code(key, actions)]] + actions.smaller(\.smaller).map { [.decorator(key, $0)] }
    case .made, .object, .from: []
    }
  }
}

extension Action {
  fileprivate var smaller: [[Action]] {
    switch self {
    case .ifEven(let action): [[action]] + action.smaller
    case .scope(let given, let actions, let key, let part):
      [actions] + given.smaller(\.smaller).map { [.scope($0, actions, key: key, part: part)] }
        + actions.smaller(\.smaller).map { [.scope(given, $0, key: key, part: part)] }
    case .enter(let kept, let actions):
      [actions] + actions.smaller(\.smaller).map { [.enter(kept, $0)] }
    default: []
    }
  }
}
