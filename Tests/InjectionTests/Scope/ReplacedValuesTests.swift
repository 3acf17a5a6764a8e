import Injection
import InjectionTesting
import TestSupport
import Testing

/// Update closures that replace the values as a whole by others.
@Suite struct ReplacedValuesTests {
  @Test func `a scope may be given the values of another one`() {
    let captured = withInjected(\.number, 2) { InjectedValues.current }
    withInjected(\.number, 3) {
      withInjected {
        $0 = captured
      } operation: {
        #expect(InjectedValues.current.number == 2)
      }
    }
  }

  @Test func `a test scope may be given the values of the process`() async {
    // Detached: where no scope is current, the current values are the process's.
    await Task.detached {
      withTestScope {
        $0 = .current
        $0.number = 2
      } operation: {
        #expect(InjectedValues.current.number == 2)
      }
      #expect(InjectedValues.current.number == 1)
    }.value
  }

  @Test func `bootstrap sets nothing where its closure replaces the values as a whole`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0 = .current }
      precondition(InjectedValues.current.number == 1)
    }
  }
}
