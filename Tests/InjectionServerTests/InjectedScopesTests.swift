import Foundation
import Injection
import InjectionMacros
import InjectionServer
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// Scopes by an identifier, and what a default captures of the scope that asks for it.
struct InjectedScopesTests {
  @Test func `what is asked for inside a request has nothing of that request`() {
    let tenants = InjectedScopes<String>(limit: .max) { values, tenant in
      values.tenant = tenant
      // By hand, which would see the scope of the request.
      values.seen = InjectedValues[\.request]
    }
    for request in ["r1", "r2"] {
      withInjected(\.request, request) {
        let values = tenants.values(for: "north")
        #expect(values.request == "none" && values.tenant == "north" && values.seen == "none")
        withInjected(values) {
          #expect(InjectedValues[\.database].name == "north none")
          withInjected(\.request, request) { #expect(InjectedValues[\.request] == request) }
        }
      }
    }
  }

  @Test func `the base is the container's root, or what is given`() {
    let (made, given) = withInjected(\.request, "base") {
      (
        InjectedScopes<Int>(limit: .max) { $0.number = $1 },
        InjectedScopes<Int>(in: withInjected(\.request, "given") { .current }, limit: .max) {
          $0.number = $1
        }
      )
    }
    #expect(made.values(for: 2).request != "base" && made.values(for: 2).number == 2)
    #expect(given.values(for: 2).request == "given")
  }

  @Test(arguments: [0, 1, 2])
  func `jobs that enter kept scopes, and start the next one there, hold none before`(kind: Int)
    async
  {
    let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
    // Beside a tenant, in it, or that itself.
    let sessions = InjectedScopes<String>(
      in: kind == 1 ? tenants.values(for: "north") : .root,
      limit: .max
    ) { $0.seen = $1 }
    struct Reference: Sendable { weak var scope: Scope? }
    let (scopes, depths) = (Log<Reference>(), Log<Int>())
    @Sendable func work(_ rest: Int, _ end: CheckedContinuation<Void, Never>) {
      tenants.withInjected("north") {
        (kind == 2 ? tenants : sessions).withInjected(kind == 2 ? "north" : "Ada") {
          // Another tenant's is entered by mistake.
          tenants.withInjected("south") { #expect(InjectedValues[\.tenant] == "south") }
          let values = InjectedValues.current
          #expect(
            [values.tenant, values.seen, values.request] == [
              "north", kind == 2 ? "none" : "Ada", "r1",
            ]
          )
          scopes.add(Reference(scope: Scope.current))
          depths.add(Scope.current!.layer.depth)
          Task {
            if rest > 0 { return work(rest - 1, end) }
            #expect(await eventually { scopes.all.count { $0.scope != nil } <= 2 })
            end.resume()
          }
        }
      }
    }
    await withInjected(\.request, "r1") { await withCheckedContinuation { work(20, $0) } }
    #expect(Set(depths.all).count <= 2)
  }

  @Test func `what is removed goes, and comes back new`() {
    let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
    // Also while a request of another tenant runs.
    withInjected(tenants.values(for: "south")) {
      weak let old = tenants.values(for: "north").database
      #expect(old != nil && tenants.values(for: "north").database === old)
      tenants.removeScope(for: "north")
      tenants.removeScope(for: "west")
      #expect(old == nil)
      weak let new = tenants.values(for: "north").database
      #expect(new != nil)
      tenants.removeAll()
      #expect(new == nil)
    }
  }

  @Test func `a scope that a default asks for first keeps its values when that default goes`() {
    let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
    weak var database: Database?
    withInjected {
      $0.provide(InjectedValues.seenKey.self) { tenants.values(for: "north").tenant }
    } operation: {
      _ = InjectedValues[\.seen]
      database = tenants.values(for: "north").database
    }
    #expect(database != nil && tenants.values(for: "north").database === database)
  }

  /// As one that warms the scope up, while another thread removes it.
  @Test func `a scope that a default enters stays until it leaves it`() async {
    let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
    let (seen, last) = (Log<Bool>(), Log<WeakDatabase>())
    withTestScope {
      $0.provide(InjectedValues.seenKey.self) {
        tenants.withInjected("north") {
          weak let database = InjectedValues[\.database]
          tenants.removeScope(for: "north")
          seen.add(database != nil && InjectedValues[\.database] === database)
          last.add(WeakDatabase(object: database))
          return ""
        }
      }
    } operation: {
      _ = InjectedValues[\.seen]
      #expect(seen.all == [true] && last.all[0].object == nil)
    }
    await withTestScope {
      let warmed = await tenants.withInjected("south") {
        weak let database = InjectedValues[\.database]
        await Task.yield()
        tenants.removeScope(for: "south")
        return database != nil && InjectedValues[\.database] === database
      }
      #expect(warmed)
    }
  }

  @Test func `a collection that a value keeps does not keep its base`() {
    weak var kept: Log<InjectedScopes<Int>>?
    withTestScope {
      kept = InjectedValues[\.kept]
      let scopes = InjectedScopes<Int>(in: .current, limit: .max) { $0.number = $1 }
      kept?.add(scopes)
      for scopes in [scopes, InjectedValues[\.scopes]] {
        withInjected(scopes.values(for: 1)) { _ = InjectedValues[\.database] }
      }
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }

  @Test func `beyond the limit, what was not asked for the longest goes`() {
    let tenants = InjectedScopes<String>(limit: 2) { $0.tenant = $1 }
    weak let north = tenants.values(for: "north").database
    weak let south = tenants.values(for: "south").database
    _ = tenants.values(for: "north")
    _ = tenants.values(for: "east")
    #expect(north != nil && south == nil)
    tenants.removeScope(for: "north")
    weak let east = tenants.values(for: "east").database
    _ = tenants.values(for: "west")
    #expect(north == nil && east != nil)
    for tenant in ["north", "west", "south"] { _ = tenants.values(for: tenant) }
    #expect(east == nil && tenants.values(for: "west").tenant == "west")
  }

  @Test func `identifiers with the same hash are apart`() {
    struct ID: Hashable {
      let number: Int
      func hash(into hasher: inout Hasher) { hasher.combine(number % 2) }
    }
    let scopes = InjectedScopes<ID>(limit: 5) { $0.tenant = "\($1.number)" }
    let databases = (0..<5).map { scopes.values(for: ID(number: $0)).database }
    func isKept(_ number: Int) -> Bool {
      scopes.values(for: ID(number: number)).database === databases[number]
    }
    for number in 0..<5 {
      #expect(scopes.values(for: ID(number: number)).tenant == "\(number)" && isKept(number))
    }
    scopes.removeScope(for: ID(number: 2))
    #expect(!isKept(2) && isKept(0) && isKept(4))
    for number in 0..<100 {
      #expect(scopes.values(for: ID(number: number)).tenant == "\(number)")
    }
  }

  @Test func `what is opened is kept if another identifier with its hash is removed meanwhile`() {
    struct ID: Hashable {
      let number: Int
      func hash(into hasher: inout Hasher) {}
    }
    let (own, opened) = (Log<InjectedScopes<ID>>(), Log<Int>())
    let scopes = InjectedScopes<ID>(limit: 5) {
      $0.number = $1.number
      opened.add($1.number)
      own.all[0].removeScope(for: ID(number: 2))
    }
    own.add(scopes)
    for number in [1, 2, 1, 2] { #expect(scopes.values(for: ID(number: number)).number == number) }
    // 2 removes itself.
    #expect(opened.all == [1, 2, 2])
  }

  @Test func `scopes may be removed while one is looked for`() {
    struct ID: Hashable {
      var compare: @Sendable () -> Void = {}
      func hash(into hasher: inout Hasher) {}
      static func == (one: ID, other: ID) -> Bool {
        one.compare()
        other.compare()
        return true
      }
    }
    let scopes = InjectedScopes<ID>(limit: 5) { values, _ in values.tenant = "north" }
    let first = scopes.values(for: ID()).database
    #expect(scopes.values(for: ID { scopes.removeAll() }).database === first)
    let second = scopes.values(for: ID()).database
    scopes.removeScope(for: ID { scopes.removeAll() })
    let third = scopes.values(for: ID()).database
    let fourth = Log<Database>()
    scopes.removeScope(
      for: ID {
        scopes.removeAll()
        fourth.add(scopes.values(for: ID()).database)
      }
    )
    #expect(first !== second && second !== third && third !== fourth.all[0])
    #expect(scopes.values(for: ID()).database === fourth.all[0])
  }

  @Test func `a new tenant costs the same at any limit`() {
    func cost(of count: Int, limit: Int) -> Duration {
      (0..<3).map { _ in
        let tenants = InjectedScopes<Int>(limit: limit) { $0.number = $1 }
        return processorTime { for id in 0..<count { _ = tenants.values(for: id) } } / count
      }.min()!
    }
    // Where each looked through all others, this was 20 times as much.
    #expect(cost(of: 10_000, limit: 1_000) < cost(of: 100, limit: 10) * 4)
  }

  @Test func `a limit must be positive`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = InjectedScopes<Int>(limit: 0) { $0.number = $1 }
    }
    result.expectMessage("limit must be positive (was 0)")
  }

  @Test(.timeLimit(.minutes(3)))
  func `what is removed while it is opened isn't kept`() {
    for removesAll in [false, true] {
      let (reads, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let hasOpened = DispatchSemaphore(value: 0)
      let plan = Atomic(1)
      let tenants = InjectedScopes<String>(limit: .max) { values, tenant in
        (values.number, values.tenant) = (plan.load(ordering: .relaxed), tenant)
        if tenant == "north", values.number == 1 {
          reads.signal()
          goesOn.wait()
        }
        if tenant == "west" {
          goesOn.signal()
          hasOpened.wait()
        }
      }
      let south = tenants.values(for: "south").database
      let base = InjectedValues.current
      let seen = Log<Int>()
      let hasEnded = onThreads(2) { thread in
        withInjected(base) {
          if thread == 0 {
            seen.add(tenants.values(for: "north").number)
            hasOpened.signal()
            return
          }
          reads.wait()
          plan.store(2, ordering: .relaxed)
          if removesAll { tenants.removeAll() } else { tenants.removeScope(for: "north") }
          _ = tenants.values(for: "west")
        }
      }
      #expect(hasEnded && seen.all == [1])
      #expect(tenants.values(for: "north").number == 2)
      #expect((tenants.values(for: "south").database === south) == !removesAll)
    }
  }

  // MARK: The end

  @Test func `objects of a tenant that has gone keep what they have read in a request`() {
    let tenants = InjectedScopes<String>(limit: 1) { $0.tenant = $1 }
    withInjected(\.request, "Ada's") {
      let order = tenants.withInjected("north") { InjectedValues[\.order] }
      _ = tenants.values(for: "south")
      let (basket, log) = (order.basket, order.log)
      #expect(basket.names == ["north", "Ada's"] && log.names == basket.names)
      #expect(order.basket === basket && order.log === log)
      // Also beside an object of another one that has gone, and where a third builds its own.
      let other = tenants.withInjected("south") { InjectedValues[\.order] }
      tenants.withInjected("east") { #expect(InjectedValues[\.basket].names[0] == "east") }
      let otherBasket = other.basket
      #expect(order.basket === basket && other.basket === otherBasket)
    }
  }

  @Test func `what was built with a tenant goes with it, in a request that stays`() {
    let tenants = InjectedScopes<Int>(limit: 1) { $0.tenant = "\($1)" }
    withInjected(\.request, "Ada's") {
      weak let first = tenants.withInjected(0) { InjectedValues[\.basket] }
      #expect(first != nil)
      tenants.withInjected(1) {}
      #expect(first == nil)
    }
  }

  /// Objects of tenants that have gone read late what is built from both.
  @Test func `what an object of a tenant that has gone reads goes with it`() {
    let tenants = InjectedScopes<Int>(limit: 1) { $0.tenant = "\($1)" }
    withInjected(\.request, "Ada's") {
      var orders = (0..<40).map { id in tenants.withInjected(id) { InjectedValues[\.order] } }
      tenants.removeAll()
      let baskets = orders.map { WeakBasket(object: $0.basket) }
      for (order, basket) in zip(orders, baskets) { #expect(order.basket === basket.object) }
      orders = []
      #expect(baskets.allSatisfy { $0.object == nil })
    }
  }

  @Test(.timeLimit(.minutes(3)))
  func `what is released after a build may read what was built, and wait for a thread that does`() {
    let tenants = InjectedScopes<Int>(limit: 1) { $0.tenant = "\($1)" }
    let names = Log<[String]>()
    let base = InjectedValues.current
    let hasEnded = onThreads { _ in
      withInjected(base) {
        withInjected {
          $0.request = "Ada's"
          $0.farewell = Farewell { own in
            let values = InjectedValues.current
            onThreads { _ in withInjected(values) { names.add(InjectedValues[\.basket].names) } }
            names.add(own())
          }
        } operation: {
          for id in 0..<17 { tenants.withInjected(id) { _ = InjectedValues[\.service] } }
          #expect(names.all.count == 32)
        }
      }
    }
    #expect(hasEnded)
  }

  @Test func `a tenant may go while other threads read in its sessions`() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let sessions = Lock<InjectedScopes<Int>?>(nil)
      let hasEnded = Atomic(false)
      let haveEnded = onThreads(3) { thread in
        if thread > 0 {
          var user = thread
          while !hasEnded.load(ordering: .relaxed) {
            guard let sessions = sessions.withLock({ $0 }) else { continue }
            user += 2
            withInjected(sessions.values(for: user)) {
              precondition(InjectedValues.current.number == user)
              for _ in 0..<20 { _ = InjectedValues.current.trace }
            }
          }
          return
        }
        for round in 0..<400 {
          withInjected(\.tenant, "tenant \(round)") {
            // It reads when it goes, with the last of those who use its scope.
            _ = InjectedValues.current.connection
            let new = InjectedScopes<Int>(in: .current, limit: .max) { $0.number = $1 }
            sessions.withLock { $0 = new }
            for _ in 0..<(round % 64) * 50 { _ = hasEnded.load(ordering: .acquiring) }
          }
        }
        hasEnded.store(true, ordering: .relaxed)
      }
      precondition(haveEnded)
    }
  }

  @Test func `collections that are nested deeply read and end`() async {
    await #expect(processExitsWith: .success) {
      let hasEnded = onThreads(stackSize: 512 << 10) { _ in
        withTestScope {
          var values = InjectedValues.current
          for number in 1...100_000 {
            let scopes = InjectedScopes<Int>(in: values, limit: .max) { $0.number = $1 }
            values = scopes.values(for: number)
          }
          precondition(values.number == 100_000)
          values = .current
        }
      }
      precondition(hasEnded)
    }
  }
}

extension InjectedScopesTests {
  @Test func `scopes that are entered in what is seen in each other end on a small stack`() async {
    await #expect(processExitsWith: .success) {
      let hasEnded = onThreads(stackSize: 512 << 10) { _ in
        let scopes = InjectedScopes<Int>(limit: .max) { $0.number = $1 }
        var values = withInjected(\.text, "request") { InjectedValues.current }
        for number in 1...4_000 {
          withInjected(values) { scopes.withInjected(number) { values = .current } }
        }
        precondition(values.text == "request")
        values = .root
      }
      precondition(hasEnded)
    }
  }
}

