import Injection
import TestSupport
import Testing

/// The behavior of a scope. `withInjected+TasksTests.swift` has tasks and threads,
/// `withInjected+OverloadsTests.swift` types of errors and the choice of overloads.
struct WithInjectedTests {
  @Test func `a scope replaces values while it runs, and returns what its closure returns`() {
    #expect(withInjected(\.number, 2) { "number \(InjectedValues.current.number)" } == "number 2")
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `values are restored after a scope throws`() async {
    #expect(throws: CancellationError.self) {
      try withInjected({ $0.number = 2 }, operation: { throw CancellationError() })
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

  @Test func `a home far inside scopes that override nothing counts for nothing, at each read`() {
    var values = InjectedValues.current
    for _ in 1...40 { values = withInjected(values) { withInjected({ _ in }) { .current } } }
    let object = withInjected(values) { Holder() }
    withInjected(\.number, 2) { for _ in 1...3 { #expect(object.number == 2) } }
  }

  @Test func `nested scopes merge, and the inner one wins`() {
    withInjected {
      $0.number = 2
      $0.text = "outer"
    } operation: {
      withInjected(\.number, 3) {
        #expect(InjectedValues.current.number == 3 && InjectedValues.current.text == "outer")
        withInjected(\.text, "inner") {
          #expect(InjectedValues.current.number == 3 && InjectedValues.current.text == "inner")
        }
      }
      #expect(InjectedValues.current.number == 2)
    }
  }

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

  @Test func `captured values replace the running scope and do not merge with it`() {
    let outside = InjectedValues.current
    let captured = withInjected(\.text, "captured") { InjectedValues.current }
    withInjected(\.number, 5) {
      withInjected(captured) {
        #expect(InjectedValues.current.text == "captured" && InjectedValues.current.number == 1)
      }
      withInjected(outside) { #expect(InjectedValues.current.number == 1) }
    }
  }
}
