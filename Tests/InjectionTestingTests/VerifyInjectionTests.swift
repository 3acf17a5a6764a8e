import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

// A property that waits for one that is wrong would wait for ever.
@Suite(.timeLimit(.minutes(10))) struct VerifyInjectionTests {
  @Test func `properties that build pass, and so does a key that is unimplemented itself`() {
    verifyInjection(\.counter, \.label, \.report, \.archive, \.note, \.config.timeout, \.payment)
  }

  @Test func `a failure lists all that are wrong, and no other`() {
    withKnownIssue {
      verifyInjection(\.label, \.chicken, \.report, \.omelette, \.receipt, \.counter, \.egg)
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
    }
  }

  @Test func `a value without an implementation is found in a scope that a default opens`() {
    withKnownIssue { verifyInjection(\.scopedReceipt) }
  }

  @Test func `what is verified does not see the overrides of its test`() {
    withInjected(\.egg, "none") { withKnownIssue { verifyInjection(\.chicken) } }
  }

  @Test func `what is verified does not touch the test's container`() {
    withTestScope {
      verifyInjection(\.ledger)
      #expect(InjectedValues.current.counter.count == 0)
    }
  }
}

extension InjectedValues {
  @Injectable fileprivate var scopedReceipt: String = withInjected(\.note, nil) {
    InjectedValues.current.payment
  }
}
