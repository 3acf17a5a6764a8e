import Injection
import InjectionInspection
import InjectionTesting
import Testing

// What is said of the scope that a property sees (R2, R3).
@Suite struct SeenScopeTests {
  @Test func `a home inside the current scope wins`() {
    withTestScope(named: "outside") {
      let line = #line + 1
      let object = withInjected(named: "inside") {
        $0.name = "inside"
      } operation: {
        Object()
      }
      let remark =
        "seen from the property's home, scope \"inside\", \(place(line)): it is inside the current "
        + "scope, scope \"outside\", \(place(line - 2))"
      #expect(object.explanation.remarks == [remark])
      #expect(object.exactExplanation.remarks == [remark])
      #expect(object.explanation.scope?.name == "inside")
    }
  }

  @Test func `a home is all there is outside of every scope`() {
    let line = #line + 1
    let object = withInjected(named: "home") {
      $0.name = "home"
    } operation: {
      Object()
    }
    let remark =
      "seen from the property's home, scope \"home\", \(place(line)): the read is in no scope"
    #expect(object.explanation.remarks == [remark])
    #expect(object.exactExplanation.remarks == [remark])
  }

  // Which home it is, only the wrapper knows.
  @Test func `a current scope inside the home wins`() {
    let line = #line + 1
    withTestScope(named: "outside") {
      let object = Object()
      withInjected(named: "inside") {
        $0.name = "inside"
      } operation: {
        #expect(object.explanation.remarks.isEmpty)
        #expect(
          object.exactExplanation.remarks == [
            "seen from the current scope, scope \"inside\", \(place(line + 2)): it is inside the "
              + "property's home, scope \"outside\", \(place(line))"
          ]
        )
      }
    }
  }

  @Test func `scopes side by side are both named`() {
    withTestScope {
      let line = #line + 1
      let object = withInjected(named: "home") {
        $0.name = "home"
      } operation: {
        Object()
      }
      withInjected(named: "current") {
        $0.other = 1
      } operation: {
        let remark =
          "seen from the current scope, scope \"current\", \(place(line + 5)), behind it from "
          + "the property's home, scope \"home\", \(place(line)): neither is inside the other"
        #expect(object.explanation.remarks == [remark])
        #expect(object.exactExplanation.remarks == [remark])
        #expect(object.explanation.scope?.name == "home")
      }
    }
  }

  @Test func `a home in another test does not count`() {
    let line = #line + 1
    let object = withTestScope(named: "first") { Object() }
    withTestScope(named: "second") {
      #expect(
        object.exactExplanation.remarks == [
          "seen from the current scope, scope \"second\", \(place(line + 1)): the property's home, "
            + "scope \"first\", \(place(line)), belongs to another container"
        ]
      )
    }
  }

  @Test func `where home and current scope are one, or the process, there is nothing to say`() {
    let made = Object()
    withTestScope {
      #expect(Object().exactExplanation.remarks.isEmpty)
      #expect(Object().explanation.remarks.isEmpty)
      #expect(made.exactExplanation.remarks.isEmpty)
    }
    #expect(made.exactExplanation.remarks.isEmpty)
    #expect(made.explanation.remarks.isEmpty)
  }

  @Test func `where a build runs, the scope that asked for it is named`() {
    let line = #line + 1
    withTestScope(named: "outside") {
      let object = withInjected(named: "home") {
        $0.name = "inside"
      } operation: {
        Object()
      }
      let remark =
        withInjected(\.object, object) { InjectedValues.current.explainedInBuild }.remarks.first
      #expect(
        remark
          == "seen from the current scope, the scope at \(place(line + 7)), behind it from the "
          + "property's home, scope \"home\", \(place(line + 1)): neither is inside the other"
      )
    }
  }

  @Test func `values that are read for no property have no home`() {
    withTestScope {
      let captured = withInjected(\.name, "captured") { InjectedValues.current }
      #expect(captured.explain(\.name).remarks.isEmpty)
      withInjected {
        $0.name = "inside"
        #expect($0.explain(\.name).remarks.isEmpty)
      } operation: {
      }
    }
  }
}

