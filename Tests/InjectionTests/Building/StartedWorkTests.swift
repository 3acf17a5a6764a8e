import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// A build is what runs on its thread. What its code starts is no part of it, whatever the timing.
@Suite(.timeLimit(.minutes(3))) struct StartedWorkTests {
  @Test(arguments: Place.allCases, Route.allCases)
  func `work that a default starts sees what the value shows`(place: Place, route: Route) async {
    for form in Form.allCases {
      // The work comes before the default's end, or after it.
      for pause: UInt32 in [0, 5_000] {
        // It waits for the code's own thread.
        if place.isOwnThread { continue }
        let plan = Plan(place, route, form) { usleep(pause) }
        let (ada, bob, none) = withTestScope {
          let none = InjectedValues.current
          return (
            withInjected(\.text, "Ada") { plan.worker() },
            withInjected(\.text, "Bob") { plan.worker() }, withInjected(none) { plan.worker() }
          )
        }
        let isOne = form == .silent
        #expect((ada === bob) == isOne && (ada === none) == isOne, "\(form)")
        #expect(await eventually(within: .seconds(20)) { plan.seen.all.count == (isOne ? 1 : 3) })
        let seesScope = !isOne && (place.inherits || route.leadsToBuild)
        #expect(
          Set(plan.seen.all) == (seesScope ? ["Ada", "Bob", "default"] : ["default"]),
          "\(form): \(plan.seen.all)"
        )
      }
    }
  }

  /// A task of a default of Ada's request builds a session, which is slow.
  @Test(arguments: Place.allCases)
  func `what work builds is nobody's who didn't ask for it`(place: Place) async {
    let values = withTestScope { InjectedValues.current }
    let session = await withInjected(values) {
      await withInjected(\.text, "Ada") {
        await Refresher.$place.withValue(place) {
          let refresher = InjectedValues.current.refresher
          #expect(await eventually(within: .seconds(20)) { refresher.hasEnded })
        }
      }
      return withInjected(\.other, 1) { InjectedValues.current.session }
    }
    #expect(session == "session of default")
    withInjected(values) {
      #expect(InjectedValues.current.session == "session of default")
      withInjected(\.text, "Bob") { #expect(InjectedValues.current.session == "session of Bob") }
    }
  }

  /// The work reads it at any time: while the default is being built, kept, or used.
  @Test func `what a task reads in the current scope is the same at any time`() async {
    for spins in 0..<(isLong ? 40_000 : 100) {
      let plan = Plan(.task, .current) {
        for _ in 0..<(spins * 7 % 400) * 10 { withExtendedLifetime(spins) {} }
      }
      await withTestScope {
        let worked = withInjected(\.text, "Ada") { plan.worker() }
        #expect(await eventually(within: .seconds(20)) { plan.seen.all == ["default"] })
        #expect(plan.worker() === worked)
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `work may need the default that has started it`(place: Place) async {
    for pause: UInt32 in [0, 2_000] {
      let hasEnded = await withTestScope {
        let account = InjectedValues.current.account
        let sync = Sync.$start.withValue((place, pause)) { InjectedValues.current.sync }
        #expect(account.sync === sync || place.isOwnThread)
        return await eventually(within: .seconds(20)) { sync.hasEnded }
      }
      #expect(hasEnded)
    }
  }
}

/// What a default opens lives with its value.
extension StartedWorkTests {
  /// What the thread builds reads the name in the default's own scope. It would wait for Bob's.
  @Test(arguments: [true, false])
  func `a default stands on what another thread has built, if it uses that`(uses: Bool) {
    let names = Log<String>()
    withTestScope {
      $0.provide(InjectedValues.resultKey.self) {
        withInjected(\.keeper, Keeper()) {
          let client = Client()
          if names.all.isEmpty { onThreads { _ in names.add(client.signature()) } }
          return uses ? InjectedValues.current.signature : "default"
        }
      }
    } operation: {
      #expect(InjectedValues.current.result == "default" && names.all == ["default"])
      let counted = InjectedValues.current.counted
      withInjected(\.text, "Bob") {
        #expect(InjectedValues.current.result == (uses ? "Bob" : "default"))
        #expect((InjectedValues.current.counted === counted) == !uses)
      }
    }
  }

  /// Each level reads the one below twice. What the lowest one reads in the default's own scope would
  /// count twice as often at each level.
  @Test func `what another thread builds in a default's scope costs the same at each level`() {
    withTestScope { _ = InjectedValues.current.tower }
    let cost = towerCost.all[0]
    #expect(cost < .milliseconds(500))
  }

  @Test func `an object of one scope may be read in another, both of which a default opens`() {
    withTestScope {
      $0.provide(InjectedValues.resultKey.self) {
        let client = withInjected(\.first, "service") { Client() }
        return withInjected(\.number, 5) { client.first() }
      }
    } operation: {
      expectOneResult("service")
    }
  }

  @Test func `what a default reads through a value of its own scopes does not count for it`() {
    withTestScope {
      $0.provide(InjectedValues.clientKey.self) {
        _ = InjectedValues.current.text
        _ = InjectedValues.current.second
        return Client()
      }
      $0.provide(InjectedValues.resultKey.self) {
        withInjected(\.second, "") {
          withInjected(\.text, "inner") { InjectedValues.current.client.text() }
        }
      }
    } operation: {
      expectOneResult("inner")
    }
  }

  @Test func `a singleton that is provided in a default's scope may enter what that has captured`()
  {
    withTestScope {
      $0.provide(InjectedValues.resultKey.self) {
        let outer = InjectedValues.current
        return withInjected {
          $0.provide(InjectedValues.logKey.self) {
            withInjected(outer) { InjectedValues.current.first }
          }
        } operation: {
          InjectedValues.current.log
        }
      }
    } operation: {
      expectOneResult("-")
    }
  }

  /// Who overrides a value that isn't read shares the result.
  private func expectOneResult(_ expected: String) {
    let results = ["Ada", "Bob"].map { withInjected(\.text, $0) { InjectedValues.current.counted } }
    #expect(results[0] === results[1] && results[0].result == expected)
  }

  /// Two scopes say it, and the value is built in both of what they say.
  @Test func `a value of two scopes goes on with the words that it was built from`() async {
    await withTestScope {
      let ada = withInjected(\.text, "Ada") { InjectedValues.current }
      let part = withInjected {
        $0.text = "part's"
        $0.first = "part's"
      } operation: {
        Client()
      }
      let pair = withInjected(ada) { part.pair() }
      #expect(pair.text == "Ada, part's")
      #expect(pair.client.text() == "Ada" && pair.client.first() == "part's")
      withInjected(\.other, 1) { #expect(pair.client.text() == "Ada") }
      #expect(await onThread { pair.client.text() } == "Ada")
    }
  }

  /// The scope of the first values has gone when their default is built in an inner one.
  @Test func `what is built late in values that outlived their scope is theirs`() {
    withTestScope {
      var request: InjectedValues? = withInjected(\.number, 1) { .current }
      let captured = withInjected(request!) { InjectedValues.current.keeper }.values
      let inner = withInjected(captured) {
        withInjected(\.text, "inner") { InjectedValues.current }
      }
      _ = withInjected(inner) { InjectedValues.current.keeper }
      request = nil
      let late = withInjected(inner) { InjectedValues.current.lateKeeper }
      #expect(withInjected(captured) { late.client.text() } == "default")
    }
  }
}

/// A default that reads its own key in a scope that it opens.
extension StartedWorkTests {
  /// Each build looks at all scopes around it once, and not at all builds.
  @Test(.enabled(if: !isShort || !isSanitized))
  func `a tree of scopes in one default takes no time that cubes with it`() {
    @Sendable func time(of depth: Int) -> Duration {
      (0..<3).map { _ in
        withTestScope {
          withInjected(\.number, depth) {
            processorTime { precondition(InjectedValues.current.tree == depth) }
          }
        }
      }.min()!
    }
    let isQuick = Log<Bool>()
    onThreads(stackSize: 64 << 20) { _ in
      isQuick.add((0..<5).contains { _ in time(of: 200) < time(of: 50) * 32 })
    }
    #expect(isQuick.all == [true])
  }

  @Test func `a tree of scopes fits on a small stack`() async {
    await #expect(processExitsWith: .success) {
      let hasEnded = onThreads(stackSize: 512 << 10) { _ in
        withTestScope {
          withInjected(\.number, 40) { precondition(InjectedValues.current.tree == 40) }
        }
      }
      precondition(hasEnded)
    }
  }
}

// MARK: - Fixtures

/// Opens a scope, and builds a session there on another thread.
private final class Refresher: Sendable {
  @TaskLocal static var place = Place.task
  private let ended = Atomic(false)
  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  init() {
    // Asked here: another thread that runs the work doesn't know it.
    let place = Self.place
    withInjected(\.first, "background") {
      let client = Client()
      place.start { [self] in
        _ = place.isOwnThread ? "" : client.session()
        ended.store(true, ordering: .releasing)
      }
    }
    usleep(2_000)
  }
}

/// Starts work that needs the account, which needs this.
private final class Sync: Sendable {
  @TaskLocal static var start = (place: Place.task, pause: UInt32(0))
  private let account = Injected(\.account)
  private let ended = Atomic(false)
  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  init() {
    let (place, pause) = Self.start
    place.start { [self] in
      if !place.isOwnThread { _ = account().sync }
      ended.store(true, ordering: .releasing)
    }
    usleep(pause)
  }
}

private final class Account: Sendable {
  let sync = InjectedValues.current.sync
}

private final class Client: Sendable {
  let text = Injected(\.text), first = Injected(\.first)
  let session = Injected(\.session), pair = Injected(\.pair), signature = Injected(\.signature)
}

private final class Counted: Sendable {
  let result = InjectedValues.current.result
}

private final class Pair: Sendable {
  let client = Client()
  let text = "\(InjectedValues.current.text), \(InjectedValues.current.first)"
}

private final class Keeper: Sendable {
  let client = Client()
  let values = InjectedValues.current
}

private let towerValues = Log<InjectedValues>()
private let towerCost = Log<Duration>()

private protocol Level: InjectionKey where Value == Int {}

private enum Ground: Level {
  static var defaultValue: Int {
    withInjected(towerValues.all[0]) { InjectedValues.current.number }
  }
}

private enum Floor<Below: Level>: Level {
  static var defaultValue: Int {
    InjectedValues.current[Below.self] + InjectedValues.current[Below.self]
  }
}

private func build<Top: Level>(_: Top.Type, levels: Int) -> Int {
  levels == 0 ? InjectedValues.current[Top.self] : build(Floor<Top>.self, levels: levels - 1)
}

extension InjectedValues {
  @Injectable fileprivate var tower: Int = {
    towerValues.add(.current)
    onThreads { _ in
      towerCost.add(processorTime { _ = build(Ground.self, levels: 16) })
    }
    return 1
  }()
  @Injectable fileprivate var refresher: Refresher = Refresher()
  @Injectable fileprivate var session: String = {
    // Asks a database.
    usleep(5_000)
    return "session of \(InjectedValues.current.text)"
  }()
  @Injectable fileprivate var sync: Sync = Sync()
  @Injectable fileprivate var account: Account = Account()
  @Injectable fileprivate var client: Client = Client()
  @Injectable fileprivate var result: String = ""
  @Injectable fileprivate var counted: Counted = Counted()
  @Injectable(lifetime: .singleton) fileprivate var log: String = ""
  @Injectable fileprivate var pair: Pair = Pair()
  @Injectable fileprivate var keeper: Keeper = {
    _ = InjectedValues.current.number
    return Keeper()
  }()
  @Injectable fileprivate var keeperText: String = InjectedValues.current.keeper.values.text
  @Injectable fileprivate var signature: String = InjectedValues.current.keeperText
  @Injectable fileprivate var lateKeeper: Keeper = {
    _ = InjectedValues.current.keeper
    return Keeper()
  }()
  @Injectable fileprivate var tree: Int = {
    let depth = InjectedValues.current.number
    return depth == 0
      ? 0 : withInjected(\.number, depth - 1) { InjectedValues.current.tree } + 1
  }()
}
