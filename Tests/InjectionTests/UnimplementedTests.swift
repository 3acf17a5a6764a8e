import Foundation
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

@testable import Injection

/// R14: a key with no sensible test value.
@Suite struct UnimplementedTests {
  /// What is reported in a test's container.
  private func issues(_ body: () -> Void) -> [InjectionIssue] {
    let issues = Issues()
    withTestScope(options: .onIssue { issues.add($0) }, operation: body)
    return issues.all
  }

  @Test func `a read reports property, key, value and place, and goes on with the placeholder`() {
    let payer = Payer()
    let issues = issues { #expect(payer.payment.name == "none") }
    #expect(issues.count == 1)
    let issue = issues.first
    #expect(issue?.kind == .unimplemented)
    #expect(issue?.property == "payment" && issue?.key == "PaymentKey")
    #expect(issue?.fileID == "InjectionTests/UnimplementedTests.swift")
    #expect(issue?.line == Payer.line)
    #expect(
      issue?.description == #"""
        A value was read that has no implementation here.

          Property: \.payment
          Key:      PaymentKey
          Value:    Payment
          Place:    UnimplementedTests.swift:\#(Payer.line)

        To fix this:
        - Override it for the test: @Test(.injected(\.payment, …)), or in a scope of the test: \#
        withInjected(\.payment, …) { … }.
        - Or give the key a value for this context.
        """#
    )
  }

  @Test func `it reports once a place`() {
    let first = Payer()
    let second = Payer()
    let issues = issues {
      for _ in 0..<3 { _ = first.payment }
      // The same declaration is the same place, in an inner scope too.
      _ = second.payment
      withInjected(\.paymentFee, 1) { _ = first.payment }
      #expect(InjectedValues.current.payment.name == "none")
      _ = InjectedValues.current.payment
    }
    #expect(issues.count == 2)
  }

  @Test func `a second container reports again`() {
    let payer = Payer()
    for _ in 0..<2 { #expect(issues { _ = payer.payment }.count == 1) }
  }

  @Test func `an override is not reported, nor is code that is provided`() {
    let issues = issues {
      withInjected(\.payment, Payment(name: "card")) {
        #expect(Payer().payment.name == "card")
      }
      withInjected {
        $0.provide(PaymentKey.self) { Payment(name: "provided") }
      } operation: {
        #expect(Payer().payment.name == "provided")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `provided code may be unimplemented itself`() {
    let issues = issues {
      withInjected {
        $0.provide(FeeKey.self) { unimplemented(3) }
      } operation: {
        #expect(InjectedValues.current.paymentFee == 3)
      }
      #expect(InjectedValues.current.paymentFee == 0)
    }
    #expect(issues.map(\.key) == ["FeeKey"])
  }

  @Test func `a live context uses the default`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        withInjected(.root(.live)) { #expect(Payer().payment.name == "live") }
      }
    )
    #expect(result.message.isEmpty)
  }

  @Test func `a read by another key's default is reported for the key that has no value`() {
    let issues = issues { #expect(InjectedValues.current.paidTotal == 4) }
    #expect(issues.map(\.property) == ["payment"])
  }

  @Test func `a transient key and a singleton are reported too`() {
    let issues = issues {
      withInjected(\.paymentFee, 1) {
        #expect(InjectedValues.current.transientPayment.name == "none")
        #expect(InjectedValues.current.transientPayment.name == "none")
        #expect(InjectedValues.current.singlePayment.name == "none")
        #expect(InjectedValues.current.singlePayment.name == "none")
      }
    }
    #expect(issues.count == 2)
  }

  @Test func `a placeholder that is built in a scope of the key's own is reported`() {
    let issues = issues { #expect(InjectedValues.current.nestedPayment.name == "none") }
    #expect(issues.count == 1)
  }

  @Test func `a stored test value is reported in every test, though it is evaluated once`() {
    for _ in 0..<2 {
      let issues = issues { #expect(InjectedValues.current.storedPayment.name == "none") }
      #expect(issues.map(\.property) == ["storedPayment"])
    }
  }

  @Test func `with nobody to tell, the issue goes to standard error, once`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      // Not a test's container: there is no test to tell.
      withInjected(.root(.live)) {
        for _ in 0..<3 { _ = InjectedValues.current.singlePayment }
      }
    }
    let message = result?.message ?? ""
    let parts = message.components(separatedBy: "A value was read that has no implementation here.")
    #expect(parts.count == 2, "\(message)")
    #expect(message.contains("Property: \\.singlePayment"))
  }

  @Test func `called outside of a key's value it says so, once a place`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        withInjected(.root(.live)) {
          for _ in 0..<2 { #expect(unimplemented(3) == 3) }
        }
      }
    )
    #expect(
      result.message == """
        unimplemented was called outside of a key's default.

          Place: UnimplementedTests.swift:\(#line - 7)

        To fix this:
        - Make the key's value a computed property: static var testValue: … { unimplemented(…) }. A stored one \
        is evaluated once in the process, for no test in particular.
        - Or call it in the closure that is given to provide.

        """
    )
  }
}

// MARK: - Fixtures

private final class Issues: Sendable {
  private let issues = Mutex<[InjectionIssue]>([])
  var all: [InjectionIssue] { issues.withLock { $0 } }
  func add(_ issue: InjectionIssue) { issues.withLock { $0.append(issue) } }
}

private struct Payment: Sendable {
  let name: String
}

private struct Payer {
  @Injected(\.payment) var payment
  static let line = #line - 1
}

private enum PaymentKey: InjectionKey {
  static var defaultValue: Payment { Payment(name: "live") }
  static var testValue: Payment { unimplemented(Payment(name: "none")) }
}

private enum FeeKey: InjectionKey { static var defaultValue: Int { 0 } }

extension InjectedValues {
  fileprivate static func root(_ context: InjectionContext) -> InjectedValues {
    container(for: context, at: .unknown, observer: nil).entered
  }

  fileprivate var payment: Payment {
    get { self[PaymentKey.self] }
    set { self[PaymentKey.self] = newValue }
  }

  fileprivate var paymentFee: Int {
    get { self[FeeKey.self] }
    set { self[FeeKey.self] = newValue }
  }

  @Injectable fileprivate var paidTotal: Int = InjectedValues.current.payment.name.count

  @Injectable(lifetime: .transient)
  fileprivate var transientPayment: Payment = unimplemented(Payment(name: "none"))

  @Injectable(lifetime: .singleton)
  fileprivate var singlePayment: Payment = unimplemented(Payment(name: "none"))

  private enum NestedPaymentKey: InjectionKey {
    static var defaultValue: Payment {
      withInjected(\.paymentFee, 1) { unimplemented(Payment(name: "none")) }
    }
  }
  fileprivate var nestedPayment: Payment { self[NestedPaymentKey.self] }

  private enum StoredPaymentKey: InjectionKey {
    static var defaultValue: Payment { Payment(name: "live") }
    static let testValue = unimplemented(Payment(name: "none"))
  }
  fileprivate var storedPayment: Payment { self[StoredPaymentKey.self] }
}
