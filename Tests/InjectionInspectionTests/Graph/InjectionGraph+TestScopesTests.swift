import Injection
import InjectionInspection
import InjectionTesting
import Testing

// A test scope is observed anyway: its graph has all that happened in it (R19).
@Suite struct TestScopesGraphTests {
  @Test func `the graph of a test has what was built and read in all of its scopes, also later`() {
    let line = #line + 1
    withTestScope(named: "test") {
      $0.label = "test"
    } operation: {
      withInjected(named: "inside") {
        $0.label = "inside"
      } operation: {
        _ = InjectedValues.current.service.amount()
      }
      let test = "InjectionGraph+TestScopesTests.swift:\(line)"
      let inside = "InjectionGraph+TestScopesTests.swift:\(line + 3)"
      #expect(
        InjectedValues.current.graph.text == """
          amount: Int
            AmountKey, scoped, built once, kept by scope "test", \(test)
          label: String
            LabelKey, scoped, overridden by scope "inside", \(inside), overridden by scope "test", \
          \(test)
          service: Service
            ServiceKey, scoped, built once, kept by scope "inside", \(inside)
            reads amount later
            reads label
          """
      )
    }
  }

  @Test(.injected { $0.label = "trait" })
  func `also where a trait opens the scope`() {
    _ = InjectedValues.current.service.amount()
    #expect(InjectedValues.current.graph.edges.map(\.kind) == [.later, .building])
  }

  @Test func `belongs to its test`() {
    withTestScope { _ = InjectedValues.current.service }
    withTestScope {
      #expect(InjectedValues.current.graph.nodes.isEmpty)
    }
  }
}

// MARK: - Fixtures

private final class Service: Sendable {
  let label = InjectedValues.current.label
  let amount = Injected(\.amount)
}

private enum LabelKey: InjectionKey { static var defaultValue: String { "default" } }
private enum AmountKey: InjectionKey { static var defaultValue: Int { 1 } }
private enum ServiceKey: InjectionKey { static var defaultValue: Service { Service() } }

extension InjectedValues {
  fileprivate var label: String {
    get { self[LabelKey.self] }
    set { self[LabelKey.self] = newValue }
  }
  fileprivate var amount: Int { self[AmountKey.self] }
  fileprivate var service: Service { self[ServiceKey.self] }
}
