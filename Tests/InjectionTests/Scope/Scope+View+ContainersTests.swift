import Injection
import InjectionMacros
import InjectionTesting
import Testing

/// What a property sees where its object was made in another container than the current scope's
/// (R3).
///
/// `Holder` shows three values: `a`, `b`, and `c`, a default that is built from both.
@Suite struct Scope_View_ContainersTests {
  @Test func `an object from one test does not carry its overrides into another`() {
    let holder = withTestScope {
      $0.a = "first test"
      $0.b = "first test"
    } operation: {
      Holder()
    }
    withTestScope {
      $0.a = "second test"
    } operation: {
      #expect(holder.a == "second test")
      #expect(holder.b == "-")
      #expect(holder.c == "second test -")
      withInjected(\.b, "inner") { #expect(holder.c == "second test inner") }
    }
  }

  @Test func `an object from a test, in a scope inside that test or one beside it`() {
    let (holder, values) = withTestScope {
      $0.a = "test"
    } operation: {
      (withInjected(\.b, "home") { Holder() }, InjectedValues.current)
    }
    withInjected(values) {
      #expect(holder.c == "test home")
      withInjected(\.a, "sibling") { #expect(holder.c == "sibling home") }
    }
  }

  @Test func `an object kept in a static is ignored as a home by every other test's container`() {
    let first = withTestScope {
      $0.a = "first test"
    } operation: {
      Kept.holder.c  // Made here, when first used.
    }
    #expect(first == "first test -")
    let second = withTestScope {
      $0.b = "second test"
    } operation: {
      Kept.holder.c
    }
    #expect(second == "- second test")
    let third = withTestScope { Kept.holder.c }
    #expect(third == "- -")
    // Outside of test containers its home still counts.
    #expect(Kept.holder.c == "first test -")
  }

  @Test func `an object made outside of tests does not bring its scope into one`() {
    let holder = withInjected(\.a, "process") { Holder() }
    withTestScope {
      $0.b = "test"
    } operation: {
      #expect(holder.c == "- test")
    }
    #expect(holder.c == "process -")
  }

  @Test func `an object from a test is at home on threads and in detached tasks`() async {
    let holder = withTestScope {
      $0.a = "test"
    } operation: {
      Holder()
    }
    #expect(await Task.detached { holder.c }.value == "test -")
  }

  @Test func `an object from a test, where a scope of the process is current`() {
    // R3 ignores homes in test containers only; outside of them R2 holds.
    let holder = withTestScope {
      $0.a = "test"
    } operation: {
      Holder()
    }
    withInjected(\.b, "process") { #expect(holder.c == "test process") }
  }

  @Test func `an object made in a default belongs to the test that built it`() {
    let object = withTestScope {
      $0.a = "first test"
    } operation: {
      InjectedValues.current.object
    }
    #expect(object.a == "first test")
    withTestScope {
      $0.a = "second test"
    } operation: {
      #expect(object.a == "second test")
    }
  }

  @Test func `parallel tests share an object without seeing each other`() async {
    let holder = withTestScope {
      $0.a = "home"
    } operation: {
      Holder()
    }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for index in 0..<500 {
        group.addTask {
          await withTestScope {
            $0.a = "\(index)"
          } operation: {
            await Task.yield()
            return holder.c == "\(index) -" ? 0 : 1
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test func `parallel scopes read through one home`() async {
    let holder = withInjected(\.b, "home") { Holder() }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for index in 0..<500 {
        group.addTask {
          await withInjected(\.a, "\(index)") {
            await Task.yield()
            return holder.c == "\(index) home" && holder.object.a == "\(index)" ? 0 : 1
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}

// MARK: - Fixtures

private final class Object: Sendable {
  private let property = Injected(\.a)
  var a: String { property() }
  init() { _ = InjectedValues.current.a }
}

extension InjectedValues {
  @Injectable fileprivate var a: String = "-"
  @Injectable fileprivate var b: String = "-"
  @Injectable fileprivate var c: String = "\(InjectedValues.current.a) \(InjectedValues.current.b)"
  @Injectable fileprivate var object: Object = Object()
}

private struct Holder: Sendable {
  @Injected(\.a) var a
  @Injected(\.b) var b
  @Injected(\.c) var c
  @Injected(\.object) var object
}

private enum Kept {
  static let holder = Holder()
}
