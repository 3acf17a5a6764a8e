import Injection
import Testing

/// A value that a test must override (R14). What a test does with the issue: InjectionTesting's tests.
@Suite struct UnimplementedTests {
  @Test func `reading it says so, once a place, and goes on with the placeholder`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for _ in 0..<3 { #expect(InjectedValues.current.payment == "placeholder") }
      }
    )
    #expect(result.message.contains("A value was read that has no implementation here."))
    #expect(result.message.contains("Property: \\.payment"))
    #expect(result.message.contains("Key:      PaymentKey"))
    #expect(result.message.contains("Value:    String"))
    #expect(result.message.contains("Place:    unimplementedTests.swift:"))
    #expect(result.message.ranges(of: "A value was read").count == 1)
  }

  @Test func `an override is no issue, in whatever form it is made`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        withInjected(\.payment, "mock") { #expect(InjectedValues.current.payment == "mock") }
        withInjected {
          $0.payment = "mock"
        } operation: {
          #expect(InjectedValues.current.payment == "mock")
        }
        withTestScope {
          $0.payment = "mock"
        } operation: {
          #expect(InjectedValues.current.payment == "mock")
        }
      }
    )
    #expect(!result.message.contains("A value was read"))
  }

  @Test func `outside of a build it is its argument`() {
    #expect(unimplemented(5) == 5)
  }
}

// MARK: - Fixtures

extension InjectedValues {
  private enum PaymentKey: InjectionKey {
    static var defaultValue: String { "live" }
    static var testValue: String { unimplemented("placeholder") }
  }
  fileprivate var payment: String {
    get { self[PaymentKey.self] }
    set { self[PaymentKey.self] = newValue }
  }
}
