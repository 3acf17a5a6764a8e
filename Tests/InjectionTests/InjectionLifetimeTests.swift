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

  @Test func `a weak value lives while something holds it`() {
    withTestScope {
      weak var gone: Service?
      do {
        let held = InjectedValues.current.weakService
        #expect(InjectedValues.current.weakService === held)
        withInjected(\.other, 1) { #expect(InjectedValues.current.weakService === held) }
        withInjected(\.number, 5) { #expect(InjectedValues.current.weakService !== held) }
        // A default that reads it doesn't hold it.
        #expect(InjectedValues.current.ofWeak == 1 && InjectedValues.current.weakService === held)
        gone = held
      }
      #expect(gone == nil)
      let again = InjectedValues.current.weakService
      withInjected(\.other, 1) { #expect(InjectedValues.current.weakService === again) }
    }
  }

  @Test func `threads that hold a weak value now and then never hold two`() async {
    await withTestScope {
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<500 {
              let service = InjectedValues.current.weakService
              #expect(InjectedValues.current.weakService === service)
            }
          }
        }
      }
    }
  }

  @Test func `a weak value may be optional`() {
    withTestScope {
      weak var gone: Service?
      do {
        let held = InjectedValues.current.weakOptional
        #expect(held != nil && InjectedValues.current.weakOptional === held)
        gone = held
      }
      #expect(gone == nil && InjectedValues.current.weakOptional != nil)
      withInjected(\.number, -1) { #expect(InjectedValues.current.weakOptional == nil) }
    }
  }

  @Test func `a weak value that is no object stops with the property and the fix`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Injected(\.weakNumber, line: 1_000)()
    }
    result.expectMessage(
      #"""
      A weak value must be an instance of a class, since it is held weakly.

        Property: \.weakNumber
        Key: weakNumberKey
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
  @Injectable(lifetime: .weak) fileprivate var weakNumber: Int = 1
  @Injectable fileprivate var ofWeak: Int = InjectedValues.current.weakService.number
  @Injectable(lifetime: .weak)
  fileprivate var weakOptional: Service? =
    InjectedValues.current.number < 0 ? nil : Service(number: InjectedValues.current.number)
}
