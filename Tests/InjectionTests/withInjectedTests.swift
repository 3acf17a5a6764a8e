import Injection
import TestSupport
import Testing

/// What a scope does. Tasks and threads: `withInjected+TasksTests.swift`; types of errors and
/// choice of overloads: `withInjected+OverloadsTests.swift`.
@Suite struct WithInjectedTests {
  @Test func `a scope replaces values while it runs, and returns what its closure returns`() {
    let result = withInjected(\.number, 2) {
      #expect(InjectedValues.current.number == 2)
      return "done"
    }
    #expect(result == "done")
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `values are restored after a scope throws`() async {
    #expect(throws: CancellationError.self) {
      try withInjected(\.number, 2) { throw CancellationError() }
    }
    #expect(InjectedValues.current.number == 1)
    await #expect(throws: CancellationError.self) {
      try await withInjected(\.number, 2) {
        await Task.yield()
        throw CancellationError()
      }
    }
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `nested scopes merge, and the inner one wins`() {
    withInjected {
      $0.number = 2
      $0.text = "outer"
    } operation: {
      withInjected(\.number, 3) {
        #expect(InjectedValues.current.number == 3)
        #expect(InjectedValues.current.text == "outer")
        withInjected(\.text, "inner") {
          #expect(InjectedValues.current.number == 3)
          #expect(InjectedValues.current.text == "inner")
        }
      }
      #expect(InjectedValues.current.number == 2)
    }
  }

  @Test func `the last write of an update closure wins, whatever it read in between`() {
    withInjected {
      $0.number = 2
      $0.number = 3
      $0.text = "\($0.number)"
      $0.number = 4
      $0.text += " \($0.number)"
    } operation: {
      #expect(InjectedValues.current.number == 4)
      #expect(InjectedValues.current.text == "3 4")
    }
  }

  @Test func `a scope that overrides nothing sees the outer one`() {
    withInjected(\.number, 2) {
      withInjected { _ in
      } operation: {
        #expect(InjectedValues.current.number == 2)
      }
    }
  }

  @Test func `a scope overrides many keys`() {
    withInjected {
      $0[ManyKey<Int8>.self] = 5
      $0[ManyKey<Int16>.self] = 6
      $0[ManyKey<Int32>.self] = 7
      $0[ManyKey<Int64>.self] = 8
      $0[ManyKey<UInt8>.self] = 9
      $0[ManyKey<UInt16>.self] = 10
      $0[ManyKey<UInt32>.self] = 11
      $0.number = 2
      $0.text = "many"
      $0[ManyKey<Int8>.self] = 12
    } operation: {
      let values = InjectedValues.current
      #expect(values[ManyKey<Int8>.self] == 12)
      #expect(values[ManyKey<Int16>.self] == 6)
      #expect(values[ManyKey<Int32>.self] == 7)
      #expect(values[ManyKey<Int64>.self] == 8)
      #expect(values[ManyKey<UInt8>.self] == 9)
      #expect(values[ManyKey<UInt16>.self] == 10)
      #expect(values[ManyKey<UInt32>.self] == 11)
      #expect(values[ManyKey<UInt64>.self] == 0)
      #expect(values.number == 2 && values.text == "many")
    }
  }

  // R5
  @Test func `when an update throws, its scope is not entered and nothing changed`() async {
    #expect(throws: CancellationError.self) {
      try withInjected {
        $0.number = 2
        throw CancellationError()
      } operation: {
        Issue.record("The scope was entered.")
      }
    }
    await #expect(throws: CancellationError.self) {
      try await withInjected {
        $0.number = 2
        await Task.yield()
        throw CancellationError()
      } operation: {
        Issue.record("The scope was entered.")
      }
    }
    #expect(InjectedValues.current.number == 1)
  }

  // MARK: Captured values

  @Test func `captured values can be entered more than once, also inside each other`() {
    let two = withInjected(\.number, 2) { InjectedValues.current }
    let three = withInjected(\.number, 3) { InjectedValues.current }
    for _ in 0..<2 {
      withInjected(two) {
        #expect(InjectedValues.current.number == 2)
        withInjected(three) {
          #expect(InjectedValues.current.number == 3)
          withInjected(two) { #expect(InjectedValues.current.number == 2) }
        }
        #expect(InjectedValues.current.number == 2)
      }
    }
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `captured values replace the running scope and do not merge with it`() {
    let outside = InjectedValues.current
    let captured = withInjected(\.text, "captured") { InjectedValues.current }
    withInjected(\.number, 5) {
      withInjected(captured) {
        #expect(InjectedValues.current.text == "captured")
        #expect(InjectedValues.current.number == 1)
      }
      withInjected(outside) { #expect(InjectedValues.current.number == 1) }
    }
  }

  @Test func `an object made where captured values are entered has their scope as its home`() {
    let values = withInjected(\.number, 2) { InjectedValues.current }
    let number = withInjected(values) { Injected(\.number) }
    #expect(number() == 2)
  }
}

// MARK: - Fixtures

private enum ManyKey<Value: FixedWidthInteger & Sendable>: InjectionKey {
  static var defaultValue: Value { 0 }
}
