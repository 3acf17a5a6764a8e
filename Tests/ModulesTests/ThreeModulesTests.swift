import BillingInterface
import Foundation
import Injection
import InjectionTesting
import LiveBilling
import Testing
import XCTest

/// The app: it imports an interface and what is live, and puts the two together (R21).
@Suite struct ThreeModulesTests {
  @Test func `an app bootstraps with what a live module provides`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { provideBilling(to: &$0) }
      // Lazy.
      #expect(LiveBilling.built == 0)
      let billing = InjectedValues.current.billing
      #expect(billing.charge(5) == "5 in eu")
      #expect(InjectedValues.current.ledger == ["1 in eu"])
      // Shared by all who see the same region.
      withInjected(\.ledger, []) {
        #expect(InjectedValues.current.billing as? LiveBilling === billing as? LiveBilling)
      }
      await Task.detached {
        #expect(InjectedValues.current.billing as? LiveBilling === billing as? LiveBilling)
      }.value
      #expect(LiveBilling.built == 1)

      // A scope that overrides what it reads has one of its own.
      withInjected(\.region, "uk") {
        #expect(InjectedValues.current.billing.charge(5) == "5 in uk")
        #expect(InjectedValues.current.ledger == ["1 in uk"])
        withInjected(\.ledger, []) {
          #expect(InjectedValues.current.billing.charge(5) == "5 in uk")
        }
      }
      #expect(LiveBilling.built == 2)
      #expect(InjectedValues.current.billing as? LiveBilling === billing as? LiveBilling)
      #expect(LiveBilling.built == 2)
    }
  }

  @Test func `what nobody provides is told`() {
    withKnownIssue {
      #expect(Injected(\.billing, line: 1_000)().charge(5) == "nobody")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Property: \\.billing") }
        && issue.sourceLocation?.line == 1_000
    }
  }

  @Test func `in an app, too, once a place`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        // Safe: nothing else runs in this process yet that reads its environment.
        unsafe setenv("INJECTION_CONTEXT", "live", 1)
        for _ in 0..<3 { _ = Injected(\.billing, line: 1_000)() }
      }
    )
    #expect(
      String(decoding: result.standardErrorContent, as: UTF8.self) == #"""
        A value was read that has no implementation here.

          Property: \.billing
          Key:      BillingKey
          Value:    any Billing
          Place:    ThreeModulesTests.swift:1000

        To fix this:
        - Provide it at the start of the process: InjectedValues.bootstrap { $0.provide(BillingKey.self) \#
        { … } }, or in a scope: withInjected(\.billing, …) { … }.
        - Or give the key a value for this context.

        """#
    )
  }

  @Test func `a scope provides it`() {
    withInjected {
      provideBilling(to: &$0)
      // What is provided sees what is set beside it, whatever comes first.
      $0.region = "us"
    } operation: {
      #expect(InjectedValues.current.ledger == ["1 in us"])
    }
  }

  @Test func `a test scope provides it`() {
    withTestScope(options: [.strict, .failOnUnusedOverrides]) {
      $0.provide(BillingKey.self) { LiveBilling() }
    } operation: {
      #expect(InjectedValues.current.billing.charge(2) == "2 in eu")
    }
  }

  @Test(.injected(\.region, "trait"), .injected { provideBilling(to: &$0) })
  func `a trait provides it`() {
    #expect(InjectedValues.current.ledger == ["1 in trait"])
  }

  @Test(.injected { provideBilling(to: &$0) })
  func `a value wins over code that was provided before`() {
    withInjected(\.billing, NoBilling()) {
      #expect(InjectedValues.current.ledger == ["nobody"])
      withInjected {
        provideBilling(to: &$0)
      } operation: {
        #expect(InjectedValues.current.ledger == ["1 in eu"])
      }
    }
  }
}

final class ThreeModulesTestCase: InjectedTestCase {
  override var injectionOptions: TestScopeOptions { [.strict, .failOnUnusedOverrides] }

  override func inject(into values: inout InjectedValues) {
    provideBilling(to: &values)
  }

  func testHasWhatIsProvided() {
    XCTAssertEqual(InjectedValues.current.ledger, ["1 in eu"])
  }
}
