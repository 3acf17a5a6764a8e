extension Exchange {
  /// Makes code, and what threads do.
  struct Maker {
    var random: Random
    var varies = false, hasCollections = false, keptInCode = false
    var count = 0

    mutating func code(_ key: Int) -> [Step] {
      let rest: [Step] = [.publish, .pause(time()), .read(key - 1, .here)]
      let before: [Step] =
        if !varies {
          ([.read(plain(), .here)] + rest).filter { _ in random(3) > 0 }
        } else if key == plainCount {
          [.sometimes([.read(0, .here)]), .pause(time()), .sometimes(rest)]
        } else {
          // Others see it before it has read.
          [.publish, .pause(time()), .pause(time()), .read(0, .here)]
        }
      return before + steps(key, 0, inCode: true)
    }

    private mutating func time() -> UInt32 { UInt32(random(3_000)) }

    /// Where code varies, some keys are read more, so that builds meet.
    private mutating func plain() -> Int { varies && random(2) == 0 ? 0 : random(plainCount) }

    /// Mostly the key before, or a plain one.
    private mutating func key(below limit: Int) -> Int {
      if varies, limit > plainCount, random(3) == 0 { return plainCount }
      if random(2) == 0 { return plain() }
      return random(2) == 0 ? limit - 1 : random(limit)
    }

    /// What threads begin with: two of them build a key at once, one through a build of the first.
    mutating func race(_ limit: Int) -> [[Step]] {
      count += 1
      let key = plainCount
      return [
        [.scope(count, [0], [.read(limit - 1, .here)])], [.look(key, random.of(Way.allCases))],
        [.meet([]), .read(key, .here)],
      ]
    }

    /// A request that is in a kept scope, too, and reads late through a value.
    mutating func request(_ limit: Int) -> Step {
      count += 1
      let key = random(max(limit - plainCount, 1), from: plainCount - 1)
      let other = random(3) > 0 ? key + 1 : random(limit)
      let late = Step.late(key, other, random.of(Way.allCases))
      return .scope(
        count,
        [plain()],
        [.kept(random(collectionCount), id: random(idCount), [late])]
      )
    }

    mutating func steps(_ limit: Int, _ depth: Int, inCode: Bool) -> [Step] {
      (0..<random(3 - min(depth, 2), from: depth == 0 ? 2 : 1)).map { _ in
        let (key, way) = (key(below: limit), random.of(Way.allCases))
        let hasKept = hasCollections && (!inCode || keptInCode)
        switch random(depth < 3 ? hasKept ? 20 : 14 : 7) {
        case 0, 1: return .read(key, .here)
        case 2: return .read(key, way)
        case 3: return .publish
        case 4, 5: return .look(key, way)
        case 6: return .pause(time())
        case 7, 8:
          count += 1
          let others = random(3) == 0 ? [key] : []
          let inner = steps(limit, depth + 1, inCode: inCode)
          return .scope(count, [plain()] + others, inner)
        case 9, 10:
          // What is opened in kept scopes of others may be a part of the value.
          if inCode, hasCollections, !keptInCode { return .publish }
          return .meet(steps(limit, depth + 1, inCode: inCode))
        case 11: return .enter(steps(limit, depth + 1, inCode: inCode))
        case 12: return inCode ? .ask(key, way) : .publish
        case 13 where varies && inCode:
          return .sometimes(steps(limit, depth + 1, inCode: true))
        case 14...16:
          let (number, id) = (random(collectionCount), random(idCount))
          return .kept(number, id: id, steps(limit, depth + 1, inCode: inCode))
        case 17: return .remove(random(collectionCount), id: random(idCount))
        case 18, 19: return request(limit)
        default: return .start(steps(limit, depth + 1, inCode: false))
        }
      }
    }
  }
}
