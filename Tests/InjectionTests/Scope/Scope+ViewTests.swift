import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// What a property sees: the current scope and the home of its object (R2). Other containers:
/// `Scope+View+ContainersTests.swift`.
///
/// `\.both` is a default that is built from `\.first` and `\.second`, so it shows both.
struct Scope_ViewTests {
  // MARK: One inside the other (R2)

  @Test func `a home inside the current scope wins with its whole chain`() {
    withInjected(\.first, "outermost") {
      let holder = withInjected(\.second, "outer") { withInjected(\.first, "home") { Holder() } }
      #expect(holder.both == "home outer")
    }
  }

  @Test func `a current scope inside the home wins`() {
    withHome { holder in
      withInjected(\.first, "inner") {
        #expect(holder.both == "inner home")
        withInjected(\.second, "innermost") { #expect(holder.both == "inner innermost") }
      }
      #expect(holder.both == "home home")
    }
  }

  @Test func `an object without a home sees the current scope, and one with a home needs none`() {
    let (outside, inside) = (Holder(), withInjected(\.first, "home") { Holder() })
    withInjected(\.first, "later") { #expect(outside.both == "later -") }
    #expect(outside.both == "- -" && inside.both == "home -")
  }

  // MARK: Neither inside the other (R2)

  @Test func `a later scope's own part wins over the home, whose rest is seen`() {
    let holder = withHome { $0 }
    withInjected(\.first, "later") {
      #expect(holder.both == "later home")
      #expect(InjectedValues.current.second == "-")
    }
  }

  @Test func `a sibling scope's own part wins, and what both share comes last`() {
    withInjected {
      $0.first = "shared"
      $0.second = "shared"
    } operation: {
      let holder = withInjected(\.first, "home") { Holder() }
      withInjected(\.second, "sibling") {
        #expect(holder.both == "home sibling")
        #expect(InjectedValues.current.both == "shared sibling")
      }
      withInjected(\.first, "sibling") { #expect(holder.both == "sibling shared") }
      #expect(holder.both == "home shared")
    }
  }

  @Test func `of the current scope's own part the deepest wins`() {
    let holder = withHome { $0 }
    withInjected {
      $0.first = "part"
      $0.second = "part"
    } operation: {
      withInjected(\.first, "deepest") {
        #expect(holder.both == "deepest part")
        withInjected(named: "empty", { _ in }) { #expect(holder.both == "deepest part") }
      }
      #expect(holder.both == "part part")
    }
  }

  @Test func `objects of many homes each see their own under one current scope`() {
    let holders = (0..<50).map { index in withInjected(\.second, "\(index)") { Holder() } }
    withInjected(\.first, "current") {
      for (index, holder) in (holders + holders).enumerated() {
        #expect(holder.both == "current \(index % 50)")
      }
    }
  }

  @Test func `a default that the current scope knows does not hide an override of the home`() {
    let holder = withInjected(\.second, "home") { Holder() }
    withInjected(\.first, "current") {
      #expect(InjectedValues.current.both == "current -")
      #expect(holder.both == "current home")
    }
  }

  @Test func `a wrapper that is copied keeps the home it was made with`() {
    let holder = withInjected(\.first, "home") { Holder() }
    let copy = withInjected(\.second, "other") { holder }
    #expect(copy.both == "home -")
  }

  // MARK: Defaults

  @Test func `a default seen through a home is the one the home's scope keeps`() {
    let (holder, note) = withInjected(\.first, "home") { (Holder(), InjectedValues.current.note) }
    #expect(holder.note === note)
    // The sibling overrides nothing that the note was built from.
    withInjected(\.second, "later") { #expect(holder.note === note) }
    // This one does.
    withInjected(\.first, "later") {
      let other = holder.note
      #expect(other !== note && other.text == "later")
      #expect(holder.note === other)
    }
    #expect(holder.note === note)
  }

  @Test func `a default that was built through a home that is gone is built again for others`() {
    withTestScope {
      let held = Lock<Holder?>(nil)
      withInjected(\.makeText, { held.withLock { $0.take() }?.first ?? "gone" }) {
        withInjected(\.first, "home") { held.withLock { $0 = Holder() } }
        let first = InjectedValues.current.made
        #expect(first.text == "home")
        // What the first was built from can't be compared any more.
        withInjected(\.second, "other") { #expect(InjectedValues.current.made.text == "gone") }
        #expect(InjectedValues.current.made === first)
      }
    }
  }

  @Test func `a scope's part goes on from home to home`() {
    let third = withInjected(\.second, "third") { Holder() }
    let second = withInjected(\.second, "second") { Holder() }
    withInjected(\.first, "current") {
      let first = withInjected(\.first, "home") { Holder() }
      withInjected(second.$first) {
        #expect(InjectedValues.current.both == "current second")
        // The first home lies in the current scope, so only the second home is left of what comes
        // before.
        withInjected(first.$first) {
          #expect(InjectedValues.current.both == "home second")
          #expect(third.both == "home second")
          #expect(third.note === first.note)
        }
        // What needs the current scope's part only is kept by that scope.
        #expect(third.note === second.note)
      }
      #expect(second.note === InjectedValues.current.note)
    }
  }
}

// MARK: - Fixtures

/// Gives what is made in a scope that overrides `\.first` and `\.second`.
private func withHome<Result>(_ operation: (Holder) -> Result) -> Result {
  withInjected {
    $0.first = "home"
    $0.second = "home"
  } operation: {
    operation(Holder())
  }
}

extension InjectedValues {
  @Injectable fileprivate var makeText: @Sendable () -> String = { "-" }
  @Injectable fileprivate var made: Note = Note(InjectedValues.current.makeText())
}
