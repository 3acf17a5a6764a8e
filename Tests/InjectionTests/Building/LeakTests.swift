import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

@testable import Injection

/// The values of a scope are released with the scope.
@Suite(.serialized) struct LeakTests {
  // A scope holds those around it, and the last task of a chain is in all of them.
  @Test(arguments: [false, true])
  func `a task's successor holds every scope before it, unless each enters captured values`(
    entersValues: Bool
  ) async {
    let scopes = WeakReferences()
    let outside = InjectedValues.current
    @Sendable func step(_ number: Int, end: CheckedContinuation<Int, Never>) {
      withInjected(entersValues ? outside : .current) {
        withInjected(\.number, number) {
          scopes.addCurrent()
          #expect(InjectedValues.current.number == number)
          if number == 1_000 { return end.resume(returning: scopes.alive) }
          Task { step(number + 1, end: end) }
        }
      }
    }
    let alive = await withCheckedContinuation { step(1, end: $0) }
    // A few tasks may not have ended yet.
    #expect(entersValues ? alive < 100 : alive == 1_000)
  }

  @Test func `scopes with overrides and built defaults go, and all they kept`() {
    let scopes = WeakReferences()
    withTestScope {
      let outside = Resident()
      _ = outside.branch()
      let before = Resident.alive
      for number in 0..<10_000 {
        withInjected({ $0.leaf = Resident() }) {
          if number % 100 == 0 { scopes.addCurrent() }
          // A default of this scope, with its late reads; a home inside, a home outside.
          let branch = InjectedValues.current.branch
          _ = (branch.leaf(), branch.branch(), branch.other?.leaf())
          _ = (Resident().branch(), outside.branch())
          if number % 100 == 0 { scopes.add(home(of: InjectedValues.current.queue)) }
          if number % 100 == 0 { scopes.add(home(of: branch)) }
        }
      }
      #expect(Resident.alive == before)
    }
    #expect(scopes.count == 300)
    #expect(scopes.alive == 0 && Resident.alive == 0)
    #expect(Resident.born >= 30_000)
  }

  @Test func `a value that outlives its scopes keeps none of them`() {
    let scopes = WeakReferences()
    // An override that is made in a scope holds it.
    let (twig, leaf) = (Resident(), Resident())
    withTestScope {
      let escaped = withInjected(\.twig, twig) {
        scopes.addCurrent()
        return withInjected(\.leaf, leaf) {
          scopes.addCurrent()
          return InjectedValues.current.branch
        }
      }
      #expect(scopes.alive == 0)
      // It continues with the same overrides, and shares the values that it builds now.
      #expect(escaped.leaf() === leaf && escaped.twig() === twig)
      #expect(escaped.branch() === escaped.branch() && escaped.ofTwig() === escaped.ofTwig())
      scopes.add(home(of: escaped))
      #expect(scopes.alive == 1)
    }
    #expect(scopes.alive == 0 && Resident.alive == 2)
    withExtendedLifetime((twig, leaf)) {}
  }

