import Injection
import InjectionInspection
import InjectionTesting
import Testing

// A test scope is observed anyway: its graph has all that happened in it (R19).
@Suite struct TestScopesGraphTests {
  @Test func `the graph of a test has what was built and read in all of its scopes, also later`() {
    let line = #line + 1
    withTestScope(named: "test") {
      $0.repository = MockRepository()
    } operation: {
      withInjected(named: "inside") {
        $0.repository = MockRepository()
      } operation: {
        _ = InjectedValues.current.lateService.logger()
      }
      let test = "scope \"test\", InjectionGraph+TestScopesTests.swift:\(line)"
      let inside = "scope \"inside\", InjectionGraph+TestScopesTests.swift:\(line + 3)"
      #expect(
        InjectedValues.current.graph.text == """
          lateService: LateService
            lateServiceKey, scoped, built once, kept by \(inside)
            reads logger later
            reads repository
          logger: any Logger
            loggerKey, scoped, built once, kept by \(test)
          repository: any Repository
            repositoryKey, scoped, overridden by \(inside), overridden by \(test)
          """
      )
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
