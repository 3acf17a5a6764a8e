// What a random program consists of. Library and oracle run the same steps.

/// What the code of a default does.
indirect enum Step: Sendable {
  /// Reads a key.
  case read(Int)
  /// Reads a key, and makes the object that it gets read another one at once.
  case readThrough(object: Int, Int)
  /// The same, through the object's projected values.
  case readProjected(object: Int, Int)
  /// Reads a key, and enters what the object that it gets sees.
  case enter(object: Int, [Step])
  /// Opens a scope.
  case open([Setting], [Step])
  /// Makes an object.
  case make
  /// Only where what was computed so far is even: so what is read depends on values.
  case ifEven(Step)
}

/// What an update closure does.
enum Setting: Sendable {
  /// Makes an object, and sets a key to it. The number says which object.
  case set(Int, tag: Int)
  case provide(Int, Code)
  case read(Int)
  /// Reads a key, and sets another one to the same value.
  case copy(Int, to: Int)
}

/// The code of a default, and a number that says whose it is.
struct Code: Sendable {
  var number: Int
  var steps: [Step] = []
}

/// How long a default of a key is kept; fixed for each key.
enum ModelLifetime: Hashable, Sendable {
  case scoped, singleton, transient, shared
  /// Scoped by these other keys, which are no such keys themselves; or by the key itself, if there
  /// are none.
  case by([Int])
}

/// The arithmetic of values, which library and oracle have in common.
enum ModelData {
  static func ofOverride(_ tag: Int) -> Int { tag &* 7919 &+ 5 }
  static func ofCode(_ number: Int) -> Int { number &* 1_000_003 &+ 1 }
  static func mix(_ data: Int, _ other: Int) -> Int { (data &* 31 &+ other) & 0xFFFF_FFFF_FFFF }
}

/// A small generator with a seed.
struct SplitMix: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  mutating func isOne(of count: Int) -> Bool { below(count) == 0 }
}

// MARK: - Drawing

/// Draws programs. A default reads keys with lower numbers only, so there is no circle.
struct ProgramMaker {
  var random: SplitMix
  let keyCount: Int
  private var lastNumber = 0

  init(_ random: SplitMix, keyCount: Int) {
    self.random = random
    self.keyCount = keyCount
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// How many reads a key's code may lead to: the oracle does them all again each time.
  private func limit(_ key: Int) -> Int { min(600, 1 + 3 * (1 << key)) }

  mutating func lifetimes() -> [ModelLifetime] {
    var lifetimes: [ModelLifetime] = (0..<keyCount).map { _ in
      switch random.below(12) {
      case 0: .singleton
      case 1, 2: .transient
      case 3, 4: .shared
      default: .scoped
      }
    }
    let plain = lifetimes
    for key in 0..<keyCount where plain[key] == .scoped && random.isOne(of: 3) {
      let others = (0..<keyCount).filter { $0 != key && plain[$0] != .scoped || $0 < key }
        .filter { lifetimes[$0] == plain[$0] }
      let count = min(others.count, random.below(3))
      lifetimes[key] = .by((0..<count).map { _ in others[random.below(others.count)] })
    }
    // A key that another one is scoped by has no list of its own: the types would never end.
    for case .by(let others) in lifetimes {
      for other in others { lifetimes[other] = plain[other] }
    }
    return lifetimes
  }

  mutating func code(of key: Int) -> Code {
    var left = limit(key)
    let steps = steps(random.below(4), below: key, &left, depth: 0)
    return Code(number: nextNumber(), steps: steps)
  }

  /// Whether as many reads are left as keys lead to: then they are taken.
  private func take(_ keys: Int..., from left: inout Int) -> Bool {
    let cost = keys.reduce(0) { $0 + limit($1) }
    if cost > left { return false }
    left -= cost
    return true
  }

  private mutating func steps(
    _ count: Int,
    below key: Int,
    _ left: inout Int,
    depth: Int
  ) -> [Step] {
    (0..<count).compactMap { _ in step(below: key, &left, depth: depth) }
  }

  /// - Returns: `nil` where it would lead to more reads than are left.
  private mutating func step(below key: Int, _ left: inout Int, depth: Int) -> Step? {
    if key == 0 { return .make }
    func lower() -> Int {
      // Rather the deeper ones, where there is more to get wrong.
      max(random.below(key), random.below(key))
    }
    switch random.below(depth > 1 ? 8 : 14) {
    case 0...3:
      let read = lower()
      return take(read, from: &left) ? .read(read) : nil
    case 4, 5:
      let (object, read) = (lower(), lower())
      return take(object, read, from: &left) ? .readThrough(object: object, read) : nil
    case 6:
      let (object, read) = (lower(), lower())
      return take(object, read, from: &left) ? .readProjected(object: object, read) : nil
    case 7: return .make
    case 8, 9: return step(below: key, &left, depth: depth + 1).map { .ifEven($0) }
    case 10, 11:
      let object = lower()
      if !take(object, from: &left) { return nil }
      let count = 1 + random.below(2)
      return .enter(object: object, steps(count, below: key, &left, depth: depth + 1))
    default:
      let settings = nestedSettings(below: key, &left)
      let count = 1 + random.below(2)
      return .open(settings, steps(count, below: key, &left, depth: depth + 1))
    }
  }

  /// Reads come before what is set, or after all of it: what becomes of a draft that was read
  /// through in between is compared where a scope is opened outside of builds.
  private mutating func nestedSettings(below key: Int, _ left: inout Int) -> [Setting] {
    var settings: [Setting] = []
    func read(atMost count: Int) {
      for _ in 0..<random.below(count + 1) {
        let read = random.below(key)
        if take(read, from: &left) { settings.append(.read(read)) }
      }
    }
    read(atMost: 1)
    if random.isOne(of: 3) {
      let read = random.below(key)
      if take(read, from: &left) { settings.append(.copy(read, to: random.below(key))) }
    }
    for _ in 0..<random.below(3) {
      let set = random.below(key)
      settings.append(
        random.isOne(of: 3) ? .provide(set, code(of: set)) : .set(set, tag: nextNumber())
      )
    }
    read(atMost: 2)
    return settings
  }
}
