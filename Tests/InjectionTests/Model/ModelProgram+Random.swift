/// A small generator with a seed.
struct SplitMix: Sendable {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return Int(z.multipliedFullWidth(by: UInt64(limit)).high)
  }

  mutating func isOne(of count: Int) -> Bool { below(count) == 0 }

  mutating func some<Element>(_ counts: Range<Int>, _ make: (inout Self) -> Element) -> [Element] {
    (0..<(counts.lowerBound + below(counts.count))).map { _ in make(&self) }
  }
}

extension ModelProgram {
  enum Kind: Sendable {
    case ordinary, threads, bootstrapped
    /// Code of defaults uses objects that were made anywhere. So it is not the same at each build,
    /// and only what is left alive can be compared. No value holds an object that is at home in a
    /// scope: that would be the program's own circle.
    case outside
  }

  /// The program of a seed.
  init(seed: UInt64, _ kind: Kind = .ordinary) {
    self.kind = kind
    var random = SplitMix(state: seed)
    // Two numbers that are alike make programs that are alike at first.
    _ = random.below(2)
    var maker = Maker(random: random, keyCount: 3 + random.below(5), isOutside: kind == .outside)
    plans = (0..<maker.keyCount).map { maker.plan(of: $0) }
    containers = maker.containers(kind)
    let count = 12 + maker.random.below(30)
    let ends = maker.random.isOne(of: 4) ? 0 : 2
    operations = (0..<count).map { _ in maker.operation(ends: ends, kind == .threads) }
  }

  /// Draws what programs consist of.
  ///
  /// The default of a key reads keys with lower numbers only, so there is no circle. Code that is
  /// provided outside of builds may read any key where it was provided: that place is older.
  private struct Maker {
    var random: SplitMix
    let keyCount: Int
    /// Whether code of defaults enters values that were captured elsewhere: see
    /// `ModelOracle.isUnsaid`.
    let entersCaptured: Bool
    let isOutside: Bool

    init(random: SplitMix, keyCount: Int, isOutside: Bool) {
      self.random = random
      self.keyCount = keyCount
      self.isOutside = isOutside
      entersCaptured = self.random.isOne(of: 4)
    }

    mutating func plan(of key: Int) -> ModelPlan {
      if key == 0 { return ModelPlan(lifetime: .scoped, steps: []) }
      let lifetime: ModelLifetime
      switch random.below(12) {
      case 0: lifetime = .singleton
      case 1, 2: lifetime = .transient
      case 3, 4: lifetime = .shared
      case 5, 6: lifetime = .scopedBy(random.below(key))
      default: lifetime = .scoped
      }
      return ModelPlan(lifetime: lifetime, steps: steps(0..<4, below: key))
    }

    mutating func containers(_ kind: Kind) -> [Container] {
      var containers: [Container] = []
      if isOutside { return [.test([])] }
      if kind == .bootstrapped {
        containers.append(.bootstrapped(changes(0..<3, below: keyCount, isInBuild: false)))
      }
      let tests = random.isOne(of: 2) ? 0 : 1 + random.below(2)
      if kind == .ordinary && (tests == 0 || random.isOne(of: 2)) || kind == .threads {
        containers.append(.process)
      }
      for _ in 0..<tests {
        let key = random.below(keyCount)
        // Nothing is made outside of all containers.
        let change: ModelChange =
          containers.isEmpty ? .provide(key, []) : .set(key, .made(random.below(1000)))
        containers.append(.test(random.isOne(of: 2) ? [] : [change]))
      }
      return containers
    }

    // MARK: Steps

    mutating func steps(_ counts: Range<Int>, below key: Int, depth: Int = 0) -> [ModelStep] {
      random.some(counts) { _ in 0 }.map { _ in step(below: key, depth: depth) }
    }

