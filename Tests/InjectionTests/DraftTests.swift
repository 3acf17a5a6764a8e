import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// Scopes that are read, entered or built in while an update closure still changes them.
struct DraftTests {
  @Test func `values that were entered in the update closure can be changed afterwards`() {
    withTestScope {
      // The object's home and the new scope part at the root.
      let holder = withInjected(\.first, "home") { Holder() }
      withInjected { values in
        withInjected(values) { #expect(holder.first == "home") }
        values.first = "changed"
      } operation: {
        #expect(holder.first == "changed")
      }
    }
  }

  @Test func `a singleton that the update closure reads sees what is set later, too`() async {
    withTestScope { values in
      #expect(values.single == "-")
      values.first = "set"
    } operation: {
      #expect(InjectedValues.current.single == "set")
    }
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { values in
        _ = values.single
        values.first = "set"
      }
      precondition(InjectedValues.current.single == "set")
    }
  }

  @Test func `a task that a build in an update closure started stays in that container`() async {
    // In a process of its own: no scope was ever opened there.
    await #expect(processExitsWith: .success) {
      await withTestScope { values in
        values.first = "mine"
        let task = values.lateTask
        hasBeenBuilt.open()
        let text = await task.value
        precondition(text == "mine")
      } operation: {
      }
    }
  }
}

// MARK: - Fixtures

private let hasBeenBuilt = Gate()

extension InjectedValues {
  @Injectable(lifetime: .singleton) fileprivate var single: String = InjectedValues.current.first
  @Injectable
  fileprivate var lateTask: Task<String, Never> = Task {
    await hasBeenBuilt.wait()
    return InjectedValues.current.first
  }
}
