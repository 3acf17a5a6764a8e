import Injection
import InjectionInspection
import InjectionTesting
import Testing

// A test scope is observed anyway: its graph has all that happened in it (R19).
@Suite struct TestScopesGraphTests {
  @Test func `the graph of a test has what was built and read in all of its scopes, also later`() {
    withTestScope {
      withInjected(\.repository, MockRepository()) {
        _ = InjectedValues.current.lateService.logger()
      }
      let graph = InjectedValues.current.graph
      #expect(graph.nodes.map(\.id) == ["lateService", "logger", "repository"])
      #expect(graph.edges.map(\.kind) == [.later, .building])
    }
  }

  @Test(.injected())
  func `the graph of a test has what was read later also where a trait opens its scope`() {
    _ = InjectedValues.current.lateService.logger()
    #expect(InjectedValues.current.graph.edges.map(\.kind) == [.later, .building])
  }

  @Test func `the graph of a test has nothing of another`() {
    withTestScope { _ = InjectedValues.current.lateService }
    withTestScope { #expect(InjectedValues.current.graph.nodes.isEmpty) }
  }
}
