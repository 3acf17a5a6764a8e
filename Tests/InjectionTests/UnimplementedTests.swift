import Foundation
import Synchronization
import Testing

@testable import Injection

/// R14: a key with no sensible test value.
@Suite struct UnimplementedTests {
  /// What was reported in a test scope that has a handler.
  private func issues(
    in context: InjectionContext = .test,
    _ body: () -> Void
  ) -> [InjectionIssue] {
    let issues = Issues()
    var options = Container.Options()
    options.reporter = issues
    let container = Container(context: context, options: options)
    let root = Scope(parent: nil, container: container, place: SourcePlace(#fileID, #line))
    withInjected(InjectedValues(root), operation: body)
    return issues.all
  }

  @Test func `a read reports property, key, value and place, and goes on with the placeholder`() {
    let payer = Payer()
    let issues = issues { #expect(payer.payment.name == "none") }
    #expect(issues.count == 1)
    let issue = issues.first
    #expect(
      issue?.description.hasPrefix("A value was read that has no implementation here.") == true
    )
    #expect(issue?.fileID == "InjectionTests/UnimplementedTests.swift")
    #expect(issue?.line == Payer.line)
    let description = issue?.description ?? ""
    #expect(description.contains("Property: \\.payment"))
    #expect(description.contains("Key:      PaymentKey"))
    #expect(description.contains("Value:    Payment"))
    #expect(description.contains("Place:    UnimplementedTests.swift:\(Payer.line)"))
    #expect(description.contains("To fix this:"))
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

  @Test func `an override is not reported`() {
    let issues = issues {
      withInjected(\.payment, Payment(name: "card")) {
        #expect(Payer().payment.name == "card")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `a live context uses the default`() {
    let issues = issues(in: .live) { #expect(Payer().payment.name == "live") }
    #expect(issues.isEmpty)
  }

  @Test func `a read by another key's default is reported for the key that has no value`() {
    let issues = issues { #expect(InjectedValues.current.paidTotal == 4) }
    #expect(issues.count == 1)
    #expect(issues.first?.description.contains("\\.payment") == true)
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

  @Test func `with nobody to tell, the issue goes to standard error, once`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      // Not a test's container: there is no test to tell.
      let container = Container(context: .live)
      let root = Scope(parent: nil, container: container, place: SourcePlace(#fileID, #line))
      withInjected(InjectedValues(root)) {
        for _ in 0..<3 { _ = InjectedValues.current.singlePayment }
      }
    }
    let message = result?.message ?? ""
    let parts = message.components(separatedBy: "A value was read that has no implementation here.")
    #expect(parts.count == 2, "\(message)")
    #expect(message.contains("Property: \\.singlePayment"))
  }

  @Test func `outside of a build it is only its placeholder`() {
    let issues = issues { #expect(unimplemented(3) == 3) }
    #expect(issues.isEmpty)
  }
}

private final class Issues: TestReporter {
  private let issues = Mutex<[InjectionIssue]>([])
  var all: [InjectionIssue] { issues.withLock { $0 } }
  func report(_ issue: InjectionIssue) { issues.withLock { $0.append(issue) } }
  func scopeEnded() {}
}

private struct Payment: Sendable {
  let name: String
}

private struct Payer {
  @Injected(\.payment) var payment
  static let line = #line - 1
}

extension InjectedValues {
  private enum PaymentKey: InjectionKey {
    static var defaultValue: Payment { Payment(name: "live") }
    static var testValue: Payment { unimplemented(Payment(name: "none")) }
  }
  fileprivate var payment: Payment {
    get { self[PaymentKey.self] }
    set { self[PaymentKey.self] = newValue }
  }

  private enum FeeKey: InjectionKey { static var defaultValue: Int { 0 } }
  fileprivate var paymentFee: Int {
    get { self[FeeKey.self] }
    set { self[FeeKey.self] = newValue }
  }

  private enum TotalKey: InjectionKey {
    static var defaultValue: Int { InjectedValues.current.payment.name.count }
  }
  fileprivate var paidTotal: Int { self[TotalKey.self] }

  private enum TransientPaymentKey: InjectionKey {
    static var defaultValue: Payment { unimplemented(Payment(name: "none")) }
    static var lifetime: InjectionLifetime { .transient }
  }
  fileprivate var transientPayment: Payment { self[TransientPaymentKey.self] }

  private enum SinglePaymentKey: InjectionKey {
    static var defaultValue: Payment { unimplemented(Payment(name: "none")) }
    static var lifetime: InjectionLifetime { .singleton }
  }
  fileprivate var singlePayment: Payment { self[SinglePaymentKey.self] }

  private enum NestedPaymentKey: InjectionKey {
    static var defaultValue: Payment {
      withInjected(\.paymentFee, 1) { unimplemented(Payment(name: "none")) }
    }
  }
  fileprivate var nestedPayment: Payment { self[NestedPaymentKey.self] }
}
