import Injection
import InjectionMacros
import TestSupport
import Testing

/// What was captured, made or started while the process's values were set (R16).
@Suite struct InjectedValuesRehearsalTests {
  @Test func `values captured in bootstrap's closure see homes afterwards as the process's do`()
    async
  {
    await #expect(processExitsWith: .success) {
      let number = withInjected(\.number, 5) { Injected(\.number) }
      var captured: [InjectedValues] = []
      InjectedValues.bootstrap {
        $0.number = 2
        captured.append($0)
        // What is set here is the process's, which is seen last. The two scopes meet before it is
        // decided where the first one leads.
        withInjected($0) { #expect(number() == 5) }
        withInjected($0) {
          withInjected(\.other, 1) {
            captured.append(.current)
            #expect(number() == 5)
          }
        }
      }
      for values in captured {
        withInjected(values) {
          #expect(number() == 5)
          #expect(number.projectedValue.number == 5)
          #expect(InjectedValues.current.number == 2)
        }
      }
    }
  }

  @Test func `when bootstrap fails, a task that a build started sees none of its values`() async {
    await #expect(processExitsWith: .success) {
      do {
        try InjectedValues.bootstrap { values throws(CancellationError) in
          values.number = 7
          _ = values.starter
          throw CancellationError()
        }
      } catch {}
      #expect(InjectedValues.current.number == 1)
      Started.mayRead.open()
      #expect(await Started.task.withLock { $0 }?.value == [1, 1])
    }
  }
}

// MARK: - Fixtures

/// A task that reads before any scope was opened, and after it.
private enum Started {
  static let task = Lock<Task<[Int], Never>?>(nil)
  static let mayRead = Gate()

  static func start() -> Int {
    let new = Task {
      await mayRead.wait()
      let first = InjectedValues.current.number
      withInjected(\.other, 1) {}
      return [first, InjectedValues.current.number]
    }
    task.withLock { $0 = new }
    return 1
  }
}

extension InjectedValues {
  /// Starts the task in its build.
  @Injectable fileprivate var starter: Int = Started.start()
}
