import Injection
import InjectionTesting
import Testing

extension InjectedValues {
  private enum GreetingKey: InjectionKey {
    static var defaultValue: String { "Hello" }
  }
  fileprivate var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}

private struct Greeter {
  @Injected(\.greeting) var greeting
  func greet() { print("\(greeting), Ada") }
}

private let printed = Printed()
private func print(_ text: String) { printed.add(text) }

@Test(.injected())
private func `the first page greets`() {
  Greeter().greet()  // Hello, Ada
  withInjected(\.greeting, "Good day") { Greeter().greet() }  // Good day, Ada
  #expect(printed.take() == ["Hello, Ada", "Good day, Ada"])
}
