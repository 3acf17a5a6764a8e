import Injection
import InjectionInspection
import InjectionMacros
import InjectionTesting
import Testing

extension InjectedValues {
  @Injectable var api: API = API()
  @Injectable var users: Users = Users(api: InjectedValues[\.api])
  @Injectable var payments: Payments = Payments(api: InjectedValues[\.api])
  @Injectable var purchase: Purchase =
    Purchase(users: InjectedValues[\.users], payments: InjectedValues[\.payments])
}

final class API: Sendable {}
struct Users: Sendable { let api: API }
struct Payments: Sendable { let api: API }
struct Purchase: Sendable {
  let users: Users
  let payments: Payments
}

@Suite(.injected()) struct DependencyGraphs {
  @Test func `what two values share is built once`() {
    let purchase = InjectedValues[\.purchase]
    #expect(purchase.users.api === purchase.payments.api)
  }

  @Test func `all values of the app can be built`() {
    verifyInjection(\.api, \.users, \.payments, \.purchase)
  }

  @Test func `an explanation is a tree`() {
    let explanation = InjectedValues.current.explain(\.users)
    #expect(explanation.property == "users")
    #expect(explanation.reads.map(\.property) == ["api"])
  }

  @Test func `a graph has an arrow for each need`() {
    let (_, graph) = InjectionGraph.recording { _ = InjectedValues[\.purchase] }
    #expect(graph.mermaid.contains("k_purchase --> k_users"))
    for arrow in ["k_purchase --> k_payments", "k_users --> k_api", "k_payments --> k_api"] {
      #expect(graph.mermaid.contains(arrow))
    }
    #expect(!graph.mermaid.contains("k_api -->"))
  }
}
