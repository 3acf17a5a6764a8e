import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

/// R11: who shares a default, and for how long.
@Suite struct InjectionLifetimeTests {
  @Test func `a scoped value is built again only where what it read is overridden`() {
    withTestScope {
      let outer = InjectedValues.current.scopedBox
      #expect(InjectedValues.current.scopedBox === outer)
      withInjected(\.lifetimeOther, 1) { #expect(InjectedValues.current.scopedBox === outer) }
      withInjected(\.lifetimeNumber, 1) {
        let inner = InjectedValues.current.scopedBox
        #expect(inner !== outer)
        #expect(inner.number == 1)
        #expect(InjectedValues.current.scopedBox === inner)
        withInjected(\.lifetimeOther, 2) { #expect(InjectedValues.current.scopedBox === inner) }
        // The same value again is another override.
        withInjected(\.lifetimeNumber, 1) { #expect(InjectedValues.current.scopedBox !== inner) }
      }
      #expect(InjectedValues.current.scopedBox === outer)
    }
  }

  @Test func `a scoped value that was built first in an inner scope is shared by the outer one`() {
    withTestScope {
      let inner = withInjected(\.lifetimeOther, 1) { InjectedValues.current.scopedBox }
      #expect(InjectedValues.current.scopedBox === inner)
    }
  }

  @Test func `a singleton is built once a container, under its root's view`() {
    let first = withTestScope {
      $0.lifetimeNumber = 5
    } operation: {
      let inner = withInjected(\.lifetimeNumber, 6) { InjectedValues.current.singleBox }
      // It does not see the override of the scope that read it first.
      #expect(inner.number == 5)
      #expect(inner.late() == 5)
      #expect(InjectedValues.current.singleBox === inner)
      withInjected(\.lifetimeNumber, 7) { #expect(InjectedValues.current.singleBox === inner) }
      return inner
    }
    withTestScope { #expect(InjectedValues.current.singleBox !== first) }
  }

  @Test func `what is built from a singleton is shared in all scopes`() {
    withTestScope {
      let user = withInjected(\.lifetimeNumber, 6) { InjectedValues.current.singleUser }
      #expect(InjectedValues.current.singleUser === user)
    }
  }

  @Test func `an override of a singleton is seen in its scope`() {
    withTestScope {
      let box = Box(number: 9)
      let outer = InjectedValues.current.singleUser
      withInjected(\.singleBox, box) {
        #expect(InjectedValues.current.singleBox === box)
        #expect(InjectedValues.current.singleUser !== outer)
        #expect(InjectedValues.current.singleUser.number == 9)
      }
    }
  }

  @Test func `a transient value is built at every read, for whoever reads`() {
    withTestScope {
      let first = InjectedValues.current.transientBox
      #expect(InjectedValues.current.transientBox !== first)
      withInjected(\.lifetimeNumber, 3) {
        #expect(InjectedValues.current.transientBox.number == 3)
        // Late, the home of what was built outside is outside, so the inner scope wins.
        #expect(first.late() == 3)
      }
      let escaped = withInjected(\.lifetimeNumber, 4) { InjectedValues.current.transientBox }
      #expect(escaped.late() == 4)
    }
  }

  /// A kept default that read a transient one is built again where that is overridden, although
  /// nothing of it was kept.
  @Test func `an override of a transient key is seen by what was built from its default`() {
    withTestScope {
      let outer = InjectedValues.current.transientUser
      #expect(InjectedValues.current.transientUser === outer)
      withInjected(\.transientBox, Box(number: 8)) {
        #expect(InjectedValues.current.transientUser.number == 8)
      }
      // And where what the transient one read is overridden.
      withInjected(\.lifetimeNumber, 2) {
        #expect(InjectedValues.current.transientUser.number == 2)
      }
      #expect(InjectedValues.current.transientUser === outer)
    }
  }

  /// The same where a default reads in a scope that it opens itself.
  @Test func `an override of what a default read in a scope of its own is seen`() {
    withTestScope {
      let outer = InjectedValues.current.nestingUser
      #expect(outer.number == 100)
      withInjected(\.scopedBox, Box(number: 8)) {
        #expect(InjectedValues.current.nestingUser.number == 8)
      }
      // The scope that the default opens overrides this one itself.
      withInjected(\.lifetimeNumber, 2) {
        #expect(InjectedValues.current.nestingUser === outer)
      }
    }
  }

  /// R2, R7: what an object with its home elsewhere found there, an inner scope may override.
  @Test func `an override of what a default read through an object from elsewhere is seen`() {
    withTestScope {
      let elsewhere = withInjected(\.lifetimeNumber, 1) { Box() }
      withInjected(\.scopedBox, elsewhere) {
        let outer = InjectedValues.current.throughUser
        #expect(outer.number == 1)
        withInjected(\.lifetimeOther, 2) { #expect(InjectedValues.current.throughUser.number == 1) }
        withInjected(\.lifetimeNumber, 5) {
          #expect(InjectedValues.current.throughUser.number == 5)
        }
        #expect(InjectedValues.current.throughUser === outer)
      }
    }
  }

  @Test func `a shared value lives while somebody holds it`() {
    withTestScope {
      weak var gone: Box?
      do {
        let held = InjectedValues.current.sharedBox
        #expect(InjectedValues.current.sharedBox === held)
        withInjected(\.lifetimeOther, 1) { #expect(InjectedValues.current.sharedBox === held) }
        withInjected(\.lifetimeNumber, 1) { #expect(InjectedValues.current.sharedBox !== held) }
        gone = held
      }
      #expect(gone == nil)
      let again = InjectedValues.current.sharedBox
      withInjected(\.lifetimeOther, 1) { #expect(InjectedValues.current.sharedBox === again) }
    }
  }

  @Test func `threads that hold a shared value now and then never hold two`() async {
    await withTestScope {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<500 {
              let box = InjectedValues.current.sharedBox
              #expect(InjectedValues.current.sharedBox === box)
            }
          }
        }
      }
    }
  }

  @Test func `a shared value that is no object stops with the property and the fix`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = InjectedValues.current.sharedNumber
    }
    let message = result?.message ?? ""
    #expect(message.contains("A shared value must be an instance of a class"))
    #expect(message.contains("Property: \\.sharedNumber"))
    #expect(message.contains("Or give the key another lifetime"))
  }
}

private final class Box: Sendable {
  let number: Int
  let late = Injected(\.lifetimeNumber)
  init(number: Int = InjectedValues.current.lifetimeNumber) { self.number = number }
}

extension InjectedValues {
  @Injectable fileprivate var lifetimeNumber: Int = 0

  @Injectable fileprivate var lifetimeOther: Int = 0

  @Injectable fileprivate var scopedBox: Box = Box()

  @Injectable(lifetime: .singleton) fileprivate var singleBox: Box = Box()

  @Injectable fileprivate var singleUser: Box = Box(number: InjectedValues.current.singleBox.number)

  @Injectable(lifetime: .transient) fileprivate var transientBox: Box = Box()

  @Injectable
  fileprivate var transientUser: Box = Box(number: InjectedValues.current.transientBox.number)

  private enum NestingUserKey: InjectionKey {
    static var defaultValue: Box {
      Box(number: withInjected(\.lifetimeNumber, 100) { InjectedValues.current.scopedBox.number })
    }
  }
  fileprivate var nestingUser: Box { self[NestingUserKey.self] }

  @Injectable
  fileprivate var throughUser: Box = Box(number: InjectedValues.current.scopedBox.late())

  @Injectable(lifetime: .shared) fileprivate var sharedBox: Box = Box()

  @Injectable(lifetime: .shared) fileprivate var sharedNumber: Int = 1
}
