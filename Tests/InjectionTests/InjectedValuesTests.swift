import Injection
import InjectionMacros
import InjectionTesting
import Testing

@Suite struct InjectedValuesTests {
  @Test func `a key that nothing overrides has its default`() {
    #expect(InjectedValues.current.number == 1)
    #expect(InjectedValues.current[NumberKey.self] == 1)
  }

  @Test func `the current values are those of the running scope`() {
    withInjected(\.number, 2) { #expect(InjectedValues.current.number == 2) }
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `an override with nil is an override`() {  // R6
    #expect(InjectedValues.current.maybe == "default")
    withInjected(\.maybe, nil) { #expect(InjectedValues.current.maybe == nil) }
    withInjected {
      $0.maybe = "outer"
    } operation: {
      withInjected {
        $0.maybe = nil
      } operation: {
        #expect(InjectedValues.current.maybe == nil)
      }
      #expect(InjectedValues.current.maybe == "outer")
    }
  }

  // MARK: Value semantics

  @Test func `a changed copy changes neither the original nor the current scope`() {
    let original = InjectedValues.current
    var copy = original
    copy.number = 2
    #expect(copy.number == 2)
    #expect(original.number == 1)
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `copies of changed values are independent`() {
    var first = InjectedValues.current
    first.number = 2
    var second = first
    second.number = 3
    #expect(first.number == 2)
    first.number = 4
    #expect(first.number == 4)
    #expect(second.number == 3)
    let third = second
    second.maybe = nil
    #expect(third.maybe == "default")
    #expect(second.maybe == nil)
    #expect(second.number == 3)
  }

  @Test func `values captured in an update closure do not change any more`() {
    var captured: [InjectedValues] = []
    withInjected {
      $0.number = 2
      captured.append($0)
      $0.number = 3
      captured.append($0)
    } operation: {
      #expect(InjectedValues.current.number == 3)
    }
    #expect(captured.map(\.number) == [2, 3])
  }

  @Test func `captured values, changed and entered`() {
    var values = withInjected {
      $0.number = 2
      $0.maybe = "outer"
    } operation: {
      InjectedValues.current
    }
    values.number = 3
    withInjected(values) {
      #expect(InjectedValues.current.number == 3)
      #expect(InjectedValues.current.maybe == "outer")
      #expect(InjectedValues.current.sum == 103)
      withInjected(\.number, 4) { #expect(InjectedValues.current.sum == 104) }
    }
    // Changing the values after they were entered does not reach those who are in there.
    withInjected(values) {
      values.number = 5
      #expect(InjectedValues.current.number == 3)
    }
    withInjected(values) { #expect(InjectedValues.current.number == 5) }
  }

  @Test func `values that are kept go on working when their scope's closure returned`() {
    let values = withInjected(\.number, 2) { InjectedValues.current }
    #expect(values.number == 2)
    #expect(values.sum == 102)
  }

  @Test func `a setter in place changes one copy`() {
    var values = InjectedValues.current
    values.number += 1
    values.number += 1
    #expect(values.number == 3)
    #expect(InjectedValues.current.number == 1)
  }

  // MARK: Reads while changing (R6)

  @Test func `an update closure sees the outer values`() {
    withInjected(\.number, 2) {
      withInjected {
        $0.number += 1
      } operation: {
        #expect(InjectedValues.current.number == 3)
      }
    }
  }

  @Test func `an update closure sees the changes made so far, also in defaults`() {
    withInjected {
      #expect($0.sum == 101)
      $0.number = 2
      #expect($0.sum == 102)
      $0.number = 3
      #expect($0.sum == 103)
    } operation: {
      #expect(InjectedValues.current.sum == 103)
    }
  }

  @Test func `a default built from an earlier value is not kept when that value is replaced`() {
    withInjected {
      $0.number = 2
      #expect($0.twice == 204)  // Built from `sum`, which is built from `number`.
      $0.number = 10
      #expect($0.twice == 220)
      $0.number = 1
    } operation: {
      #expect(InjectedValues.current.twice == 202)
      #expect(InjectedValues.current.sum == 101)
    }
  }

  @Test func `a default can be read and then be overridden in the same closure`() {
    withInjected {
      $0.number = 5
      $0.sum = $0.sum + 1000
      #expect($0.sum == 1105)
      $0.number = 6
      #expect($0.sum == 1105)
    } operation: {
      #expect(InjectedValues.current.sum == 1105)
      #expect(InjectedValues.current.twice == 2210)
    }
  }

  @Test func `the current scope does not see changes while the closure runs`() {
    withInjected {
      $0.number = 2
      #expect(InjectedValues.current.number == 1)
    } operation: {
    }
  }

  // MARK: Context

  @Test func `the context is the container's`() {
    #expect(withTestScope { InjectedValues.current.context } == .test)
    // A process that runs tests is a test.
    #expect(InjectedValues.current.context == .test)
  }
}

// MARK: - Fixtures

private enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }

extension InjectedValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  @Injectable fileprivate var maybe: String? = "default"
  @Injectable fileprivate var sum: Int = InjectedValues.current.number + 100
  @Injectable fileprivate var twice: Int = InjectedValues.current.sum * 2
}
