import Injection
import InjectionTesting
import Testing

// A property that waits for one that is wrong would wait for ever.
@Suite(.timeLimit(.minutes(10))) struct VerifyInjectionTests {
  @Test func `properties that build pass`() {
    verifyInjection(\.counter, \.label, \.report, \.archive, \.note, \.config.timeout)
  }

  @Test func `a key that is unimplemented itself passes`() {
    verifyInjection(\.payment)
  }

  @Test func `a failure lists all that are wrong, and no other`() {
    withKnownIssue {
      verifyInjection(
        \.label,
        \.chicken,
        \.report,
        \.omelette,
        \.receipt,
        \.counter,
        \.egg,
        line: 1_000
      )
    } matching: { issue in
      let message = issue.comments.map(\.rawValue).joined()
      let facts = [
        "4 of 7 do not",
        "\\.chicken → \\.egg → \\.chicken",
        "\\.omelette:",
        "\\.egg → \\.chicken → \\.egg",
        "\\.receipt:\n  A value was read that has no implementation here.",
      ]
      return facts.allSatisfy { message.contains($0) }
        && !message.contains("\\.label") && !message.contains("\\.counter")
        && issue.sourceLocation?.line == 1_000
    }
  }

  @Test func `a value without an implementation is found, whatever was built before`() {
    withKnownIssue { verifyInjection(\.payment, \.receipt) }
  }

  @Test func `it is found in a scope that a default opens`() {
    withKnownIssue { verifyInjection(\.scopedReceipt) }
  }

  @Test func `it does not see the overrides of its test`() {
    withTestScope {
      $0.egg = "none"
    } operation: {
      withKnownIssue { verifyInjection(\.chicken) }
    }
  }

  @Test func `it leaves the test's container alone`() {
    withTestScope {
      verifyInjection(\.counter)
      #expect(InjectedValues.current.counter.count == 0)
    }
  }
}

extension InjectedValues {
  private enum ScopedReceiptKey: InjectionKey {
    static var defaultValue: String {
      withInjected(\.note, nil) { "\(InjectedValues.current.payment)" }
    }
  }
  fileprivate var scopedReceipt: String { self[ScopedReceiptKey.self] }
}
