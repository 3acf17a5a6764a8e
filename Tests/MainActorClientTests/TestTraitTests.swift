import Injection
import InjectionTesting
import Testing

// A module whose default isolation is `MainActor`: keys, properties, suites and closures are on it.
@Suite(
  .injected { @MainActor in
    $0.greeting = "suite"
    $0.farewell = "suite"
  }
)
struct TestTraitTests {
  @Test(.injected { @MainActor in $0.greeting = "test" })
  func `traits replace values that are isolated`() {
    #expect(InjectedValues.current.greeting == "test")
    #expect(InjectedValues.current.farewell == "suite")
  }

  @Test(.injected(.strict(except: \.greeting)) { @MainActor in $0.farewell = "test" })
  func `an exception from strict may be isolated`() async {
    #expect(InjectedValues.current.farewell == "test")
    #expect(InjectedValues.current.greeting == "suite")
    withTestScope(options: .strict(except: \.greeting)) {
      #expect(InjectedValues.current.greeting == "hello")
      withKnownIssue { #expect(InjectedValues.current.farewell == "bye") }
    }
  }

  @Test func `isolated properties are verified`() {
    verifyInjection(\.greeting, \.farewell)
    withKnownIssue {
      verifyInjection(\.greeting, \.unusable, \.farewell)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("1 of 3 do not.\n\n\\.unusable:") }
    }
  }

  @Test func `a scope may be opened`() async {
    await withTestScope(options: .strict) {
      $0.greeting = "scope"
    } operation: {
      await Task.yield()
      #expect(InjectedValues.current.greeting == "scope")
    }
  }
}

extension InjectedValues {
  private enum GreetingKey: InjectionKey {
    static var defaultValue: String { "hello" }
  }
  fileprivate var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }

  private enum FarewellKey: InjectionKey {
    static var defaultValue: String { "bye" }
  }
  fileprivate var farewell: String {
    get { self[FarewellKey.self] }
    set { self[FarewellKey.self] = newValue }
  }

  private enum NumberKey: InjectionKey {
    static var defaultValue: Int { 1 }
    static var testValue: Int { unimplemented(0) }
  }
  fileprivate var number: Int { self[NumberKey.self] }

  private enum UnusableKey: InjectionKey {
    static var defaultValue: String {
      MainActor.preconditionIsolated()
      return "\(InjectedValues.current.number)"
    }
  }
  fileprivate var unusable: String { self[UnusableKey.self] }
}
