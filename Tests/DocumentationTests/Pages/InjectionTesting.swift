import Injection
import InjectionMacros
import InjectionTesting
import Testing

extension InjectedValues {
  @Injectable fileprivate var greeting = "Hello"
}

private struct Greeter {
  @Injected(\.greeting) var greeting
  func greet(_ name: String) -> String { "\(greeting), \(name)" }
}

@Test(.injected(\.greeting, "Good day"))
private func `greets politely`() {
  #expect(Greeter().greet("Ada") == "Good day, Ada")
}
