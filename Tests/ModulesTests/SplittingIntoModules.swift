import Injection
import InjectionTesting
import LivePayments
import PaymentsInterface
import Testing

private struct Checkout {
  @Injected(\.payments) var payments

  func buy() -> String { payments.pay(1_450) }
}

private struct FreePayments: Payments {
  func pay(_ cents: Int) -> String { "free" }
}

@Test(.injected(\.payments, FreePayments()))
private func `buys for nothing`() {
  #expect(Checkout().buy() == "free")
}

@Test(.injected { providePayments(to: &$0) })
private func `pays by card`() {
  #expect(Checkout().buy() == "paid 1450 EUR")
}

@Test(.injected())
private func `what nobody provides fails a test, and goes on`() {
  withKnownIssue {
    #expect(Checkout().buy() == "not paid")
  } matching: { issue in
    issue.comments.contains { $0.rawValue.contains("\\.payments") }
  }
}

@Test private func `an app provides what is live when it starts`() async {
  await #expect(processExitsWith: .success) {
    InjectedValues.bootstrap {
      providePayments(to: &$0)
    }
    #expect(Checkout().buy() == "paid 1450 EUR")
    withInjected(\.payments, FreePayments()) { #expect(Checkout().buy() == "free") }
  }
}
