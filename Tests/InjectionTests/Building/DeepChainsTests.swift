import InjectionMacros
import InjectionServer
import InjectionTesting
import TestSupport
import Testing

@testable import Injection

/// Chains are as long as memory allows: they need no stack, and cost nothing that squares.
// In processes of their own, since a stack that overflows ends one.
@Suite(.timeLimit(.minutes(3))) struct DeepChainsTests {
  @Test(arguments: Chain.allCases)
  func `a long chain opens, reads and ends on a small stack`(chain: Chain) async {
    await #expect(processExitsWith: .success) { [chain] in
      // A few hundred bytes for each scope.
      let hasEnded = onThreads(stackSize: 160 << 10) { _ in
        withTestScope {
          let count = chain.length
          var values = InjectedValues.current
          for number in 1...count { values = chain.next(values, number) }
          precondition(values.number == count && values.other == 0)
          withInjected(values) { precondition(Holder().number == count) }
          // Then nothing holds the scopes, and in the end nothing what they have led to.
          var unheld = values.unheld()
          values = .current
          precondition(unheld.number == count)
          unheld = .current
        }
      }
      precondition(hasEnded)
    }
  }

  @Test
  func `defaults that are built from each other from outside in, and released, need no stack`()
    async
  {
    await #expect(processExitsWith: .success) {
      let hasEnded = onThreads(stackSize: 160 << 10) { _ in
        withTestScope { for key in stepKeys { precondition(key.current == 1) } }
      }
      precondition(hasEnded)
    }
  }

  /// It is released at once.
  @Test func `a transient value at the end of a long chain leaves the chain as it is`() {
    let hasEnded = onThreads(stackSize: 64 << 20) { _ in
      withTestScope {
        let last = stepKeys[1_000]
        for key in stepKeys.prefix(1_001) { #expect(key.current == 1) }
        #expect(InjectedValues.current.ofStep == 1)
        withInjected(\.number, 5) {
          #expect(last.current == 5 && InjectedValues.current.ofStep == 5)
        }
      }
    }
    #expect(hasEnded)
  }

  @Test func `objects that make each other after their scope has gone hold none before them`() async
  {
    await #expect(processExitsWith: .success) {
      let hasEnded = onThreads(stackSize: 512 << 10) { _ in
        withTestScope {
          var hop = withInjected(\.number, 1) { InjectedValues.current.hop }
          for _ in 0..<5_000 { hop = hop.other ? hop.next() : hop.nextOther() }
          precondition(hop.number == 1)
        }
      }
      precondition(hasEnded)
    }
  }

  @Test func `decorators that are built from outside in, and released, need no stack`() async {
    await #expect(processExitsWith: .success) {
      let hasEnded = onThreads(stackSize: 512 << 10) { _ in
        withTestScope {
          let count = 30_000
          var values = InjectedValues.current
          for _ in 0..<count {
            values = values.decorated
            _ = values.decorator
          }
          precondition(values.decorator == count && values.ofDecorator == count + 1)
          // What stands on it is built again, where another value is set.
          precondition(values.overriding { $0.decorator = 5 }.ofDecorator == 6)
          values = .current
        }
      }
      precondition(hasEnded)
    }
  }

  @Test func `decorators that are built at the innermost read cost the same for each`() {
    func cost(of count: Int) -> Duration {
      let cost = Log<Duration>()
      // Each build calls the next one.
      let hasEnded = onThreads(stackSize: 64 << 20) { _ in
        withTestScope {
          var values = InjectedValues.current
          for _ in 0..<count { values = values.decorated }
          cost.add(processorTime { #expect(values.decorator == count) })
        }
      }
      #expect(hasEnded)
      return cost.all[0] / count
    }
    // Where each build looked at all others, this was 15 times as much.
    let (few, many) = ((0..<3).map { _ in cost(of: 400) }.min()!, cost(of: 1_600))
    #expect(many < few * 4, "\(many) and \(few)")
  }

  // Keys of one bit, one pair in 64, are told apart only by looking at all scopes.
  @Test(.enabled(if: InjectedValues.roundsHaveABitOfTheirOwn))
  func `reads that open scopes in each other cost the same for each`() async {
    await #expect(processExitsWith: .success) {
      var round = Round()
      // In no test's scope, as in a process that runs for long.
      func cost(to last: Int) -> Duration {
        processorTime {
          while round.number < last {
            let next = round.next()
            precondition(next.number == round.number + 1)
            round = next
          }
        }
      }
      let (few, many) = inProcess {
        let few = [cost(to: 100), cost(to: 200), cost(to: 300)].min()!
        _ = cost(to: 4_000)
        return (few, [cost(to: 4_100), cost(to: 4_200), cost(to: 4_300)].min()!)
      }
      // Where each read looked at all scopes, this was 30 times as much.
      precondition(many < few * 4)
    }
  }
}

// MARK: - Fixtures

private let keptScopes = InjectedScopes<Int>(limit: .max) { $0.number = $1 }