  @Test func `captured values in which a scope is open have one value of each default`() {
    withTestScope {
      let (twig, leaf) = (Resident(), Resident())
      var inside: InjectedValues?
      let maker = withInjected(\.twig, twig) {
        withInjected(\.leaf, leaf) {
          let maker = InjectedValues.current.maker
          inside = withInjected(maker) { withInjected(\.number, 1) { InjectedValues.current } }
          return maker
        }
      }
      withExtendedLifetime(inside) { #expect(maker.ofTwig === maker.ofTwig) }
    }
  }

  @Test func `tables of a scope that stays do not grow with the scopes that go`() {
    withTestScope {
      let resident = Resident()
      let stays = InjectedValues.current
      func sizes() -> [Int] {
        [stays.layer().kept.count, stays.layer().memory!.table.all.count]
      }
      func visit() {
        withInjected(\.leaf, Resident()) {
          _ = resident.branch()
          let visitor = Resident()
          withInjected(stays) { _ = (visitor.branch(), visitor.branch().leaf()) }
        }
      }
      for _ in 0..<10 { visit() }
      let before = sizes()
      #expect(before.allSatisfy { $0 > 0 }, "\(before)")
      for _ in 0..<1_000 { visit() }
      #expect(sizes() == before)
    }
  }

  @Test func `a shared value that is built again leaves nothing of its code's scope`() {
    withTestScope {
      let stays = InjectedValues.current.layer()
      func build() {
        let shared = InjectedValues.current.sharedInScope
        #expect(InjectedValues.current.sharedInScope === shared)
        _ = (shared.leaf(), shared.leaf(), shared.branch(), shared.branch().leaf())
        withInjected(\.twig, Resident()) { _ = (shared.branch(), shared.branch().leaf()) }
      }
      for _ in 0..<100 { build() }
      let (residents, tables) = (Resident.alive, stays.memory!.table.all.count)
      for _ in 0..<1_000 { build() }
      // Old values are released when the number of values has doubled.
      #expect(Resident.alive < residents + 100 && stays.memory!.table.all.count == tables)
    }
    #expect(Resident.alive == 0)
  }

  @Test
  func `a scope that stays keeps nothing of the shared objects that go`() {
    withTestScope {
      withInjected(\.number, 2) {
        let stays = InjectedValues.current.layer()
        let (homes, layers) = (WeakReferences(), WeakReferences())
        func read() {
          let shared = InjectedValues.current.sharedInScope
          homes.add(home(of: shared))
          layers.add(home(of: shared)!.layer())
          #expect(shared.number() == 2)
        }
        for _ in 0..<1_000 { read() }
        // Old pairs are released when their number has doubled.
        #expect(homes.alive == 0 && stays.memory!.pairs.all.count < 10 && layers.alive < 100)
      }
    }
    #expect(Resident.alive == 0)
  }

  @Test
  func `an override that is made in a scope of the update closure does not hold itself`() {
    withTestScope {
      withInjected {
        $0.leaf = withInjected(\.number, 2) { Resident() }
      } operation: {
        _ = InjectedValues.current.leaf.number()
      }
      var values = InjectedValues.current
      values.number = 1
      values.leaf = withInjected(\.number, 2) { Resident() }
      withInjected(values) { _ = InjectedValues.current.leaf.number() }
    }
    #expect(Resident.alive == 0)
  }

  @Test func `the root's values that a value keeps do not keep the root`() {
    let scopes = WeakReferences()
    withTestScope {
      scopes.addCurrent()
      _ = InjectedValues.current.rootValues
    }
    #expect(scopes.alive == 0 && Resident.alive == 0)
  }

  @Test(arguments: [false, true])
  func `a scope that a default opens in its own scope does not keep that`(isCaptured: Bool) {
    let scopes = WeakReferences()
    withTestScope {
      let captured = InjectedValues.current.captured
      withInjected(\.leaf, Resident()) {
        scopes.addCurrent()
        // The scope itself, or what leads to it: values that a default of it captured.
        captured.value = isCaptured ? .current : InjectedValues.current.capturing
        #expect(InjectedValues.current.inCaptured.branch() === InjectedValues.current.branch)
        captured.value = nil
      }
    }
    #expect(scopes.alive == 0 && Resident.alive == 0)
  }

  /// The home of a default's properties.
  private func home(of value: Resident) -> Place? { value.leaf.home }
}

// MARK: - Fixtures

/// A value that is an object with a home. Counts the living ones.
private final class Resident: Sendable {
  private static let lives = Atomic(0)
  private static let births = Atomic(0)
  static var alive: Int { lives.load(ordering: .sequentiallyConsistent) }
  static var born: Int { births.load(ordering: .relaxed) }

  let number = Injected(\.number)
  let leaf = Injected(\.leaf)
  let twig = Injected(\.twig)
  let branch = Injected(\.branch)
  let ofTwig = Injected(\.ofTwig)
  let other: Resident?

  init(_ other: Resident? = nil, besides _: Resident? = nil) {
    self.other = other
    Self.lives.add(1, ordering: .sequentiallyConsistent)
    Self.births.add(1, ordering: .relaxed)
  }

  deinit { Self.lives.subtract(1, ordering: .sequentiallyConsistent) }
}

/// Weak references to scopes and homes.
private final class WeakReferences: Sendable {
  private struct Reference: Sendable {
    weak let object: (any AnyObject & Sendable)?
  }

  private let references = Log<Reference>()
  var alive: Int { references.all.count { $0.object != nil } }
  var count: Int { references.all.count }

  func add(_ object: (any AnyObject & Sendable)?) { references.add(Reference(object: object)) }
  func addCurrent() { add(Place.current) }
}

/// Values that a test passes to a default.
private final class Captured: Sendable {
  private let state = Mutex<InjectedValues?>(nil)
  var value: InjectedValues? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

extension InjectedValues {
  @Injectable fileprivate var captured: Captured = Captured()
  @Injectable
  fileprivate var capturing: InjectedValues = {
    _ = InjectedValues.current.leaf
    return .current
  }()
  @Injectable
  fileprivate var inCaptured: Resident = withInjected(InjectedValues.current.captured.value!) {
    withInjected(\.number, 2) { Resident(InjectedValues.current.branch) }
  }
  @Injectable fileprivate var leaf: Resident = Resident()
  @Injectable fileprivate var twig: Resident = Resident()
  @Injectable
  fileprivate var branch: Resident =
    Resident(InjectedValues.current.leaf, besides: InjectedValues.current.twig)
  @Injectable
  fileprivate var ofTwig: Resident = Resident(InjectedValues.current.twig)
  @Injectable(lifetime: .shared)
  fileprivate var sharedInScope: Resident =
    withInjected(\.leaf, Resident()) { Resident(InjectedValues.current.sharedPart) }
  @Injectable(lifetime: .shared)
  fileprivate var sharedPart: Resident = Resident(InjectedValues.current.ofTwig)
  @Injectable(lifetime: .transient) fileprivate var job: Resident = Resident()
  @Injectable
  fileprivate var maker: InjectedValues =
    withExtendedLifetime(InjectedValues.current.leaf) { .current }
  @Injectable fileprivate var rootValues: InjectedValues = .root
  /// A transient value that is read in values which another default captured.
  @Injectable fileprivate var queue: Resident = Resident(InjectedValues.current.maker.job)
}
