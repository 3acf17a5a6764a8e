import Injection
import InjectionTesting
import Testing

typealias Dependency = Injected
typealias DependencyValues = InjectedValues

protocol DependencyKey: InjectionKey {
  associatedtype Value
  static var liveValue: Value { get }
}

extension DependencyKey {
  static var defaultValue: Value { liveValue }
}

func withDependencies<Result, Failure: Error>(
  _ update: (inout InjectedValues) throws(Failure) -> Void,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try withInjected(update, operation: operation)
}

private enum RoundsKey: DependencyKey {
  static let liveValue = 10
}

extension DependencyValues {
  var rounds: Int {
    get { self[RoundsKey.self] }
    set { self[RoundsKey.self] = newValue }
  }
}

struct Game {
  @Dependency(\.rounds) var rounds
}

extension InjectedValues {
  private enum LevelKey: InjectionKey {
    static var defaultValue: Int { InjectedValues[\.rounds] * 2 }
  }
  var level: Int {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }
}

@Suite(.injected()) struct SwiftDependencies {
  @Test func `old code runs on the new library`() {
    withDependencies {
      $0.rounds = 3
    } operation: {
      #expect(Game().rounds == 3)
    }
    #expect(Game().rounds == 10)
  }

  @Test func `a default follows what is replaced after it was first built`() {
    #expect(InjectedValues[\.level] == 20)
    withInjected(\.rounds, 3) { #expect(InjectedValues[\.level] == 6) }
    withInjected(\.level, 1) { #expect(InjectedValues[\.level] == 1) }
  }

  @Test func `an object goes on with the values of the scope it was made in`() {
    let game = withInjected(\.rounds, 3) { Game() }
    #expect(game.rounds == 3)
    withInjected(\.rounds, 5) { #expect(game.rounds == 5) }
  }

  @Test func `an inner home wins over the scope around it`() {
    withInjected(\.rounds, 5) {
      let game = withInjected(\.rounds, 3) { Game() }
      #expect(game.rounds == 3)
    }
  }

  @Test func `captured values are entered where a scope does not reach`() async {
    let values = withInjected(\.rounds, 3) { InjectedValues.current }
    let rounds = await Task.detached { withInjected(values) { Game().rounds } }.value
    #expect(rounds == 3)
  }
}