private protocol StepKey: InjectionKey, SendableMetatype where Value == Int {}

extension StepKey { fileprivate static var current: Int { InjectedValues.current[Self.self] } }

/// Is built from the one before.
private enum Step<A: Digit, B: Digit, C: Digit, D: Digit>: StepKey {
  static var defaultValue: Int {
    let number = ((A.digit * 10 + B.digit) * 10 + C.digit) * 10 + D.digit
    return number == 0 ? InjectedValues.current.number : stepKeys[number - 1].current
  }
}

private let stepKeys: [any StepKey.Type] = (0..<3_000).map { (number: Int) -> any StepKey.Type in
  func key<A: Digit, B: Digit, C: Digit, D: Digit>(
    _: A.Type,
    _: B.Type,
    _: C.Type,
    _: D.Type
  ) -> any StepKey.Type {
    Step<A, B, C, D>.self
  }
  let places = [1_000, 100, 10, 1].map { digits[number / $0 % 10] }
  return key(places[0], places[1], places[2], places[3])
}

/// Is made in a scope of the default that made it.
private final class Round: Sendable {
  let number = InjectedValues.current.number
  let next = Injected(\.nextRound)
}

private final class Hop: Sendable {
  let other: Bool
  let number = InjectedValues.current.number
  let next = Injected(\.hop)
  let nextOther = Injected(\.otherHop)
  init(other: Bool) { self.other = other }
}

/// Ways to get from one scope to the next one.
enum Chain: String, CaseIterable, Codable {
  /// By changing captured values.
  case assigned
  /// By entering captured values.
  case entered
  /// Through what a property of an object sees.
  case projected
  /// Through the home of a default's object.
  case built
  /// Through a scope that a default's code opens.
  case opened
  /// Through values that a default's code enters.
  case enteredInBuild
  /// By entering the values of a draft.
  case draft
  /// By entering the scope of a collection beside the current one.
  case keptBeside
  /// By entering the scope of a collection whose base is the current one.
  case keptInside

  /// A build that finds nothing looks at all scopes around it, and so does a property that is read
  /// far outside of its home.
  var length: Int {
    let length =
      switch self {
      case .built, .opened: 400
      case .projected, .draft, .keptInside, .keptBeside: 2_000
      case .assigned, .entered, .enteredInBuild: 10_000
      }
    return isShort ? length / 5 : length
  }

  func next(_ values: InjectedValues, _ number: Int) -> InjectedValues {
    switch self {
    case .draft:
      return withInjected(values) {
        var entered = values
        withInjected {
          $0.number = number
          entered = withInjected($0) { .current }
        } operation: {
        }
        return entered
      }
    case .keptBeside:
      return withInjected(values) { keptScopes.withInjected(number) { .current } }
    case .keptInside:
      return withInjected(values) {
        InjectedScopes<Int>(in: .current, limit: 1) { $0.number = $1 }
          .withInjected(number) { .current }
      }
    case .assigned:
      var values = values
      values.number = number
      return values
    case .entered: return withInjected(values) { withInjected(\.number, number) { .current } }
    case .projected:
      let holder = withInjected(values) { Holder() }
      return withInjected(holder.$first) { withInjected(\.number, number) { .current } }
    case .built:
      let service = withInjected(values) {
        withInjected(\.number, number) { InjectedValues.current.service }
      }
      return service.late.projectedValue
    case .opened:
      return withInjected(values) {
        withInjected(\.other, 0) {
          withInjected(\.make, { withInjected(\.number, number) { .current } }) {
            InjectedValues.current.made
          }
        }
      }
    case .enteredInBuild:
      return withInjected {
        $0.make = {
          withInjected(values) {
            number == length ? withInjected(\.number, number) { .current } : .current
          }
        }
      } operation: {
        InjectedValues.current.made
      }
    }
  }
}

extension InjectedValues {
  /// A scope in which a decorator is built on the outer one.
  fileprivate var decorated: InjectedValues {
    overriding { [self] in $0.provide(InjectedValues.decoratorKey.self) { decorator + 1 } }
  }

  @Injectable fileprivate var make: @Sendable () -> InjectedValues = { .current }
  @Injectable fileprivate var made: InjectedValues = InjectedValues.current.make()
  @Injectable fileprivate var decorator: Int = 0
  @Injectable(lifetime: .transient) fileprivate var ofStep: Int = stepKeys[1_000].current
  @Injectable fileprivate var hop: Hop = Hop(other: false)
  @Injectable fileprivate var otherHop: Hop = Hop(other: true)
  @Injectable(lifetime: .transient) fileprivate var nextRound: Round = {
    let number = InjectedValues.current.number + 1
    return withInjected(\.number, number) { Round() }
  }()
  fileprivate static var roundsHaveABitOfTheirOwn: Bool {
    KeyID(nextRoundKey.self).bit != KeyID(numberKey.self).bit
  }
  @Injectable fileprivate var ofDecorator: Int = InjectedValues.current.decorator + 1
}
