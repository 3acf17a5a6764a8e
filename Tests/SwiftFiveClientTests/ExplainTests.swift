import Injection
import Testing

@Suite struct ExplainTests {
  @Test func `language mode 5 can ask why, and what depends on what`() {
    withTestScope("outside") { _ in
    } operation: {
      #expect(InjectedValues.current.explain(\.explained).source == .unbuiltDefault)
      #expect(InjectedValues.current.explained == 1)
      #expect(InjectedValues.current.explain(\.explained).source == .builtDefault)
      #expect(InjectedValues.current.graph.nodes.map(\.id) == ["explained"])
    }
  }
}

// MARK: - Fixtures

private enum ExplainedKey: InjectionKey { static var defaultValue: Int { 1 } }

extension InjectedValues {
  fileprivate var explained: Int { self[ExplainedKey.self] }
}