@Suite struct NearMissTests {
  @Test func `overrides of another key with the same type of value are named`() {
    let line = #line + 1
    withTestScope {
      $0.oldPayment = MockPayment()
      $0.provide(NewPaymentKey.self) { MockPayment() }
      $0.name = "no payment"
    } operation: {
      _ = InjectedValues.current.newPayment
      #expect(
        InjectedValues.current.explain(\.payment).remarks == [
          #"\.oldPayment has the same type of value, and is overridden at "# + place(line),
          #"\.newPayment has the same type of value, and is provided at "# + place(line),
        ]
      )
      // Another scope's explanation says so.
      #expect("\(InjectedValues.current.explain(\.payment))".contains("\n  \\.oldPayment has"))
    }
  }

  @Test func `what the value was built from was not missed`() {
    withTestScope {
      $0.oldPayment = MockPayment()
    } operation: {
      #expect(InjectedValues.current.explain(\.wrappedPayment).remarks.isEmpty)
    }
  }

  @Test func `a property that is set with another key than it is read with is named as such`() {
    let line = #line + 1
    withTestScope {
      $0.crossed = 2
    } operation: {
      #expect(
        InjectedValues.current.explain(\.crossed).remarks == [
          #"\.crossed is set with another key, OtherKey, which is overridden at "# + place(line)
        ]
      )
    }
  }

  @Test func `an override is no near miss of itself, whatever property it was set through`() {
    withTestScope {
      $0.oldPayment = MockPayment()
      $0.payment = MockPayment()
    } operation: {
      #expect(InjectedValues.current.explain(\.payment).remarks.isEmpty)
      let same = InjectedValues.current.explain(\.samePayment)
      #expect(same.remarks.isEmpty && same.property == "samePayment")
    }
  }
}

// MARK: - Fixtures

private func place(_ line: Int) -> String { "RemarksTests.swift:\(line)" }

private final class Object: Sendable {
  private let name = Injected(\.name)
  var explanation: InjectionExplanation { name.projectedValue.explain(\.name) }
  var exactExplanation: InjectionExplanation { name.explain() }
}

private protocol Payment: Sendable {}
private struct LivePayment: Payment {}
private struct MockPayment: Payment {}

private enum NameKey: InjectionKey { static var defaultValue: String { "default" } }
private enum ObjectKey: InjectionKey { static var defaultValue: Object? { nil } }
private enum ExplainedInBuildKey: InjectionKey {
  static var defaultValue: InjectionExplanation { InjectedValues.current.object!.explanation }
}
private enum OtherKey: InjectionKey { static var defaultValue: Int { 0 } }
private enum CrossedKey: InjectionKey { static var defaultValue: Int { 0 } }
private enum PaymentKey: InjectionKey {
  static var defaultValue: any Payment { LivePayment() }
}
private enum OldPaymentKey: InjectionKey {
  static var defaultValue: any Payment { LivePayment() }
}
private enum NewPaymentKey: InjectionKey {
  static var defaultValue: any Payment { LivePayment() }
}
private enum WrappedPaymentKey: InjectionKey {
  static var defaultValue: any Payment { InjectedValues.current.oldPayment }
}

extension InjectedValues {
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
  fileprivate var object: Object? {
    get { self[ObjectKey.self] }
    set { self[ObjectKey.self] = newValue }
  }
  fileprivate var explainedInBuild: InjectionExplanation { self[ExplainedInBuildKey.self] }
  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
  fileprivate var crossed: Int {
    get { self[CrossedKey.self] }
    set { self[OtherKey.self] = newValue }
  }
  fileprivate var payment: any Payment {
    get { self[PaymentKey.self] }
    set { self[PaymentKey.self] = newValue }
  }
  fileprivate var samePayment: any Payment { self[PaymentKey.self] }
  fileprivate var oldPayment: any Payment {
    get { self[OldPaymentKey.self] }
    set { self[OldPaymentKey.self] = newValue }
  }
  fileprivate var newPayment: any Payment { self[NewPaymentKey.self] }
  fileprivate var wrappedPayment: any Payment { self[WrappedPaymentKey.self] }
}
