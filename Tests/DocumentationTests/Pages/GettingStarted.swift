import Injection
import InjectionTesting
import Testing

private protocol Greeter: Sendable {
  func greeting(for name: String) -> String
}

private struct PlainGreeter: Greeter {
  func greeting(for name: String) -> String { "Hello, \(name)" }
}

extension InjectedValues {
  private enum GreeterKey: InjectionKey {
    static var defaultValue: any Greeter { PlainGreeter() }
  }
  fileprivate var greeter: any Greeter {
    get { self[GreeterKey.self] }
    set { self[GreeterKey.self] = newValue }
  }
}

private struct Welcome {
  @Injected(\.greeter) var greeter

  func text(for names: [String]) -> String {
    names.map { greeter.greeting(for: $0) }.joined(separator: "\n")
  }
}

private struct LoudGreeter: Greeter {
  func greeting(for name: String) -> String { "HELLO, \(name.uppercased())!" }
}

@Suite struct GettingStarted {
  @Test func `the default greets plainly, and an override loudly`() {
    #expect(Welcome().text(for: ["Ada"]) == "Hello, Ada")
    let text = withInjected(\.greeter, LoudGreeter()) {
      Welcome().text(for: ["Ada"])  // HELLO, ADA!
    }
    #expect(text == "HELLO, ADA!")
  }

  @Test(.injected(\.greeter, LoudGreeter()))
  func `greets everybody`() {
    #expect(Welcome().text(for: ["Ada", "Alan"]) == "HELLO, ADA!\nHELLO, ALAN!")
  }

  @Test func `what is set at the start holds for the process, and not in tests`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap {
        $0.greeter = LoudGreeter()
      }
      #expect(Welcome().text(for: ["Ada"]) == "HELLO, ADA!")
      withTestScope { #expect(Welcome().text(for: ["Ada"]) == "Hello, Ada") }
    }
  }
}
