import Injection
import InjectionInspection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

// The remarks about the scope that a property sees.
struct SeenScopeTests {
  @Test func `a property's home inside the current scope wins`() {
    let line = #line + 1
    withTestScope(named: "outside") {
      let object = object(in: "inside")
      let remark =
        "seen from the property's home, scope \"inside\", \(place(line + 1)): it is inside the "
        + "current scope, scope \"outside\", \(place(line))"
      #expect(object.remarks == [[remark], [remark]] && object.explanation.scope?.name == "inside")
    }
  }

  @Test func `a property's home is what it sees where the read is in no scope`() {
    let line = #line + 1
    let object = object(in: "home")
    let remark =
      "seen from the property's home, scope \"home\", \(place(line)): the read is in no scope"
    #expect(inProcess { object.remarks } == [[remark], [remark]])
  }

  // Only the wrapper knows the home.
  @Test func `a current scope inside the property's home wins`() {
    let line = #line + 1
    withTestScope(named: "outside") {
      let object = Object()
      withInjected(named: "inside", { $0.text = "inside" }) {
        let remark =
          "seen from the current scope, scope \"inside\", \(place(line + 2)): it is inside the "
          + "property's home, scope \"outside\", \(place(line))"
        #expect(object.remarks == [[], [remark]])
      }
    }
  }

  @Test(.injected()) func `a home and a current scope side by side are both named`() {
    let line = #line + 1
    let object = object(in: "home")
    withInjected(named: "current") {
      $0.other = 1
    } operation: {
      let remark =
        "seen from the current scope, scope \"current\", \(place(line + 1)), opened once "
        + "more in the property's home, scope \"home\", \(place(line)): neither is inside the other"
      #expect(object.remarks == [[remark], [remark]] && object.explanation.scope?.name == "home")
    }
  }

  @Test(.injected())
  func `what the current scope keeps beside a home was built from its overrides`() {
    let service = withInjected(\.repository, FileRepository()) { Injected(\.userService) }
    let line = #line + 1
    withInjected(\.repository, MockRepository()) {
      #expect(InjectedValues.current.explain(\.userService).scope?.line == line)
      let reads = service.projectedValue.explain(\.userService).reads
      #expect(reads.first?.scope?.line == line && reads.first?.value == "MockRepository")
    }
  }

  @Test func `a property's home in another test does not count`() {
    let line = #line + 1
    let object = inProcess { withTestScope(named: "first") { Object() } }
    withTestScope(named: "second") {
      let remark =
        "seen from the current scope, scope \"second\", \(place(line + 1)): the property's home, "
        + "scope \"first\", \(place(line)), belongs to another container"
      #expect(object.remarks == [[], [remark]])
    }
  }

  @Test func `where home and current scope are one, or the process, there is nothing to say`() {
    let made = inProcess { Object() }
    withTestScope { #expect(Object().remarks == [[], []] && made.remarks == [[], []]) }
    #expect(made.remarks == [[], []])
  }
}

struct NearMissTests {
  @Test func `overrides of another key with the same type of value are named`() {
    let line = #line + 1
    withTestScope {
      $0.oldPayment = Payment()
      $0.provide(InjectedValues.newPaymentKey.self) { Payment() }
      $0.text = "no payment"
    } operation: {
      _ = InjectedValues.current.newPayment
      #expect(
        InjectedValues.current.explain(\.payment).remarks == [
          #"\.oldPayment has the same type of value, and is overridden at "# + place(line),
          #"\.newPayment has the same type of value, and is provided at "# + place(line),
        ]
      )
      // The explanation of another scope has the remark.
      #expect("\(InjectedValues.current.explain(\.payment))".contains("\n  \\.oldPayment has"))
    }
  }

  @Test func `neither what a value was built from nor its own override is a near miss`() {
    withTestScope {
      $0.oldPayment = Payment()
    } operation: {
      #expect(InjectedValues.current.explain(\.wrappedPayment).remarks.isEmpty)
      withInjected(\.payment, Payment()) {
        #expect(InjectedValues.current.explain(\.payment).remarks.isEmpty)
        // Whatever property it was set through.
        let same = InjectedValues.current.explain(\.samePayment)
        #expect(same.remarks.isEmpty && same.property == "payment")
      }
    }
  }
}

// MARK: - Fixtures

private func place(_ line: Int) -> String { "RemarksTests.swift:\(line)" }

private final class Object: Sendable {
  private let text = Injected(\.text)
  var explanation: InjectionExplanation { text.projectedValue.explain(\.text) }

  /// The remarks about the property, in the values that it sees and by its wrapper.
  var remarks: [[String]] { [explanation.remarks, text.explain().remarks] }
}

/// An object whose home is a scope of this name.
private func object(in home: String, line: UInt = #line) -> Object {
  withInjected(named: home, { $0.text = home }, operation: { Object() }, line: line)
}

private struct Payment: Sendable {}

extension InjectedValues {
  @Injectable fileprivate var payment: Payment = Payment()
  fileprivate var samePayment: Payment { self[InjectedValues.paymentKey.self] }
  @Injectable fileprivate var oldPayment: Payment = Payment()
  @Injectable fileprivate var newPayment: Payment = Payment()
  @Injectable fileprivate var wrappedPayment: Payment = InjectedValues.current.oldPayment
}
