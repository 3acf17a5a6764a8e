import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

@testable import Injection

/// Nothing that a scope held stays when the scope is gone.
@Suite(.serialized) struct LeakTests {
  /// Counts objects that are alive.
  private final class Census: Sendable {
    private let count = Atomic<Int>(0)
    let born = Atomic<Int>(0)
    var alive: Int { count.load(ordering: .sequentiallyConsistent) }

    func enter() {
      count.add(1, ordering: .sequentiallyConsistent)
      born.add(1, ordering: .relaxed)
    }
    func leave() { count.subtract(1, ordering: .sequentiallyConsistent) }
  }

  private static let census = Census()

  /// An object that is a value, with a home.
  fileprivate final class Resident: Sendable {
    let leaf = Injected(\.leakLeaf)
    let branch = Injected(\.leakBranch)
    let other: Resident?

    init(_ other: Resident? = nil) {
      self.other = other
      LeakTests.census.enter()
    }

    deinit { LeakTests.census.leave() }
  }

  /// Weak references to scopes, to see them go.
  private struct WeakScopes {
    private struct Reference {
      weak var scope: Scope?
    }

    private var references: [Reference] = []
    var alive: Int { references.count { $0.scope != nil } }
    var count: Int { references.count }

    mutating func add(_ scope: Scope?) {
      if let scope, scope !== Scope.process { references.append(Reference(scope: scope)) }
    }

    mutating func addCurrent() { add(Scope.current) }
  }

  private final class SharedScopes: Sendable {
    let list = Mutex(WeakScopes())
  }

  // A scope holds those around it, and the last task of a chain is in all of them.
  @Test(arguments: [false, true])
  func `a task's successor holds every scope before it, unless each enters captured values`(
    entersValues: Bool
  ) async {
    let scopes = SharedScopes()
    let outside = InjectedValues.current
    @Sendable func step(_ number: Int, end: CheckedContinuation<Int, Never>) {
      withInjected(entersValues ? outside : .current) {
        withInjected(\.leakNumber, number) {
          scopes.list.withLock { $0.addCurrent() }
          #expect(InjectedValues.current.leakNumber == number)
          if number == 1_000 { return end.resume(returning: scopes.list.withLock { $0.alive }) }
          Task { step(number + 1, end: end) }
        }
      }
    }
    let alive = await withCheckedContinuation { step(1, end: $0) }
    // A few tasks may not have ended yet.
    #expect(entersValues ? alive < 100 : alive == 1_000)
  }

  @Test func `scopes with overrides and built defaults go, and all they kept`() {
    var scopes = WeakScopes()
    withTestScope {
      let outside = Resident()
      _ = outside.branch()
      let before = Self.census.alive
      for number in 0..<100_000 {
        withInjected {
          $0.leakLeaf = Resident()
        } operation: {
          if number % 100 == 0 { scopes.addCurrent() }
          // A default that is kept here, what it keeps itself, and what it reads late.
          let branch = InjectedValues.current.leakBranch
          _ = branch.leaf()
          _ = branch.branch()
          _ = branch.other?.leaf()
          // A home inside, a home outside.
          _ = Resident().branch()
          _ = outside.branch()
          if number % 100 == 0 { scopes.add(build(of: branch)) }
        }
      }
      #expect(Self.census.alive == before)
    }
    #expect(scopes.count == 2_000)
    #expect(scopes.alive == 0)
    #expect(Self.census.alive == 0)
    #expect(Self.census.born.load(ordering: .relaxed) >= 300_000)
  }

  @Test func `test containers go`() {
    var scopes = WeakScopes()
    for _ in 0..<1_000 {
      withTestScope {
        $0.leakLeaf = Resident()
      } operation: {
        scopes.addCurrent()
        _ = InjectedValues.current.leakBranch.branch()
        _ = InjectedValues.current.leakSingle
        _ = InjectedValues.current.leakShared
        _ = InjectedValues.current.leakTransient.branch()
      }
    }
    #expect(scopes.alive == 0)
    #expect(Self.census.alive == 0)
  }

