extension Program {
  enum Kind: CaseIterable, Sendable {
    /// Defaults open no scopes.
    case plain
    /// Their code opens scopes, too, also in what other values see.
    case inner
    /// The same in several containers and in the process.
    case containers
    /// The same in the process, whose values are read.
    case process
    /// As `inner`, and other threads read meanwhile.
    case threads
  }

  /// The same seed makes the same program.
  init(_ kind: Kind, seed: Int) {
    var random = Random(seed)
    // The code of each key reads those before it.
    var keys = Array(Lifetime.ofKeys.indices)
    for _ in 0..<random(5, from: 3) { keys.remove(at: random(keys.count)) }
    var maker = Maker(
      keys: keys,
      opensScopes: kind != .plain,
      startsThreads: kind == .threads,
      random: random
    )
    code = Array(repeating: [], count: Lifetime.ofKeys.count)
    for index in keys.indices { code[keys[index]] = index == 0 ? [] : maker.code(3, index) }
    switch kind {
    case .plain, .inner, .threads: tests = 1
    case .containers: tests = maker.random(2, from: 2)
    case .process: tests = maker.random(3) / 2
    }
    readsProcess = kind == .process
    // Many objects have the same numbers.
    holds = maker.random.shuffled(Hold.allCases)
    (records, changesValues) = (maker.random(4) == 0, maker.random(2) == 0)
    operations = []
    // Kept scopes, which don't go. What they say must not hold the container, whose values' code
    // may enter them: that is a user's circle.
    let kept = [5, 6]
    // The process's root is one of the places.
    let first = kind == .containers || kind == .process ? 0 : 1
    var places = Array(first...tests)
    var objects: [Int] = []
    if kind == .containers || kind == .process, maker.random(3) == 0 {
      operations.append(.root(7, maker.given(places, nil).filter { !$0.isDecorator }))
      places.append(7)
    }
    for name in 8..<8 + maker.random(3) {
      operations.append(.open(name, in: maker.random.of(places), maker.given(places, nil)))
      places.append(name)
    }
    for name in 10..<maker.random(35, from: 25) {
      let (place, key) = (maker.random.of(places), maker.random.of(keys))
      var object = objects.isEmpty ? nil : maker.random.of(objects)
      switch maker.random(10) {
      case 0, 1:
        let given = maker.given(places, object)
        switch maker.random(8) {
        case 0, 1:
          operations.append(.change(name, of: place, given.filter { !$0.isDecorator }))
        case 2: operations.append(.resource(name, in: place, key: key, maker.random(1000)))
        default: operations.append(.open(name, in: place, given))
        }
        places.append(name)
      case 2:
        guard let object else { continue }
        operations.append(.capture(name, in: place, object: object, part: maker.random(64)))
        places.append(name)
      case 3:
        if maker.random(4) == 0 {
          operations.append(.remove(maker.random.of(kept)))
        } else if maker.random(2) == 0, places.count > 1 {
          operations.append(.end(places.remove(at: maker.random(places.count - 1, from: 1))))
        } else if !objects.isEmpty {
          operations.append(.end(objects.remove(at: maker.random(objects.count))))
        }
      case 4:
        operations.append(.enter(name, kept: maker.random.of(kept), in: place))
        places.append(name)
      default:
        if maker.random(3) == 0 { object = nil }
        operations.append(.read(name, key: key, in: place, object: object, part: maker.random(64)))
        objects.append(name)
      }
    }
    // Some are created when scopes are open already, but before code asks for them.
    let start = operations.firstIndex { $0.mayAsk } ?? 0
    for name in kept {
      let index = maker.random(start + 1)
      var given = maker.given([0], nil)
      // Code of what it reads may need the scope, and what it decorates is held.
      if kind != .plain { given.removeAll { $0.isFrom || $0.isDecorator } }
      let scopes: [Int] = operations.prefix(index).compactMap { operation in
        if case .open(let name, _, _) = operation { name } else { nil }
      }
      // Nor must that what the base says, where code may enter the scope.
      let base = kind == .plain ? maker.random.of([first] + scopes) : first
      let keep = Operation.keep(name, in: base, given)
      operations.insert(keep, at: index)
    }
    switch maker.random(40) {
    case 0: addCrowd(keys, in: maker.random.of(places), &maker.random)
    case 1: addKept(keys, in: kind == .containers ? 1 : first, &maker.random)
    default: break
    }
    // If nothing ends, sharing is predictable.
    if maker.random(3) == 0 { operations.removeAll(where: \.isEnd) }
  }
}

extension Program {
  /// More scopes beside one than it has room for at once, which go: values that were built from two
  /// of them, kept by the younger one.
  private mutating func addCrowd(_ keys: [Int], in place: Int, _ random: inout Random) {
    guard let key = keys.dropFirst(2).first(where: { Lifetime.ofKeys[$0].isScoped }) else { return }
    let (first, second) = (keys[0], keys[1])
    code[key] = [.read(first), .keep(second)] + code[key].prefix(1)
    let (guests, host) = (Array(100..<120), 99)
    let isHostYounger = random(2) == 0
    if !isHostYounger { operations.append(.open(host, in: place, [.made(second, 1)])) }
    for guest in guests {
      operations.append(.open(guest, in: place, [.made(first, guest)]))
      operations.append(.read(guest + 100, key: key, in: guest))
    }
    if isHostYounger { operations.append(.open(host, in: place, [.made(second, 1)])) }
    for guest in guests {
      operations.append(.read(guest + 200, key: key, in: host, object: guest + 100))
      if random(3) > 0 { operations.append(.end(guest)) }
      if random(3) > 0 { operations.append(.end(guest + 100)) }
    }
    for _ in 0..<20 {
      let (object, part) = (random.of(guests) + random(2, from: 1) * 100, random(8))
      let read = random.of([key, random.of(keys)])
      operations.append(.read(400, key: read, in: host, object: object, part: part))
      if random(3) == 0 { operations.append(.end(random.of(guests) + random(3) * 100)) }
    }
    ways[.crowd, default: 0] += 1
  }
}

