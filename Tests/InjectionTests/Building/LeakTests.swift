import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// The values of a scope are released with the scope.
@Suite(.serialized) struct LeakTests {
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

  /// The library doesn't hold it, nor the scope that its code has opened.
  @Test func `what a weak value's code has opened goes with the value`() {
    withTestScope {
      _ = InjectedValues.current.ofTwig
      let before = Resident.alive
      withExtendedLifetime(InjectedValues.current.weakInScope) {
        #expect(Resident.alive == before + 3)
      }
      #expect(Resident.alive == before)
    }
  }

  /// It is so deep that what is found in many steps is remembered.
  @Test func `a deep scope holds no default of a home that is read beside it`() {
    withTestScope {
      var resident = withInjected(\.twig, Resident()) { Resident() } as Resident?
      func descend(_ depth: Int) {
        if depth > 0 { return withInjected(\.number, depth) { descend(depth - 1) } }
        func ofTwig() -> Resident {
          for _ in 1...3 { _ = resident!.ofTwig() }
          return resident!.ofTwig()
        }
        weak let kept = ofTwig()
        #expect(kept != nil)
        resident = nil
        #expect(kept == nil)
      }
      descend(12)
    }
  }

  /// All memory is looked at, since scopes, homes and keys have tables of several kinds.
  @Test(.enabled(if: canMeasureMemory), arguments: Guest.allCases)
  func `a scope and an object that stay do not grow with those that go`(guest: Guest) async {
    await #expect(processExitsWith: .success) { [guest] in
      try withTestScope {
        try withInjected(\.number, 2) {
          let (scope, resident) = (InjectedValues.current, Resident())
          try expectNoGrowth(2_000) { _ in guest(scope, resident) }
        }
      }
      #expect(Resident.alive == 0)
    }
  }

  /// An object of each scope that goes is read in the one that stays, which is told.
  @Test(.enabled(if: canMeasureMemory), arguments: [false, true])
  func `a scope that stays does not grow with the ended homes of objects`(isBuilt: Bool) async {
    await #expect(processExitsWith: .success) { [isBuilt] in
      liveProcess()
      let handler: @Sendable (InjectionIssue) -> Void = { _ in toldHomes.add(1, ordering: .relaxed)
      }
      InjectedValues.bootstrap(onIssue: handler) { $0.number = 1 }
      try withInjected(\.number, 2) {
        try expectNoGrowth(2_000) { _ in
          let resident = withInjected(.root) {
            withInjected(\.leaf, Resident()) {
              isBuilt ? InjectedValues.current.branch : Resident()
            }
          }
          precondition(resident.number() == 2)
        }
      }
      precondition(toldHomes.load(ordering: .relaxed) == 2_400)
    }
  }

  @Test func `an override that is made in a scope of the update closure does not hold itself`() {
    withTestScope {
      withInjected({ $0.leaf = withInjected(\.number, 2) { Resident() } }) {
        _ = InjectedValues.current.leaf.number()
      }
      var values = InjectedValues.current
      values.number = 1
      values.leaf = withInjected(\.number, 2) { Resident() }
      withInjected(values) { _ = InjectedValues.current.leaf.number() }
    }
    #expect(Resident.alive == 0)
  }

  /// A test's overrides lie in its container, further in than what their closure opens there or in
  /// what it has set so far. So they keep what is built from both.
  @Test(arguments: [false, true])
  func `an override that is made in a scope of a test's update closure does not hold itself`(
    isEntered: Bool
  ) {
    withTestScope { values in
      let make = { withInjected(\.twig, Resident()) { Resident() } }
      values.leaf = isEntered ? withInjected(values, operation: make) : make()
    } operation: {
      let leaf = InjectedValues.current.leaf
      #expect(leaf.ofTwig() === leaf.ofTwig() && leaf.ofTwig().other === leaf.twig())
    }
    #expect(Resident.alive == 0)
  }

  /// As if the code entered them.
  @Test func `values that an update closure puts in place do not hold the scope of a default`() {
    let captured = Mutex<InjectedValues?>(nil)
    withTestScope {
      $0.provide(InjectedValues.branchKey.self) {
        _ = InjectedValues.current.number
        return withInjected({ $0 = captured.withLock { $0! } }) { Resident() }
      }
    } operation: {
      withInjected(\.number, 2) {
        captured.withLock { $0 = .current }
        #expect(InjectedValues.current.branch.number() == 2)
        captured.withLock { $0 = nil }
      }
    }
    #expect(Resident.alive == 0)
  }

  @Test func `what work of a default builds from it while the scope goes is not kept by it`() async
  {
    let (hasBegun, hasRead, hasGone) = (Meeting(of: 2), Meeting(of: 2), Meeting(of: 2))
    let (started, isSame, ended) = (Log<Bool>(), Log<Bool>(), DispatchSemaphore(value: 0))
    withTestScope {
      $0.provide(InjectedValues.branchKey.self) {
        let (values, leaf) = (InjectedValues.current, InjectedValues.current.leaf)
        if !started.all.isEmpty { return Resident(leaf) }
        started.add(true)
        Thread.detachNewThread {
          let first = values.ofTwig
          // From now on it is built, and kept, without the default that has gone.
          isSame.add(first !== values.ofTwig && values.ofTwig === values.ofTwig)
          ended.signal()
        }
        hasBegun.come()
        return Resident(leaf)
      }
      $0.provide(InjectedValues.ofTwigKey.self) {
        hasBegun.come()
        let branch = InjectedValues.current.branch
        hasRead.come()
        hasGone.come()
        return Resident(branch)
      }
    } operation: {
      withInjected(\.leaf, Resident()) {
        _ = InjectedValues.current.branch
        hasRead.come()
      }
      hasGone.come()
      ended.wait()
    }
    #expect(isSame.all == [true])
    // The thread has its values for a moment longer.
    #expect(await eventually { Resident.alive == 0 })
  }

  /// At any time: while the code runs, as it returns, or afterwards. The thread sanitizer sees whether
  /// the build looks at what it holds meanwhile.
  @Test func `what tasks capture in scopes that a default opens does not hold them`() async throws {
    for round in 0..<(isLong ? 10_000 : 200) {
      let captured = Log<InjectedValues>()
      try await withTestScope {
        $0.provide(InjectedValues.branchKey.self) {
          for _ in 1...20 {
            withInjected(\.leaf, Resident()) { _ = Task { captured.add(.current) } }
          }
          for _ in 0..<round % 50 { withExtendedLifetime(round) {} }
          return Resident()
        }
      } operation: {
        let root = InjectedValues.current
        let branch = await onThread { withInjected(root) { InjectedValues.current.branch } }
        try #require(await eventually { captured.all.count == 20 })
        for values in captured.removeAll() {
          #expect(values.branch === branch && values.leaf !== root.leaf)
          #expect(values.ofLeaf === values.ofLeaf && values.ofLeaf.other === values.leaf)
        }
      }
      try #require(await eventually(within: .seconds(20)) { Resident.alive == 0 })
    }
  }

  @Test func `the root's values that a value keeps do not keep the root`() {
    let scopes = WeakReferences()
    withTestScope {
      scopes.addCurrent()
      _ = InjectedValues.current.rootValues
    }
    #expect(scopes.alive == 0 && Resident.alive == 0)
  }

  @Test func `values that transient code captures in a scope that a default opens do not hold it`()
  {
    withTestScope { _ = InjectedValues.current.opener.opened.ofOpener }
    #expect(Resident.alive == 0)
  }

  @Test func `values of a scope that transient code opens for a default do not hold it`() {
    withTestScope { _ = InjectedValues.current.client.opened.ofClient }
    #expect(Resident.alive == 0)
  }

  /// The values are another transient value's, which was read in the same code.
  @Test func `values of a scope that transient code opens in captured values do not hold it`() {
    withTestScope { _ = InjectedValues.current.relay.opened.ofRelay }
    #expect(Resident.alive == 0)
  }

  /// The code that decorates the value enters the scope outside. If it read `outer.visitor`, what the
  /// transient code opens would be held by the value, and hold the scope.
  /// What the closure makes is at home where it runs, in the first part of the root. So that part
  /// keeps nothing that leads to later ones.
  @Test func `defaults of a test do not hold what its update closure has made`() {
    withTestScope {
      $0.leaf = Resident()
      _ = $0.twig
      $0.number = 1
    } operation: {
      _ = InjectedValues.current.keeperOfLeaf
    }
    #expect(Resident.alive == 0)
  }

  @Test func `values that a default has changed and stores do not hold its scope`() {
    withTestScope { _ = InjectedValues.current.changer.values.ofChanger }
    #expect(Resident.alive == 0)
  }

  @Test func `a default that stores a decorated transient value does not hold the scope`() {
    withTestScope {
      let outer = InjectedValues.current
      withInjected {
        $0.provide(InjectedValues.visitorKey.self) {
          withInjected(outer) { InjectedValues.current.visitor }
        }
      } operation: {
        withInjected(\.twig, Resident()) { _ = InjectedValues.current.host.other!.leaf() }
      }
    }
    #expect(Resident.alive == 0)
  }

  /// A default that an outer scope keeps has the value. The scope where it is read says what holds
  /// the outer one.
  @Test func `a scope that a weak value opens holds no older one`() {
    withTestScope {
      withInjected(\.twig, Resident()) { _ = InjectedValues.current.ofWeakOpener.other!.twig() }
    }
    #expect(Resident.alive == 0)
  }

  /// It would hold the override, if it remembered the pair longer than the older scope stays.
  @Test func `an object that is stored in an override of an older scope holds none`() {
    withTestScope {
      let drawer = Log<Resident>()
      withInjected(\.drawer, drawer) {
        withInjected(.root) { withInjected(\.number, 2) { drawer.add(Resident()) } }
        for _ in 1...3 { #expect(drawer.all[0].number() == 2) }
      }
    }
    #expect(Resident.alive == 0)
  }

  /// The home of a default's properties.
  private func home(of value: Resident) -> Scope? { value.leaf.home }
}