  @Test func `what two siblings made of each other goes with the younger one`() {
    var scopes = WeakScopes()
    withTestScope {
      let root = InjectedValues.current
      _ = root.leakBranch
      var older: Resident?
      let olderValues = withInjected(\.leakLeaf, Resident()) {
        older = Resident()
        return InjectedValues.current
      }
      let before = Self.census.alive
      for _ in 0..<1_000 {
        withInjected {
          $0.leakTwig = Resident()
        } operation: {
          // Needs overrides of both.
          let seen = older!.branch.projectedValue
          let both = seen.leakBranch
          #expect(both === older!.branch())
          #expect(both !== InjectedValues.current.leakBranch)
          scopes.add(seen.scope)
          scopes.add(build(of: both))
          // The other way round, with a home that goes.
          let younger = Resident()
          withInjected(olderValues) { #expect(younger.branch() !== both) }
          withInjected(root) { _ = younger.branch() }
          withInjected(\.leakLeaf, Resident()) { _ = younger.branch() }
          scopes.addCurrent()
        }
      }
      #expect(scopes.count == 3_000)
      #expect(scopes.alive == 0)
      #expect(Self.census.alive == before)
      older = nil
    }
    #expect(Self.census.alive == 0)
  }

  @Test func `a value that outlives its scope does not keep it`() {
    var scopes = WeakScopes()
    withTestScope {
      let escaped = withInjected {
        $0.leakLeaf = Resident()
      } operation: {
        scopes.addCurrent()
        return InjectedValues.current.leakBranch
      }
      #expect(scopes.alive == 0)
      // It goes on with the same overrides, and what it builds now is shared.
      #expect(escaped.leaf() === escaped.other)
      #expect(escaped.branch() === escaped.branch())
      scopes.add(escaped.branch.projectedValue.scope)
      #expect(scopes.alive == 1)
    }
    #expect(scopes.alive == 0)
    #expect(Self.census.alive == 0)
  }

  @Test func `tables of a scope that stays do not grow with the scopes that go`() {
    withTestScope {
      let resident = Resident()
      let stays = Scope.current!
      func sizes() -> [Int] {
        [
          stays.found.all.count, stays.details.mergedViews.all.count,
          stays.details.kept.withLock { $0.count },
        ]
      }
      func visit() {
        withInjected(\.leakLeaf, Resident()) {
          _ = resident.branch()
          let visitor = Resident()
          withInjected(InjectedValues(stays)) {
            _ = visitor.branch()
            _ = visitor.branch().leaf()
          }
        }
      }
      for _ in 0..<10 { visit() }
      let before = sizes()
      for _ in 0..<1_000 { visit() }
      #expect(sizes() == before)
    }
  }

  /// The build scope that a default's properties have as their home.
  private func build(of value: Resident) -> Scope? {
    let home = value.leaf.home
    #expect(home is Build)
    return home
  }
}

extension InjectedValues {
  @Injectable fileprivate var leakLeaf: LeakTests.Resident = LeakTests.Resident()

  @Injectable fileprivate var leakTwig: LeakTests.Resident = LeakTests.Resident()

  private enum BranchKey: InjectionKey {
    static var defaultValue: LeakTests.Resident {
      _ = InjectedValues.current.leakTwig
      return LeakTests.Resident(InjectedValues.current.leakLeaf)
    }
  }
  fileprivate var leakBranch: LeakTests.Resident { self[BranchKey.self] }

  private enum SingleKey: InjectionKey {
    static var defaultValue: LeakTests.Resident {
      LeakTests.Resident(InjectedValues.current.leakLeaf)
    }
    static var lifetime: InjectionLifetime { .singleton }
  }
  fileprivate var leakSingle: LeakTests.Resident { self[SingleKey.self] }

  private enum SharedKey: InjectionKey {
    static var defaultValue: LeakTests.Resident {
      LeakTests.Resident(InjectedValues.current.leakLeaf)
    }
    static var lifetime: InjectionLifetime { .shared }
  }
  fileprivate var leakShared: LeakTests.Resident { self[SharedKey.self] }

  private enum TransientKey: InjectionKey {
    static var defaultValue: LeakTests.Resident {
      LeakTests.Resident(InjectedValues.current.leakLeaf)
    }
    static var lifetime: InjectionLifetime { .transient }
  }
  fileprivate var leakTransient: LeakTests.Resident { self[TransientKey.self] }

  private enum NumberKey: InjectionKey { static var defaultValue: Int { 0 } }
  fileprivate var leakNumber: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}