extension Program {
  /// Kept scopes that come and go, some of which say nothing, while an object of another one reads in
  /// them.
  private mutating func addKept(_ keys: [Int], in base: Int, _ random: inout Random) {
    guard let key = keys.dropFirst(2).first(where: { Lifetime.ofKeys[$0].isScoped }) else { return }
    let (first, second, host, object) = (keys[0], keys[1], 50, 51)
    code[key] = [.read(first), .make] + code[key].prefix(1)
    let given: [[Given]] = [
      [.made(first, 1, place: base)], [], [.made(second, 2, place: base)],
    ]
    for (index, given) in given.enumerated() {
      operations.append(.keep(host + index, in: base, given))
    }
    operations.append(.enter(60, kept: host, in: base))
    operations.append(.read(object, key: key, in: 60))
    for name in 500..<530 {
      let kept = host + random(2, from: 1)
      operations.append(.enter(name, kept: kept, in: base))
      let read = random.of([second, second, random.of(keys)])
      operations.append(.read(600, key: read, in: name, object: object, part: random(4)))
      operations.append(.end(600))
      operations.append(.end(name))
      if random(4) > 0 { operations.append(.remove(kept)) }
    }
    ways[.kept, default: 0] += 1
  }
}

extension Operation {
  /// Whether something goes.
  var isEnd: Bool {
    switch self {
    case .remove, .end: true
    default: false
    }
  }

  /// Whether code of a key may run.
  fileprivate var mayAsk: Bool {
    guard case .open(_, _, let given) = self else { return true }
    return given.contains(where: \.isFrom)
  }
}

extension Given {
  fileprivate var isFrom: Bool { if case .from = self { true } else { false } }
  /// Not where a root is set up, or captured values are changed: nothing is replaced there.
  fileprivate var isDecorator: Bool { if case .decorator = self { true } else { false } }
}

/// Makes code.
private struct Maker {
  let keys: [Int]
  let opensScopes: Bool
  let startsThreads: Bool
  var random: Random

  /// - Parameters:
  ///   - index: How many keys may be read.
  ///   - depth: The depth of the code in other code.
  mutating func actions(_ limit: Int, _ index: Int, _ depth: Int, from first: Int = 0) -> [Action] {
    (0..<random(limit + 1 - first, from: first)).map { _ in action(index, depth) }
  }

  /// Code of a key.
  //
  // That of a weak value opens no scope, also not through transient code (that of key 3): what is
  // made there holds it. So a default that stands on what it says, and holds the value, is held by
  // what it holds.
  mutating func code(_ limit: Int, _ index: Int, _ depth: Int = 0) -> [Action] {
    if Lifetime.ofKeys[keys[index]] != .weak { return actions(limit, index, depth) }
    return actions(limit, index, 2).filter { !"\($0)".contains(/[( ]3[,)]/) }
  }

  private mutating func action(_ index: Int, _ depth: Int) -> Action {
    let (key, part) = (keys[random(index)], random(64))
    // In no scope, in the container, or in one of the first scopes.
    if startsThreads, random(4) == 0 { return .other(key, in: random.of([nil, 1, 8, 9])) }
    switch random(depth > 1 ? 8 : opensScopes ? 15 : 10) {
    case 0...2: return .read(key)
    case 3, 4: return .keep(key)
    case 5: return .make
    case 6, 7: return .through(key, part: part, keys[random(index)])
    case 8, 9: return .ifEven(action(index, depth + 1))
    // In what another value holds, or in a kept scope.
    case 13: return .scope([], actions(2, index, depth + 1, from: 1), key: key, part: part)
    case 14: return .enter(5 + part % 2, actions(2, index, depth + 1, from: 1))
    case let number:
      let given = (0..<random(2, from: 1)).map { _ in self.given(random(index), depth) }
      let actions = self.actions(2, index, depth + 1, from: 1)
      return .scope(given, actions, key: number < 12 ? nil : key, part: number < 12 ? 0 : part)
    }
  }

  private mutating func given(_ index: Int, _ depth: Int) -> Given {
    switch index > 0 ? random(5) : 4 {
    case 0, 1:
      random(2) == 0
        ? .decorator(keys[index], code(2, index, depth + 2))
        : .code(keys[index], code(2, index, depth + 2))
    case 2: .from(keys[index], keys[random(index)])
    default: .made(keys[index], random(1000))
    }
  }

  mutating func given(_ places: [Int], _ object: Int?) -> [Given] {
    // Some have more than a scope has room for at once.
    (0..<random.of([0, 1, 1, 2, 2, 4])).map { _ in
      let index = random(keys.count)
      if index > 0, random(4) == 0 {
        let code = code(2, index)
        return random(2) == 0 ? .decorator(keys[index], code) : .code(keys[index], code)
      }
      if random(4) == 0 { return .from(keys[index], random.of(keys)) }
      if let object, random(2) == 0 { return .object(keys[index], object) }
      return .made(keys[index], random(1000), place: random.of(places))
    }
  }
}

/// The same numbers for the same seed.
struct Random {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// One of `count` numbers.
  mutating func callAsFunction(_ count: Int, from first: Int = 0) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return first + Int((state >> 33) % UInt64(count))
  }

  mutating func of<Element>(_ all: [Element]) -> Element { all[self(all.count)] }

  mutating func shuffled<Element>(_ all: [Element]) -> [Element] {
    var rest = all
    return all.map { _ in rest.remove(at: self(rest.count)) }
  }
}
