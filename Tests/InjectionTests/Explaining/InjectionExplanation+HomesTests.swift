import Injection
import Testing

// What an explanation says of the scope that a property sees (R2, R3).
@Suite struct InjectionExplanationHomesTests {
  @Test func `a home inside the current scope wins`() {
    withTestScope("outside") { _ in
    } operation: {
      let line: UInt = #line + 1
      let object = withInjected("inside") {
        $0.name = "inside"
      } operation: {
        Object()
      }
      let why =
        "seen from the property's home, scope \"inside\", \(place(line)): it is inside the current "
        + "scope, scope \"outside\", \(place(line - 3))"
      #expect(object.explanation.remarks == [why])
      #expect(object.exactExplanation.remarks == [why])
      #expect(object.explanation.scope?.name == "inside")
    }
  }

  @Test func `a home is all there is outside of every scope`() {
    let line: UInt = #line + 1
    let object = withInjected("home") {
      $0.name = "home"
    } operation: {
      Object()
    }
    #expect(
      object.exactExplanation.remarks == [
        "seen from the property's home, scope \"home\", \(place(line)): the read is in no scope"
      ]
    )
  }

  @Test func `a current scope inside the home wins`() {
    let line: UInt = #line + 1
    withTestScope("outside") { _ in
    } operation: {
      let object = Object()
      withInjected("inside") {
        $0.name = "inside"
      } operation: {
        let start = "seen from the current scope, scope \"inside\", \(place(line + 3)): "
        #expect(object.explanation.remarks == [start + "the property's home is not inside it"])
        #expect(
          object.exactExplanation.remarks
            == [start + "it is inside the property's home, scope \"outside\", \(place(line))"]
        )
      }
    }
  }

  @Test func `scopes side by side are both named`() {
    withTestScope("outside") { _ in
    } operation: {
      let line: UInt = #line + 1
      let object = withInjected("home") {
        $0.name = "home"
      } operation: {
        Object()
      }
      withInjected("current") {
        $0.other = 1
      } operation: {
        let why =
          "seen from the current scope, scope \"current\", \(place(line + 5)), and behind it from the "
          + "property's home, scope \"home\", \(place(line)): neither is inside the other"
        #expect(object.explanation.remarks == [why])
        #expect(object.exactExplanation.remarks == [why])
        #expect(object.explanation.scope?.name == "home")
      }
    }
  }

  @Test func `a home in another test does not count`() {
    let line: UInt = #line + 1
    let object = withTestScope("first") { _ in
    } operation: {
      Object()
    }
    withTestScope("second") {
      $0.name = "second"
    } operation: {
      #expect(
        object.exactExplanation.remarks == [
          "seen from the current scope, scope \"second\", \(place(line + 4)): the property's home, "
            + "scope \"first\", \(place(line)), belongs to another container"
        ]
      )
    }
  }

  @Test func `where home and current scope are one, there is nothing to say`() {
    withTestScope("outside") {
      $0.name = "outside"
    } operation: {
      #expect(Object().exactExplanation.remarks.isEmpty)
    }
    #expect(Object().explanation.remarks.allSatisfy { !$0.contains("seen from") })
    #expect(Object().exactExplanation.remarks.allSatisfy { !$0.contains("seen from") })
  }

  @Test func `other values than a property's say nothing of homes`() {
    withTestScope("outside") {
      $0.name = "outside"
    } operation: {
      #expect(InjectedValues.current.explain(\.name).remarks.isEmpty)
    }
  }

  private func place(_ line: UInt) -> String { "InjectionExplanation+HomesTests.swift:\(line)" }
}

// MARK: - Fixtures

private final class Object {
  @Injected(\.name) var name
  var explanation: InjectionExplanation { $name.explain(\.name) }
  var exactExplanation: InjectionExplanation { _name.explain() }
}

private enum NameKey: InjectionKey { static var defaultValue: String { "default" } }
private enum OtherKey: InjectionKey { static var defaultValue: Int { 0 } }

extension InjectedValues {
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
  fileprivate var other: Int {
    get { self[OtherKey.self] }
    set { self[OtherKey.self] = newValue }
  }
}
