import Injection
import InjectionMacros
import Synchronization
import Testing

/// What was captured, made or started while the process's values were set (R16).
@Suite struct InjectedValuesRehearsalTests {
  @Test func `values captured there see homes afterwards as the process's do`() async {
    await #expect(processExitsWith: .success) {
      let object = withInjected(\.rehearsed, 5) { Object() }
      var captured: [InjectedValues] = []
      InjectedValues.bootstrap {
        $0.rehearsed = 1
        captured.append($0)
        // What is set here is the process's, which is seen last. The two scopes meet before it is
        // decided where the first one leads.
        withInjected($0) { #expect(object.number() == 5) }
        withInjected($0) {
          withInjected(\.other, 1) {
            captured.append(.current)
            #expect(object.number() == 5)
          }
        }
      }
      for values in captured {
        withInjected(values) {
          #expect(object.number() == 5)
          #expect(object.number.projectedValue.rehearsed == 5)
          #expect(InjectedValues.current.rehearsed == 1)
        }
      }
    }
  }

  @Test func `when setting them fails, a task that a build started sees none of them`() async {
    await #expect(processExitsWith: .success) {
      do {
        try InjectedValues.bootstrap { values throws(CancellationError) in
          values.rehearsed = 7
          values.started()
          throw CancellationError()
        }
      } catch {}
      #expect(InjectedValues.current.rehearsed == 0)
      let reads = Started.task.withLock { $0 }!
      Started.mayRead.store(true, ordering: .releasing)
      #expect(await reads.value == [0, 0])
    }
  }
}

// MARK: - Fixtures

private final class Object: Sendable {
  let number = Injected(\.rehearsed)
}

/// A task that reads before any scope was opened, and after it.
private enum Started {
  static let task = Mutex<Task<[Int], Never>?>(nil)
  static let mayRead = Atomic(false)

  static func start() {
    let new = Task {
      while !mayRead.load(ordering: .acquiring) { await Task.yield() }
      let first = InjectedValues.current.rehearsed
      withInjected(\.other, 1) {}
      return [first, InjectedValues.current.rehearsed]
    }
    task.withLock { $0 = new }
  }
}

extension InjectedValues {
  @Injectable fileprivate var rehearsed: Int = 0

  @Injectable fileprivate var other: Int = 0

  private enum StarterKey: InjectionKey {
    static var defaultValue: Int {
      Started.start()
      return 1
    }
  }
  /// Starts the task in a build.
  fileprivate func started() { _ = self[StarterKey.self] }
}
