import Injection
import InjectionMacros
import InjectionTesting
import Testing

extension InjectedValues {
  @Injectable(test: "test data", preview: "preview data") var feed: String =
    "server data"
  @Injectable(test: unimplemented("no gateway")) var gateway: String =
    "live gateway"
}

@Suite(.injected()) struct DebugAndTestValues {
  @Test func `a test has the test value`() {
    #expect(InjectedValues.current.context == .test)
    #expect(InjectedValues[\.feed] == "test data")
  }

  @Test func `an unimplemented value fails the test that reads it`() {
    withKnownIssue { #expect(InjectedValues[\.gateway] == "no gateway") }
    withInjected(\.gateway, "stub") { #expect(InjectedValues[\.gateway] == "stub") }
  }
}
