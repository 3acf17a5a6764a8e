import Injection
import InjectionMacros
import Testing

/// What a synchronous scope does. Tasks and threads: `withInjected+TasksTests.swift`; types of
/// errors and choice of overloads: `withInjected+OverloadsTests.swift`.
@Suite struct WithInjectedTests {
  @Test func `a scope replaces values while it runs, and returns what its closure returns`() {
    let result = withInjected(\.number, 2) {
      #expect(InjectedValues.current.number == 2)
      return "done"
    }
    #expect(result == "done")
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `values are restored after a throw`() {
    #expect(throws: Failure()) {
      try withInjected(\.number, 2) { throw Failure() }
    }
    #expect(InjectedValues.current.number == 1)
    #expect(throws: Failure()) {
      try withInjected {
        $0.number = 2
      } operation: {
        try withInjected(\.number, 3) { throw Failure() }
      }
    }
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `values are restored after a throw of an async scope`() async {
    await #expect(throws: Failure()) {
      try await withInjected(\.number, 2) {
        await Task.yield()
        throw Failure()
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

  @Test func `the last write in one update block wins`() {
    withInjected {
      $0.number = 2
      $0.number = 3
      $0.number = 4
    } operation: {
      #expect(InjectedValues.current.number == 4)
    }
  }

  @Test func `the last write wins when values were read between the writes`() {
    withInjected {
      $0.number = 2
      $0.text = "\($0.number)"
      $0.number = 3
      $0.text += " \($0.number)"
    } operation: {
      #expect(InjectedValues.current.number == 3)
      #expect(InjectedValues.current.text == "2 3")
    }
  }

  @Test func `one member of a value can be overridden alone`() {  // R6
    withInjected(\.config.timeout, 1) {
      #expect(InjectedValues.current.config.timeout == 1)
      #expect(InjectedValues.current.config.retries == 3)
      withInjected {
        $0.config.retries = 0
      } operation: {
        #expect(InjectedValues.current.config.timeout == 1)
        #expect(InjectedValues.current.config.retries == 0)
      }
    }
    #expect(InjectedValues.current.config.timeout == 30)
  }

  @Test func `an update of nothing is a scope that sees the outer one`() {
    withInjected(\.number, 2) {
      withInjected { _ in
      } operation: {
        #expect(InjectedValues.current.number == 2)
      }
    }
  }

  @Test func `many keys in one scope`() {
    withInjected {
      $0.number = 2
      $0.text = "many"
      $0.config.timeout = 4
      $0[ManyKey<Int8>.self] = 5
      $0[ManyKey<Int16>.self] = 6
      $0[ManyKey<Int32>.self] = 7
      $0[ManyKey<Int64>.self] = 8
      $0[ManyKey<UInt8>.self] = 9
      $0[ManyKey<UInt16>.self] = 10
      $0[ManyKey<UInt32>.self] = 11
      $0[ManyKey<Int8>.self] = 12
    } operation: {
      let values = InjectedValues.current
      #expect(values.number == 2 && values.text == "many" && values.config.timeout == 4)
      #expect(values[ManyKey<Int8>.self] == 12)
      #expect(values[ManyKey<Int16>.self] == 6)
      #expect(values[ManyKey<Int32>.self] == 7)
      #expect(values[ManyKey<Int64>.self] == 8)
      #expect(values[ManyKey<UInt8>.self] == 9)
      #expect(values[ManyKey<UInt16>.self] == 10)
      #expect(values[ManyKey<UInt32>.self] == 11)
      #expect(values[ManyKey<UInt64>.self] == 0)
    }
  }

  @Test func `a scope may have a name`() {
    let plain = withInjected(named: "checkout") {
      $0.number = 2
    } operation: {
      InjectedValues.current.number
    }
    #expect(plain == 2)
  }

  // MARK: An update that throws (R5)

  @Test func `when the update throws, the scope is not entered and nothing changed`() {
    var wasEntered = false
    #expect(throws: Failure()) {
      try withInjected {
        $0.number = 2
        throw Failure()
      } operation: {
        wasEntered = true
      }
    }
    #expect(!wasEntered)
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `when the update of an async scope throws, the scope is not entered`() async {
    var wasEntered = false
    await #expect(throws: Failure()) {
      try await withInjected {
        $0.number = 2
        throw Failure()
      } operation: {
        await Task.yield()
        wasEntered = true
      }
    }
    #expect(!wasEntered)
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

  @Test func `captured values replace the running scope, they do not merge with it`() {
    let text = withInjected(\.text, "captured") { InjectedValues.current }
    withInjected(\.number, 5) {
      withInjected(text) {
        #expect(InjectedValues.current.text == "captured")
        #expect(InjectedValues.current.number == 1)
      }
    }
  }

  @Test func `values captured outside of all scopes lead back there`() {
    let outside = InjectedValues.current
    withInjected(\.number, 5) {
      withInjected(outside) { #expect(InjectedValues.current.number == 1) }
    }
  }

  @Test func `objects made where values were entered again have that scope as their home`() {
    let values = withInjected(\.number, 2) { InjectedValues.current }
    let holder = withInjected(values) { Holder() }
    #expect(holder.number == 2)
  }
}

// MARK: - Fixtures

private struct Failure: Error, Equatable {}

private struct Config: Sendable {
  var timeout = 30
  var retries = 3
}

private enum ManyKey<Value: FixedWidthInteger & Sendable>: InjectionKey {
  static var defaultValue: Value { 0 }
}

extension InjectedValues {
  @Injectable fileprivate var number: Int = 1
  @Injectable fileprivate var text: String = "default"
  @Injectable fileprivate var config: Config = Config()
}

private final class Holder {
  @Injected(\.number) var number
}
