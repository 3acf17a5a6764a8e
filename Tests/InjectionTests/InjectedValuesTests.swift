import Injection
import TestSupport
import Testing

struct InjectedValuesTests {
  @Test func `an override with nil is an override, also over a home`() {
    #expect(InjectedValues.current.maybe == "default")
    withInjected(\.maybe, "outer") {
      let holder = Holder()
      withInjected({ $0.maybe = nil }) {
        #expect(InjectedValues.current.maybe == nil && holder.maybe == nil)
      }
      #expect(InjectedValues.current.maybe == "outer" && holder.maybe == "outer")
    }
  }

  // MARK: Value semantics

  @Test func `copies of values are independent of each other and of the current scope`() {
    var first = InjectedValues.current
    first.number += 1
    var second = first
    second.number += 1
    first.number = 4
    let third = second
    second.maybe = nil
    #expect([first, second, third].map(\.number) == [4, 3, 3])
    #expect([first, second, third].map(\.maybe) == ["default", nil, "default"])
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `captured values can be changed and entered`() {
    var values = withInjected {
      $0.number = 2
      $0.maybe = "outer"
    } operation: {
      InjectedValues.current
    }
    values.number = 3
    withInjected(values) {
      let current = InjectedValues.current
      #expect(current.number == 3 && current.maybe == "outer" && current.double == 6)
      withInjected(\.number, 4) { #expect(InjectedValues.current.double == 8) }
      // Changing the values doesn't affect code that has entered them.
      values.number = 5
      #expect(InjectedValues.current.number == 3)
    }
    withInjected(values) { #expect(InjectedValues.current.number == 5) }
  }

  // MARK: Reads while changing

  @Test func `an update closure sees the outer values and its own changes, also in defaults`() {
    withInjected(\.number, 2) {
      withInjected {
        #expect($0.quadruple == 8)
        $0.number += 1
        #expect($0.quadruple == 12 && InjectedValues.current.number == 2)
        $0.number = 10
        #expect($0.quadruple == 40)
        $0.number = 5
      } operation: {
        #expect(InjectedValues.current.quadruple == 20 && InjectedValues.current.double == 10)
      }
    }
  }
}
