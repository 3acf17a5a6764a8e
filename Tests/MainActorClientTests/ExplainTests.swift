import Injection
import Testing

// Keys and properties of this module are isolated to the main actor.
@Suite struct ExplainTests {
  @Test func `an isolated property is explained on its actor, built or not`() {
    withTestScope("outside") { _ in
    } operation: {
      #expect(InjectedValues.current.explain(\.explained).source == .unbuiltDefault)
      let holder = InjectedValues.current.explainedHolder
      #expect(holder.explanation.source == .unbuiltDefault)
      #expect(InjectedValues.current.explained == 1)
      #expect(InjectedValues.current.explain(\.explained).source == .builtDefault)
      #expect(holder.explanation.source == .builtDefault)
      #expect(holder.explanation.property == "explained")
    }
  }

  @Test func `off its actor, a wrapper says where to ask`() async {
    await withTestScope("outside") { _ in
    } operation: {
      let wrapper = Injected(\.explained)
      let explanation = await Task.detached { wrapper.explain() }.value
      #expect(
        explanation.remarks.last == "it is isolated to MainActor: ask for an explanation there"
      )
    }
  }

  @Test func `a graph follows isolated properties on their actor`() async {
    await withTestScope("outside") { _ in
    } operation: {
      _ = InjectedValues.current.explainedHolder
      let values = InjectedValues.current
      #expect(values.graph.edges.map(\.kind) == [.later])
      let edges = await Task.detached { values.graph.edges }.value
      #expect(edges.isEmpty)
    }
  }
}

// MARK: - Fixtures

final class ExplainedHolder {
  @Injected(\.explained) var explained
  var explanation: InjectionExplanation { _explained.explain() }
}

enum ExplainedKey: InjectionKey { static var defaultValue: Int { 1 } }
enum ExplainedHolderKey: InjectionKey {
  static var defaultValue: ExplainedHolder { ExplainedHolder() }
}

extension InjectedValues {
  var explained: Int { self[ExplainedKey.self] }
  var explainedHolder: ExplainedHolder { self[ExplainedHolderKey.self] }
}