// MARK: - Fixtures

private let toldHomes = Atomic(0)

/// A value that is an object with a home. Counts the living ones.
private final class Resident: Sendable {
  private static let lives = Atomic(0)
  static var alive: Int { lives.load(ordering: .sequentiallyConsistent) }

  let number = Injected(\.number)
  let leaf = Injected(\.leaf)
  let twig = Injected(\.twig)
  let branch = Injected(\.branch)
  let ofTwig = Injected(\.ofTwig)
  let other: Resident?

  init(_ other: Resident? = nil, besides _: Resident? = nil) {
    self.other = other
    Self.lives.add(1, ordering: .sequentiallyConsistent)
  }

  deinit { Self.lives.subtract(1, ordering: .sequentiallyConsistent) }

  /// Reads an override or a default, and defaults that are built from it, late and twice.
  func readAll() {
    for _ in 1...2 { _ = (leaf(), number(), branch(), branch().leaf(), ofTwig().number()) }
  }
}

/// A default that opens a scope, and stores what transient code captures there.
private final class Opener: Sendable {
  let opened: InjectedValues = withInjected(\.leaf, Resident()) { InjectedValues[\.captured] }
}

/// A default of the opened scope, which keeps it.
private final class OfOpener: Sendable {
  let leaf = InjectedValues.current.leaf
  let opener = InjectedValues.current.opener
}

