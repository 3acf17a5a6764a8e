import Injection
import InjectionInspection
import InjectionMacros
import InjectionTesting
import Testing

extension InjectedValues {
  @Injectable fileprivate var heading = "Home"
  @Injectable fileprivate var page: String = "<h1>\(InjectedValues.current.heading)</h1>"
}

private let printed = Printed()
private func print(_ item: Any) { printed.add(item) }

@Test(.injected())
private func `a page is explained and drawn`() {
  print(InjectedValues.current.explain(\.page))
  print(InjectedValues.current.graph.mermaid)
  let output = printed.take()
  #expect(output[0].hasPrefix("page: String (test default, kept by scope"))
  #expect(output[0].contains("└─ heading: String"))
  #expect(output[1].hasSuffix("k_page --> k_heading"))
}
