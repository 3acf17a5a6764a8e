extension Program {
  enum Kind: CaseIterable, Sendable {
    /// Defaults open no scopes.
    case plain
    /// Their code opens scopes, too, also in what other values see.
    case inner
    /// There are several containers, and the process.
    case containers
  }

  /// - Parameter seed: The same gives the same program.
  init(_ kind: Kind, seed: Int) {
    var random = Random(seed)
    // Each key reads those before it.
    var keys = Array(Lifetime.ofKeys.indices)
    for _ in 0..<random(5, from: 5) { keys.remove(at: random(keys.count)) }
    let maker = Maker(keys: keys, opensScopes: kind != .plain)
    code = Array(repeating: [], count: Lifetime.ofKeys.count)
    for (index, key) in keys.enumerated().dropFirst() {
      code[key] = maker.actions(random(4), before: index, &random)
    }
    containers = kind == .containers ? random(2, from: 2) : 1
    operations = []
    var places = Array((kind == .containers ? 0 : 1)...containers)
    var objects: [Int] = []
    for name in 10..<random(35, from: 25) {
      let (place, key) = (random.of(places), random.of(keys))
      switch random(9) {
      case 0, 1:
        let given = (0..<random(3)).map { _ in maker.given(places, objects, &random) }
        operations.append(.open(name, in: place, given))
        places.append(name)
      case 2 where !objects.isEmpty:
        let object = random.of(objects)
        operations.append(.capture(name, in: place, object: object, part: random(64)))
        places.append(name)
      case 3:
        if random(2) == 0, places.count > 1 {
          operations.append(.end(places.remove(at: random(places.count - 1, from: 1))))
        } else if !objects.isEmpty {
          operations.append(.end(objects.remove(at: random(objects.count))))
        }
      default:
        if !objects.isEmpty, random(3) > 0 {
          let (object, part) = (random.of(objects), random(64))
          operations.append(.readThrough(name, key: key, in: place, object: object, part: part))
        } else {
          operations.append(.read(name, key: key, in: place))
        }
        objects.append(name)
      }
    }
  }

  /// Makes code.
  private struct Maker {
    let keys: [Int]
    let opensScopes: Bool

    func actions(_ count: Int, before index: Int, depth: Int = 0, _ random: inout Random)
      -> [Action]
    {
      (0..<count).map { _ in action(before: index, depth: depth, &random) }
    }

    private func action(before index: Int, depth: Int, _ random: inout Random) -> Action {
      let (key, other, part) = (keys[random(index)], keys[random(index)], random(64))
      switch random(depth > 1 ? 8 : opensScopes ? 13 : 10) {
      case 0...2: return .read(key)
      case 3, 4: return .keep(key)
      case 5: return .make
      case 6, 7: return .through(key, part: part, other)
      case 8, 9: return .ifEven(action(before: index, depth: depth + 1, &random))
      case 10, 11:
        let given = given(before: index, depth: depth, &random)
        return .scope(given, actions(random(2, from: 1), before: index, depth: depth + 1, &random))
      default:
        let given = given(before: index, depth: depth, &random)
        let actions = actions(random(2, from: 1), before: index, depth: depth + 1, &random)
        return .scopeThrough(key, part: part, given, actions)
      }
    }

    private func given(before index: Int, depth: Int, _ random: inout Random) -> [Given] {
      (0..<random(2, from: 1)).map { _ in
        let number = random(index)
        switch random(4) {
        case 0: return .read(keys[number], keys[random(index)])
        case 1 where number > 0:
          return .code(
            keys[number],
            actions(random(3), before: number, depth: depth + 2, &random)
          )
        default: return .made(keys[number], random(1000))
        }
      }
    }

    func given(_ places: [Int], _ objects: [Int], _ random: inout Random) -> Given {
      let index = random(keys.count)
      if index > 0, random(4) == 0 {
        return .code(keys[index], actions(random(3), before: index, &random))
      }
      if !objects.isEmpty, random(2) == 0 { return .object(keys[index], random.of(objects)) }
      return .madeIn(keys[index], random(1000), place: random.of(places))
    }
  }
}

/// Numbers that are the same for the same seed.
private struct Random {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// One of as many numbers.
  mutating func callAsFunction(_ count: Int, from first: Int = 0) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return first + Int((state >> 33) % UInt64(count))
  }

  mutating func of(_ all: [Int]) -> Int { all[self(all.count)] }
}
