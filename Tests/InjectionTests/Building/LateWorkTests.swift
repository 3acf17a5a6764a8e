import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// Work that outlives its test sees its own test's values, and no other test's.
struct LateWorkTests {
  @Test func `tasks that outlive their test scopes stay in them`() async {
    let gate = Gate()
    var late: [Task<[Int], Never>] = []
    for number in 1...50 {
      late.append(
        withTestScope({ $0.number = number }) {
          let service = Service()
          return Task {
            await gate.wait()
            // A default that wasn't read in the scope, an override, and an object of the scope.
            return [
              InjectedValues.current.double, InjectedValues.current.number,
              service.late(), await Task { InjectedValues.current.double }.value,
            ]
          }
        }
      )
    }
    gate.open()
    for (task, number) in zip(late, 1...50) {
      #expect(await task.value == [number * 2, number, number, number * 2])
    }
  }

  /// A value of an outer scope must not see the scope whose read built it.
  @Test func `a task that a default starts is at home with the value`() async {
    let tasks = withTestScope {
      let inner = withInjected(\.number, 5) {
        [InjectedValues.current.taskOfNumber, InjectedValues.current.taskOfNothing]
      }
      return inner + [InjectedValues.current.taskOfNumber]
    }
    buildsHaveEnded.open()
    var numbers: [Int] = []
    for task in tasks { numbers.append(await task.value) }
    #expect(numbers == [10, 2, 2])
  }
}

/// What the singleton reads is kept where it was asked: its own view doesn't lead there.
struct LateSingletonTests {
  // In a process of its own: with a mistake, a search never ends.
  @Test func `a singleton may be built when the scope that provides it has gone`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      withTestScope {
        let home = withInjected(\.text, "home") { Injected(\.text) }
        let late = withInjected(\.other, 2) {
          withInjected(home.projectedValue) {
            withInjected {
              $0.number = 7
              $0.provide(InjectedValues.pairKey.self) { Pair() }
            } operation: {
              InjectedValues.current.late
            }
          }
        }
        let pair = late.pair()
        #expect(pair.first.number == 7 && pair.first === pair.second)
      }
    }
  }
}

// MARK: - Fixtures

private final class Late: Sendable {
  let number = InjectedValues.current.number
  let pair = Injected(\.pair)
}

private final class Part: Sendable {
  let number = InjectedValues.current.number
}

private final class Whole: Sendable {
  let part = InjectedValues.current.part
}

private final class Pair: Sendable {
  let (first, second) = (InjectedValues.current.part, InjectedValues.current.whole.part)
}

private let buildsHaveEnded = Gate()

/// Reads a default after the build that starts the task.
private func lateRead() -> Task<Int, Never> {
  Task {
    await buildsHaveEnded.wait()
    return InjectedValues.current.double
  }
}

extension InjectedValues {
  @Injectable
  fileprivate var taskOfNumber: Task<Int, Never> = {
    _ = InjectedValues.current.number
    return lateRead()
  }()
  @Injectable fileprivate var taskOfNothing: Task<Int, Never> = lateRead()
  @Injectable fileprivate var late: Late = Late()
  @Injectable fileprivate var part: Part = Part()
  @Injectable fileprivate var whole: Whole = Whole()
  @Injectable(lifetime: .singleton) fileprivate var pair: Pair = Pair()
}