// MARK: - Fixtures

private struct WeakBasket { weak var object: Basket? }
private struct WeakDatabase: Sendable { weak let object: Database? }

private final class Database: Sendable {
  let name = "\(InjectedValues[\.tenant]) \(InjectedValues[\.unrelated])"
}

/// Reads when it goes.
private final class Connection: Sendable {
  private let tenant = InjectedValues[\.tenant]
  deinit { _ = InjectedValues[\.trace] }
}

private final class Basket: Sendable {
  let names = [InjectedValues[\.tenant], InjectedValues[\.request]]
}

private final class Order: Sendable {
  let names = [InjectedValues[\.tenant], InjectedValues[\.request]]
  private let storedBasket = Injected(\.basket)
  private let storedLog = Injected(\.secondBasket)
  var basket: Basket { storedBasket.wrappedValue }
  var log: Basket { storedLog.wrappedValue }
}

private struct Farewell: Sendable {
  let say: @Sendable (() -> [String]) -> Void
}

/// Reads something of its own tenant and request when it goes.
private final class Service: Sendable {
  private let names = [InjectedValues[\.tenant], InjectedValues[\.request]]
  private let farewell = InjectedValues[\.farewell]
  private let basket = Injected(\.basket)
  deinit { farewell?.say { basket.wrappedValue.names } }
}

private enum TenantKey: InjectionKey { static var defaultValue: String { "none" } }

extension InjectedValues {
  @Injectable
  fileprivate var scopes: InjectedScopes<Int> = InjectedScopes(in: .current, limit: .max) {
    $0.number = $1
  }
  fileprivate var tenant: String {
    get { self[TenantKey.self] }
    set { self[TenantKey.self] = newValue }
  }
  @Injectable fileprivate var kept = Log<InjectedScopes<Int>>()
  @Injectable fileprivate var request: String = "none"
  @Injectable fileprivate var basket: Basket = Basket()
  @Injectable fileprivate var secondBasket: Basket = Basket()
  @Injectable fileprivate var farewell: Farewell? = nil
  @Injectable fileprivate var order: Order = Order()
  @Injectable fileprivate var service: Service = Service()
  @Injectable fileprivate var seen: String = "none"
  @Injectable fileprivate var unrelated: String = "none"
  @Injectable fileprivate var database: Database = Database()
  @Injectable fileprivate var connection: Connection = Connection()
  @Injectable(lifetime: .transient) fileprivate var trace: UInt64 = .random(in: 0...(.max))
}
