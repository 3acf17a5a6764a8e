import Injection
import Synchronization
import Testing

/// A value that a test must override (R14). What a test does with the issue: InjectionTesting's tests.
@Suite struct UnimplementedTests {
  @Test func `reading it is an issue, once a place, and goes on with the placeholder`() throws {
    let issues = issues {
      for _ in 0..<3 { #expect(InjectedValues.current.payment == "placeholder") }
    }
    #expect(issues.count == 1)
    let issue = try #require(issues.first)
    #expect(issue.contains("A value was read that has no implementation here."))
    #expect(issue.contains("Property: \\.payment"))
    #expect(issue.contains("Key:      PaymentKey"))
    #expect(issue.contains("Value:    String"))
    #expect(issue.contains("Place:    unimplementedTests.swift:"))
  }

  @Test func `reading it through a property is an issue at that property`() throws {
    let issues = issues {
      let payment = Injected(\.payment)
      #expect(payment() == "placeholder" && payment() == "placeholder")
    }
    #expect(issues.count == 1)
  }

  @Test func `an override is no issue, in whatever form it is made`() {
    let issues = issues {
      withInjected(\.payment, "mock") { #expect(InjectedValues.current.payment == "mock") }
      withInjected {
        $0.payment = "mock"
      } operation: {
        #expect(InjectedValues.current.payment == "mock")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `outside of a build it is its argument`() {
    #expect(unimplemented(5) == 5)
  }
}

// MARK: - Fixtures

private final class Recorder: Sendable {
  let issues = Mutex<[String]>([])
}

/// The issues of a test scope.
private func issues(_ operation: () -> Void) -> [String] {
  let recorder = Recorder()
  withTestScope(
    options: [.onIssue { issue in recorder.issues.withLock { $0.append(issue.description) } }],
    operation: operation
  )
  return recorder.issues.withLock { $0 }
}

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
