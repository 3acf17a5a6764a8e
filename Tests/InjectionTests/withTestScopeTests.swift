import Injection
import InjectionTesting
import TestSupport
import Testing

@Suite struct WithTestScopeTests {
  @Test func `a test scope inherits no override, and its update sees none`() {
    withInjected {
      $0.number = 5
      $0.text = "outer"
    } operation: {
      let result = withTestScope({ $0.number += 1 }) {
        #expect(InjectedValues.current.text == "default")
        return InjectedValues.current.number
      }
      #expect(result == 2)
      #expect(InjectedValues.current.number == 5)
    }
  }

  @Test func `a test scope inherits no default and builds its own`() {
    let outer = InjectedValues.current.service
    withTestScope {
      let service = InjectedValues.current.service
      #expect(service !== outer)
      #expect(service === InjectedValues.current.service)
      withTestScope { #expect(InjectedValues.current.service !== service) }
    }
    #expect(InjectedValues.current.service === outer)
  }
}