/// A default that stores values that it has changed.
private final class Changer: Sendable {
  let values = InjectedValues.current.overriding { $0.leaf = Resident() }
  let resident = Resident()
}

/// A default of the changed values, which keep it.
private final class OfChanger: Sendable {
  let leaf = InjectedValues.current.leaf
  let changer = InjectedValues.current.changer
}

/// A default that stores what transient code opens.
private final class Client: Sendable {
  let opened = InjectedValues[\.opened]
}

/// A default of the opened scope, which keeps it.
private final class OfClient: Sendable {
  let leaf = InjectedValues.current.leaf
  let client = InjectedValues.current.client
}

/// A default that stores what transient code opens, as read in what other transient code captures.
private final class Relay: Sendable {
  let opened = InjectedValues[\.captured].captured.opened
}

/// A default of the opened scope, which keeps it.
private final class OfRelay: Sendable {
  let leaf = InjectedValues.current.leaf
  let relay = InjectedValues.current.relay
}

/// What goes beside a scope and an object that stay.
enum Guest: String, CaseIterable, Codable {
  /// A scope inside, which reads through the object that stays.
  case inside
  /// An object of a scope inside, which is read in the scope that stays.
  case fromInside
  /// A scope beside, where the object that stays is read.
  case beside
  /// A weak value, which has its own scope beside the one that stays.
  case weak
  /// A value that outlives its scope.
  case late

