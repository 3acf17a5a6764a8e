import Injection
import InjectionMacros
import Testing

/// What a property sees: the current scope and the home of its object (R2). Other containers:
/// `Scope+View+ContainersTests.swift`.
///
/// `Holder` shows three values: `a`, `b`, and `c`, a default that is built from both.
@Suite struct Scope_ViewTests {
  // MARK: One inside the other (R2)

  @Test func `a home inside the current scope wins`() {
    withInjected(\.a, "outer") {
      let holder = withInjected(\.a, "home") { Holder() }
      #expect(holder.a == "home")
      withInjected(\.a, "later") { #expect(InjectedValues.current.a == "later") }
      #expect(holder.c == "home -")
    }
  }

  @Test func `a current scope inside the home wins`() {
    withInjected {
      $0.a = "home"
      $0.b = "home"
    } operation: {
      let holder = Holder()
      withInjected(\.a, "inner") {
        #expect(holder.a == "inner")
        #expect(holder.b == "home")
        #expect(holder.c == "inner home")
        withInjected(\.b, "innermost") { #expect(holder.c == "inner innermost") }
      }
      #expect(holder.c == "home home")
    }
  }

  @Test func `an object made outside of all scopes sees the current one`() {
    let holder = Holder()
    withInjected(\.a, "later") {
      #expect(holder.a == "later")
      #expect(holder.c == "later -")
    }
    #expect(holder.c == "- -")
  }

  @Test func `an object made in a scope sees it where no scope is current`() {
    let holder = withInjected(\.a, "home") { Holder() }
    #expect(holder.a == "home")
    #expect(holder.b == "-")
    #expect(holder.c == "home -")
  }

  @Test func `a home several scopes inside wins with its whole chain`() {
    let holder = withInjected {
      $0.a = "outer"
      $0.b = "outer"
    } operation: {
      withInjected(\.a, "home") { Holder() }
    }
    #expect(holder.a == "home")
    #expect(holder.b == "outer")
    #expect(holder.c == "home outer")
  }

  // MARK: Neither inside the other (R2)

  @Test func `a later scope's own part wins over the home, whose rest is seen`() {
    let holder = withInjected {
      $0.a = "home"
      $0.b = "home"
    } operation: {
      Holder()
    }
    withInjected(\.a, "later") {
      #expect(holder.a == "later")
      #expect(holder.b == "home")
      #expect(holder.c == "later home")
      #expect(InjectedValues.current.b == "-")
    }
  }

  @Test func `a sibling scope's own part wins, and what both share comes last`() {
    withInjected {
      $0.a = "shared"
      $0.b = "shared"
    } operation: {
      let holder = withInjected(\.a, "home") { Holder() }
      withInjected(\.b, "sibling") {
        #expect(holder.a == "home")
        #expect(holder.b == "sibling")
        #expect(holder.c == "home sibling")
        #expect(InjectedValues.current.c == "shared sibling")
      }
      withInjected(\.a, "sibling") {
        #expect(holder.a == "sibling")
        #expect(holder.b == "shared")
      }
      #expect(holder.c == "home shared")
    }
  }

  @Test func `of the current scope's own part the deepest wins`() {
    let holder = withInjected {
      $0.a = "home"
      $0.b = "home"
    } operation: {
      Holder()
    }
    withInjected {
      $0.a = "part"
      $0.b = "part"
    } operation: {
      withInjected(\.a, "deepest") {
        #expect(holder.a == "deepest")
        #expect(holder.b == "part")
        #expect(holder.c == "deepest part")
        withInjected { _ in
        } operation: {
          #expect(holder.c == "deepest part")
        }
      }
      #expect(holder.c == "part part")
    }
  }

  @Test func `an override that the current scope shares with the home does not count as its part`()
  {
    withInjected(\.a, "shared") {
      let holder = withInjected(\.a, "home") { Holder() }
      // Current: a sibling that overrides `b` only. `a` is the shared scope's there, and the home's
      // is nearer to the object.
      withInjected(\.b, "sibling") {
        #expect(InjectedValues.current.a == "shared")
        #expect(holder.a == "home")
      }
    }
  }

  @Test func `the same object sees another scope at every read`() {
    let holder = withInjected(\.b, "home") { Holder() }
    for index in 0..<50 {
      withInjected(\.a, "\(index)") { #expect(holder.c == "\(index) home") }
    }
    #expect(holder.c == "- home")
  }

  @Test func `many homes under one current scope`() {
    let holders = (0..<50).map { index in withInjected(\.b, "\(index)") { Holder() } }
    withInjected(\.a, "current") {
      for _ in 0..<2 {
        for (index, holder) in holders.enumerated() {
          #expect(holder.c == "current \(index)")
        }
      }
    }
  }

  @Test func `a default that the current scope knows does not hide an override of the home`() {
    let holder = withInjected(\.b, "home") { Holder() }
    withInjected(\.a, "current") {
      #expect(InjectedValues.current.b == "-")
      #expect(InjectedValues.current.c == "current -")
      #expect(holder.b == "home")
      #expect(holder.c == "current home")
    }
  }

  @Test func `a scope opened by an object's code is inside the current one, not the home`() {
    let holder = withInjected {
      $0.a = "home"
      $0.b = "home"
    } operation: {
      Holder()
    }
    withInjected(\.a, "current") {
      #expect(holder.read { InjectedValues.current.b } == "-")
      #expect(withInjected(holder.$a) { InjectedValues.current.b } == "home")
    }
  }

  @Test func `a wrapper copied elsewhere keeps the home it was made with`() {
    let first = withInjected(\.a, "home") { Holder() }
    withInjected(\.b, "other") {
      let copy = first
      #expect(copy.c == "home other")
    }
  }

  @Test func `nil in the current scope wins over the home`() {  // R6
    let holder = withInjected(\.maybe, "home") { Holder() }
    #expect(holder.maybe == "home")
    withInjected(\.maybe, nil) { #expect(holder.maybe == nil) }
  }

  @Test func `a default seen through a home is the one the home's scope keeps`() {
    let (holder, object) = withInjected(\.a, "home") { (Holder(), InjectedValues.current.object) }
    #expect(holder.object === object)
    // The sibling overrides nothing that the object was built from.
    withInjected(\.b, "later") { #expect(holder.object === object) }
    // This one does.
    withInjected(\.a, "later") {
      let other = holder.object
      #expect(other !== object && other.a == "later")
      #expect(holder.object === other)
    }
    #expect(holder.object === object)
  }

  @Test func `a scope's part goes on from home to home`() {
    let third = withInjected(\.b, "third") { Holder() }
    let second = withInjected(\.b, "second") { Holder() }
    withInjected(\.a, "current") {
      let first = withInjected(\.a, "home") { Holder() }
      withInjected(second.$a) {
        #expect(InjectedValues.current.c == "current second")
        // The first home lies in the current scope, so only the second home is left of what comes
        // before.
        withInjected(first.$a) {
          #expect(InjectedValues.current.c == "home second")
          #expect(third.c == "home second")
          #expect(third.object === first.object)
        }
        // What needs the current scope's part only is kept by that scope.
        #expect(third.object === second.object)
      }
      #expect(second.object === InjectedValues.current.object)
    }
  }

  @Test func `a home scope and a current one are freed when nobody is in them`() {
    weak var probe: Probe?
    let holder = withInjected(\.b, "home") { Holder() }
    do {
      let object = Probe()
      probe = object
      withInjected(\.probe, object) { #expect(holder.probe === object) }
    }
    #expect(probe == nil)

    do {
      let object = Probe()
      probe = object
      let other = withInjected(\.probe, object) { Holder() }
      withInjected(\.a, "current") {
        #expect(other.probe === object && other.a == "current")
      }
    }
    #expect(probe == nil)
  }
}

// MARK: - Fixtures

private final class Probe: Sendable {}

private final class Object: Sendable {
  private let property = Injected(\.a)
  var a: String { property() }
  init() { _ = InjectedValues.current.a }
}

extension InjectedValues {
  @Injectable fileprivate var a: String = "-"
  @Injectable fileprivate var b: String = "-"
  @Injectable fileprivate var c: String = "\(InjectedValues.current.a) \(InjectedValues.current.b)"
  @Injectable fileprivate var maybe: String? = "default"
  @Injectable fileprivate var object: Object = Object()
  @Injectable fileprivate var probe: Probe? = nil
}

private struct Holder: Sendable {
  @Injected(\.a) var a
  @Injected(\.b) var b
  @Injected(\.c) var c
  @Injected(\.maybe) var maybe
  @Injected(\.object) var object
  @Injected(\.probe) var probe

  func read<Value>(_ body: () -> Value) -> Value { body() }
}
