import Injection
import InjectionMacros
import InjectionServer
import InjectionTesting
import TestSupport
import Testing

/// What may be of any size.
enum Growth: String, CaseIterable {
  /// Tenants, when one of them is entered in requests.
  case tenants
  /// Objects of other scopes, when some of them are read beside one scope.
  case homes
  /// Keys that a default reads in a pair.
  case readKeys
  /// Defaults that are built from each other, at the innermost read.
  case nestedDefaults
  /// Scopes in each of which a default reads other keys.
  case keySets
  /// Overrides in each other, around a default of two of them.
  case overrides
  /// Scopes that a default's code opens, in each of which an object is made.
  case openedScopes
  /// Scopes of a collection that are entered in each other, at the innermost read.
  case enteredScopes

  var size: Int {
    switch self {
    case .tenants, .homes: 100
    case .readKeys, .overrides: 160
    case .nestedDefaults, .enteredScopes: 40
    case .keySets, .openedScopes: 400
    }
  }

  /// What ten times the size costs less than, in times the cost.
  var limit: Int {
    switch self {
    // A read doesn't look at the others.
    case .tenants, .homes: 2
    default: 13
    }
  }

  /// The processor times of what is done with a size, one after the other.
  func costs(of count: Int) -> [Duration] {
    let costs = Log<[Duration]>()
    onThreads(stackSize: 256 << 20) { _ in
      withTestScope {
        $0.provide(InjectedValues.harvestKey.self) { make(count) }
      } operation: {
        costs.add(play(count))
      }
    }
    return costs.all[0]
  }

  /// The code of a default of two keys.
  func make(_ count: Int) -> Harvest {
    let (number, text) = (InjectedValues.current.number, InjectedValues.current.text)
    var harvest = Harvest(name: "\(number) \(text)")
    switch self {
    case .readKeys:
      // What leads to the own scope sees what is read.
      harvest.parts = [Part()]
      _ = harvest.parts[0].text()
      for key in plainKeys.prefix(count) { _ = key.current }
    case .keySets:
      for (place, key) in plainKeys.prefix(12).enumerated() where number >> place & 1 == 1 {
        _ = key.current
      }
    case .openedScopes:
      harvest.parts = (0..<count).map { number in withInjected(\.number, number) { Part() } }
    default: break
    }
    return harvest
  }

  private func play(_ count: Int) -> [Duration] {
    switch self {
    case .tenants:
      let tenants = InjectedScopes<Int>(limit: .max) { $0.number = $1 }
      func reads(_ numbers: some Sequence<Int>, count: Int = 1) -> Duration {
        numbers.reduce(.zero) { cost, number in
          withInjected(\.other, number) {
            tenants.withInjected(number) {
              if count > 1 { expectHarvest("\(number) server") }
              return cost
                + processorTime { for _ in 0..<count { expectHarvest("\(number) server") } }
            }
          }
        }
      }
      return withInjected(\.text, "server") {
        _ = reads(100..<count)
        // Of values that are built, of those that were, and again in the same request.
        return [reads(0..<100), reads(0..<100), reads(0..<100, count: 10)]
      }
    case .homes:
      let parts = (0..<count).map { number in withInjected(\.number, number) { Part() } }
      func reads(_ numbers: Range<Int>) -> Duration {
        processorTime { for number in numbers { parts[number].expectHarvest("\(number) batch") } }
      }
      return withInjected(\.text, "batch") {
        _ = reads(100..<count)
        return [reads(0..<100), reads(0..<100)]
      }
    case .readKeys:
      for key in plainKeys.prefix(count) { _ = key.current }
      let part = withInjected(\.number, 1) { Part() }
      return withInjected(\.text, "batch") {
        (0..<2).map { _ in processorTime { part.expectHarvest("1 batch") } }
      }
    case .openedScopes:
      return [processorTime { #expect(InjectedValues.current.harvest.parts.count == count) }]
    case .nestedDefaults:
      return [processorTime { #expect(linkKeys[count - 1].current == count - 1) }]
    case .enteredScopes:
      let scopes = InjectedScopes<Int>(limit: .max) { $0.number = $1 }
      func enter(_ number: Int) -> Duration {
        if number < count { return scopes.withInjected(number) { enter(number + 1) } }
        return processorTime { #expect(InjectedValues.current.number == count - 1) }
      }
      return [enter(0)]
    case .keySets:
      return [processorTime { for number in 0..<count { readOtherKeys(number) } }]
    case .overrides:
      func descend(_ depth: Int) -> Duration {
        if depth > 0 { return withInjected(\.number, depth) { descend(depth - 1) } }
        return processorTime {
          for number in 0..<10 {
            withInjected(\.number, number) { expectHarvest("\(number) outer") }
          }
        }
      }
      return [withInjected(\.text, "outer") { descend(count) }]
    }
  }

  /// Builds the default in a scope, if it is that of `keySets`.
  func readOtherKeys(_ number: Int) {
    withInjected(\.number, number) { expectHarvest("\(number) default") }
  }
}

/// What a default makes.
struct Harvest: Sendable {
  let name: String
  fileprivate var parts: [Part] = []
}

private final class Part: Sendable {
  private let harvest = Injected(\.harvest)
  let text = Injected(\.text)
  func expectHarvest(_ name: String) { #expect(harvest().name == name) }
}

private func expectHarvest(_ name: String) { #expect(InjectedValues.current.harvest.name == name) }

// MARK: - Keys

private protocol NumberKey: InjectionKey, SendableMetatype where Value == Int {}

extension NumberKey {
  fileprivate static var current: Int { InjectedValues.current[Self.self] }
}

private enum PlainKey<A: Digit, B: Digit, C: Digit, D: Digit>: NumberKey {
  static var defaultValue: Int { 0 }
}

/// Is built from the one before.
private enum LinkKey<A: Digit, B: Digit, C: Digit, D: Digit>: NumberKey {
  static var defaultValue: Int {
    let number = ((A.digit * 10 + B.digit) * 10 + C.digit) * 10 + D.digit
    return number == 0 ? 0 : linkKeys[number - 1].current + 1
  }
}

private let plainKeys = (0..<1_600).map { keys($0).plain }
private let linkKeys = (0..<400).map { keys($0).link }

private func keys(_ number: Int) -> (plain: any NumberKey.Type, link: any NumberKey.Type) {
  func keys<A: Digit, B: Digit, C: Digit, D: Digit>(
    _: A.Type,
    _: B.Type,
    _: C.Type,
    _: D.Type
  ) -> (any NumberKey.Type, any NumberKey.Type) {
    (PlainKey<A, B, C, D>.self, LinkKey<A, B, C, D>.self)
  }
  let places = [1_000, 100, 10, 1].map { digits[number / $0 % 10] }
  return keys(places[0], places[1], places[2], places[3])
}

extension InjectedValues {
  @Injectable var harvest: Harvest = Harvest(name: "")
}