  fileprivate func callAsFunction(_ scope: InjectedValues, _ resident: Resident) {
    switch self {
    case .inside: withInjected(\.leaf, Resident()) { resident.readAll() }
    case .fromInside:
      let visitor = withInjected(\.leaf, Resident()) { Resident() }
      withInjected(scope) { visitor.readAll() }
    case .beside: withInjected(.root) { withInjected(\.number, 3) { resident.readAll() } }
    case .weak:
      let value = InjectedValues.current.weakInScope
      value.readAll()
      withInjected(\.twig, Resident()) { value.readAll() }
    case .late: withInjected(\.leaf, Resident()) { InjectedValues.current.branch }.readAll()
    }
  }
}

/// Weak references to scopes and homes.
private final class WeakReferences: Sendable {
  private struct Reference: Sendable {
    weak let object: (any AnyObject & Sendable)?
  }

  private let references = Log<Reference>()
  var alive: Int { references.all.count { $0.object != nil } }

  func add(_ object: (any AnyObject & Sendable)?) { references.add(Reference(object: object)) }
  func addCurrent() { add(Scope.current) }
}

extension InjectedValues {
  @Injectable fileprivate var leaf: Resident = Resident()
  @Injectable fileprivate var twig: Resident = Resident()
  @Injectable
  fileprivate var branch: Resident =
    Resident(InjectedValues.current.leaf, besides: InjectedValues.current.twig)
  @Injectable
  fileprivate var ofLeaf: Resident = Resident(InjectedValues.current.leaf)
  @Injectable
  fileprivate var ofTwig: Resident = Resident(InjectedValues.current.twig)
  @Injectable(lifetime: .weak)
  fileprivate var weakInScope: Resident =
    withInjected(\.leaf, Resident()) { Resident(InjectedValues.current.weakPart) }
  @Injectable(lifetime: .weak)
  fileprivate var weakPart: Resident = Resident(InjectedValues.current.ofTwig)
  @Injectable(lifetime: .weak)
  fileprivate var weakOpener: Resident = withInjected(\.leaf, Resident()) { Resident() }
  @Injectable
  fileprivate var ofWeakOpener: Resident = Resident(InjectedValues.current.weakOpener)
  @Injectable fileprivate var drawer: Log<Resident> = Log()
  @Injectable fileprivate var rootValues: InjectedValues = .root
  @Injectable(lifetime: .transient) fileprivate var captured: InjectedValues = .current
  @Injectable(lifetime: .transient)
  fileprivate var opened: InjectedValues = withInjected(\.leaf, Resident()) { .current }
  @Injectable(lifetime: .transient)
  fileprivate var visitor: Resident = withInjected(\.leaf, Resident()) { Resident() }
  @Injectable fileprivate var host: Resident = Resident(InjectedValues.current.visitor)
  @Injectable(lifetime: .singleton)
  fileprivate var keeperOfLeaf: Resident = Resident(InjectedValues.current.leaf)
  @Injectable fileprivate var changer: Changer = Changer()
  @Injectable fileprivate var ofChanger: OfChanger = OfChanger()
  @Injectable fileprivate var client: Client = Client()
  @Injectable fileprivate var ofClient: OfClient = OfClient()
  @Injectable fileprivate var relay: Relay = Relay()
  @Injectable fileprivate var ofRelay: OfRelay = OfRelay()
  @Injectable fileprivate var opener: Opener = Opener()
  @Injectable fileprivate var ofOpener: OfOpener = OfOpener()
}