    mutating func step(below key: Int, depth: Int) -> ModelStep {
      switch random.below(depth > 1 ? 10 : 17) {
      case 0, 1: return .read(random.below(key))
      case 2, 3: return .hold(random.below(key))
      case 4: return .make
      case 5, 6: return .readThrough(source(below: key), random.below(key))
      case 7: return .readIn(source(below: key, captured: true), random.below(key))
      case 8, 9: return .ifEven(step(below: key, depth: depth + 1))
      case 10...12:
        return .open(
          changes(0..<3, below: key, depth: depth),
          steps(1..<3, below: key, depth: depth + 1)
        )
      case 13:
        return .enter(
          source(below: key, captured: entersCaptured),
          steps(1..<3, below: key, depth: depth + 1)
        )
      default:
        return .change(
          source(below: key, captured: entersCaptured),
          changes(0..<3, below: key, depth: depth),
          steps(1..<3, below: key, depth: depth + 1)
        )
      }
    }

    /// - Parameter captured: Whether it may stand for the values that an object captured.
    mutating func source(below key: Int, captured: Bool = false) -> ModelSource {
      let pick = random.below(captured ? 128 : 64)
      if isOutside && random.isOne(of: 3) { return .outside(random.below(1024), pick: pick) }
      return random.isOne(of: 4) ? .own(pick: pick) : .key(random.below(key), pick: pick)
    }

    // MARK: Changes

    mutating func changes(
      _ counts: Range<Int>,
      below key: Int,
      depth: Int = 0,
      isInBuild: Bool = true
    ) -> [ModelChange] {
      var changes: [ModelChange] = []
      for _ in 0..<(counts.lowerBound + random.below(counts.count)) {
        let changed = random.below(key)
        if changed > 0 && random.isOne(of: 4) {
          var steps = steps(0..<3, below: changed, depth: depth + 1)
          // A decorator. In a build, of a key that the build's own code may read.
          if !isOutside && random.isOne(of: 2) {
            let read = isInBuild || random.isOne(of: 2) ? changed : random.below(keyCount)
            steps.insert(.readOutside(read), at: random.below(steps.count + 1))
          }
          changes.append(.provide(changed, steps))
        } else {
          changes.append(.set(changed, gift(below: key, isInBuild)))
        }
      }
      if random.isOne(of: 8) {
        changes.insert(.escape, at: random.below(changes.count + 1))
        if random.isOne(of: 2) {
          let escape = changes.firstIndex { if case .escape = $0 { true } else { false } }!
          changes.insert(.read(random.below(key)), at: escape + 1)
        }
      }
      if random.isOne(of: 8) { changes.append(.read(random.below(key))) }
      if isOutside && random.isOne(of: 6) {
        let become = ModelChange.become(.outside(random.below(1024), pick: random.below(128)))
        changes.insert(become, at: random.below(changes.count + 1))
      }
      return changes
    }

    mutating func gift(below key: Int, _ isInBuild: Bool) -> ModelGift {
      if isOutside { return .rooted(random.below(1000) * 3 + 1) }
      switch random.below(4) {
      case 0: return .read(random.below(key))
      case 1 where !isInBuild, 2 where !isInBuild: return .object(random.below(1024))
      default: return .made(random.below(1000))
      }
    }

    // MARK: Operations

    mutating func operation(ends: Int, _ threads: Bool) -> ModelOperation {
      let place = random.below(1024)
      let object = random.below(1024)
      switch random.below(14 + ends) {
      case 0, 1, 2: return .open(place, changes(0..<3, below: keyCount, isInBuild: false))
      case 3: return .change(place, changes(0..<3, below: keyCount, isInBuild: false))
      case 4, 5: return .capture(place, object: object, pick: random.below(64))
      case 6:
        return random.isOne(of: 2) ? .make(place) : .take(object: object, pick: random.below(64))
      case 14: return .endPlace(place)
      case 15: return .endObject(object)
      default:
        if threads && random.isOne(of: 2) {
          return .readAtOnce(random.some(6..<7) { _ in 0 }.map { _ in read() })
        }
        return .read(read())
      }
    }

    mutating func read() -> ModelRead {
      ModelRead(
        key: max(random.below(keyCount), random.below(keyCount)),
        place: random.below(1024),
        object: random.isOne(of: 3) ? nil : random.below(1024),
        pick: random.below(64)
      )
    }
  }
}
