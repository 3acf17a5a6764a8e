import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// The sharing of defaults, and their lifetimes.
struct InjectionLifetimeTests {
  @Test func `a scoped value is built again only where what it read is overridden`() {
    withTestScope {
      // The first that asks.
      let outer = withInjected(\.other, 1) { InjectedValues.current.service }
      #expect(InjectedValues.current.service === outer)
      withInjected(\.number, 5) {
        let inner = InjectedValues.current.service
        #expect(inner !== outer && inner.number == 5 && InjectedValues.current.service === inner)
        withInjected(\.other, 2) { #expect(InjectedValues.current.service === inner) }
        // The same value again is another override.
        withInjected(\.number, 5) { #expect(InjectedValues.current.service !== inner) }
      }
      #expect(InjectedValues.current.service === outer)
    }
  }

  @Test func `a singleton is built once a container, under its root's view`() {
    let first = withTestScope {
      $0.number = 5
    } operation: {
      let inner = withInjected(\.number, 6) { InjectedValues.current.singleton }
      // It doesn't see the override of the scope that read it first.
      #expect(inner.number == 5 && inner.late() == 5 && InjectedValues.current.singleton === inner)
      withInjected(\.number, 7) { #expect(InjectedValues.current.singleton === inner) }
      return inner
    }
    withTestScope { #expect(InjectedValues.current.singleton !== first) }
  }

  @Test func `a transient value is built at every read, for its reader`() {
    withTestScope {
      let first = InjectedValues.current.transient
      #expect(InjectedValues.current.transient !== first)
      withInjected(\.number, 3) {
        #expect(InjectedValues.current.transient.number == 3)
        // The home of a value of the outer scope is the outer scope, so a late read sees the inner
        // one.
        #expect(first.late() == 3)
      }
      let escaped = withInjected(\.number, 4) { InjectedValues.current.transient }
      #expect(escaped.late() == 4)
    }
  }

  @Test func `a shared value lives while something holds it`() {
    withTestScope {
      weak var gone: Service?
      do {
        let held = InjectedValues.current.shared
        #expect(InjectedValues.current.shared === held)
        withInjected(\.other, 1) { #expect(InjectedValues.current.shared === held) }
        withInjected(\.number, 5) { #expect(InjectedValues.current.shared !== held) }
        // A default that reads it doesn't hold it.
        #expect(InjectedValues.current.ofShared == 1 && InjectedValues.current.shared === held)
        gone = held
      }
      #expect(gone == nil)
      let again = InjectedValues.current.shared
      withInjected(\.other, 1) { #expect(InjectedValues.current.shared === again) }
    }
  }

  @Test func `threads that hold a shared value now and then never hold two`() async {
    await withTestScope {
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<500 {
              let service = InjectedValues.current.shared
              #expect(InjectedValues.current.shared === service)
            }
          }
        }
      }
    }
  }

  @Test func `a shared value may be optional`() {
    withTestScope {
      weak var gone: Service?
      do {
        let held = InjectedValues.current.sharedOptional
        #expect(held != nil && InjectedValues.current.sharedOptional === held)
        gone = held
      }
      #expect(gone == nil && InjectedValues.current.sharedOptional != nil)
      withInjected(\.number, -1) { #expect(InjectedValues.current.sharedOptional == nil) }
    }
  }

  @Test func `a shared value that is no object stops with the property and the fix`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Injected(\.sharedNumber, line: 1_000)()
    }
    result.expectMessage(
      #"""
      A shared value must be an instance of a class, since it is held weakly.

        Property: \.sharedNumber
        Key: sharedNumberKey
        Value: Int
        Read at: InjectionLifetimeTests.swift:1000

      To fix this:
      - Make the key's default an instance of a class.
      - Or give the key another lifetime, such as .scoped.

      """#
    )
  }
}

// MARK: - Fixtures

extension InjectedValues {
  @Injectable(lifetime: .shared) fileprivate var sharedNumber: Int = 1
  @Injectable fileprivate var ofShared: Int = InjectedValues.current.shared.number
  @Injectable(lifetime: .shared)
  fileprivate var sharedOptional: Service? =
    InjectedValues.current.number < 0 ? nil : Service(number: InjectedValues.current.number)
}
