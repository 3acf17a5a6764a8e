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

// MARK: - Fixtures

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
}
