import Injection
import InjectionMacros
import InjectionServer
import TestSupport
import Testing

/// Kept scopes that are seen together with those of requests, in any order of a server's
/// middleware.
struct MiddlewareTests {
  private let log = Log<String>()

  @Test(arguments: [false, true])
  func `the order of middleware doesn't matter`(requestIsInside: Bool) async throws {
    let shop = Shop(requestIsInside: requestIsInside)
    for (number, user) in ["Ada", "Ada", "Alan"].enumerated() {
      try await shop.handle("north", user, number) {
        let current = InjectedValues.current
        #expect("\(current.tenant) \(current.user) \(current.request)" == "north \(user) \(number)")
        #expect(current.metadata == ["request": "\(number)"])
        #expect(current.receipt.text == "north \(user) \(number)")
        #expect(current.receipt === InjectedValues[\.receipt])
        shop.see(current.catalog, current.basket, current.receipt)
        current.basket.items.withLock { $0.append("item of \(user)") }
      }
    }
    // What is built from the tenant is the tenant's, and so on.
    #expect(shop.seen.map(\.count) == [1, 2, 3])
    let counts = shop.baskets.map { basket in basket.items.withLock { $0.count } }
    #expect(counts.sorted() == [1, 2])
    try await shop.handle("south", "Ada", 3) {
      #expect(InjectedValues[\.basket].items.withLock { $0.isEmpty })
    }
    await shop.tenants.shutDown()
  }

  /// An equal override is another override.
  @Test(arguments: [false, true])
  func `a user that the request sets, too, has a basket of each request`(
    requestIsInside: Bool
  ) async throws {
    let shop = Shop(requestIsInside: requestIsInside)
    for number in 0..<2 {
      try await shop.handle("north", "Ada", number, alsoSetsUser: true) {
        shop.see(InjectedValues[\.basket])
      }
    }
    // The inner one of the two wins; side by side, the kept one.
    #expect(shop.seen.map(\.count) == [requestIsInside ? 2 : 1])
    await shop.tenants.shutDown()
  }

  @Test(arguments: [false, true])
  func `a body that is written later opens its tenant again`(requestIsInside: Bool) async throws {
    let shop = Shop(requestIsInside: requestIsInside)
    try await shop.handle("north", "Ada", 1) { log.add("\(InjectedValues[\.database].number)") }
    shop.tenants.removeScope(for: "north")
    #expect(await eventually { shop.closed.all == [1] })
    // As the middleware opens its scopes for the handler.
    try await shop.handle("north", "Ada", 1) {
      for _ in 0..<3 {
        let current = InjectedValues.current
        #expect(current.database.isOpen && current.receipt.text == "north Ada 1")
        log.add("\(current.database.number)")
        await Task.yield()
      }
      shop.tenants.removeScope(for: "north")
      // In use: it stays open.
      await Task.yield()
      #expect(InjectedValues[\.database].isOpen)
    }
    await shop.tenants.shutDown()
    #expect(log.all == ["1", "2", "2", "2"] && shop.closed.all == [1, 2])
  }

  @Test func `of two kept scopes, the last that is entered wins`() {
    let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
    for outer in ["none", "request"] {
      withInjected(\.request, outer) {
        tenants.withInjected("north") {
          #expect(InjectedValues[\.tenant] == "north")
          tenants.withInjected("south") {
            #expect(InjectedValues[\.tenant] == "south")
            tenants.withInjected("north") {
              #expect(InjectedValues[\.tenant] == "north" && InjectedValues[\.request] == outer)
            }
            withInjected(\.tenant, "own") {
              // It lies inside.
              tenants.withInjected("south") { #expect(InjectedValues[\.tenant] == "own") }
            }
          }
        }
      }
    }
  }

  @Test func `a task and an object keep both scopes that are seen together`() async {
    let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
    let gate = Gate()
    weak var catalog: Catalog?
    weak var receipt: Receipt?
    let (task, object) = withInjected(\.request, "1") {
      tenants.withInjected("north") {
        (catalog, receipt) = (InjectedValues[\.catalog], InjectedValues[\.receipt])
        let task = Task {
          await gate.wait()
          return (InjectedValues[\.catalog], InjectedValues[\.receipt])
        }
        return (task, Reader())
      }
    }
    tenants.removeAll()
    #expect(catalog != nil && receipt != nil && object.catalog() === catalog)
    gate.open()
    let late = await task.value
    #expect(late.0 === catalog && late.1 === receipt)
    #expect(object.receipt() === receipt)
  }

  @Test func `what is built from both scopes is built once in a request`() {
    let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
    func receipt() -> Receipt { tenants.withInjected("north") { InjectedValues[\.receipt] } }
    // The first request is older than the tenant.
    for request in ["1", "2"] {
      withInjected(\.request, request) {
        let first = receipt()
        #expect(first === receipt() && first.text == "north nobody \(request)")
        tenants.withInjected("north") {
          InjectedValues[\.sessions].withInjected("Ada") {
            #expect(InjectedValues[\.receipt] !== first)
            let ofAda = InjectedValues[\.receipt]
            tenants.withInjected("north") {
              #expect(InjectedValues[\.receipt] === ofAda && ofAda.text == "north Ada \(request)")
            }
          }
        }
        let again = tenants.withInjected("north") {
          InjectedValues[\.sessions].withInjected("Ada") { InjectedValues[\.receipt] }
        }
        #expect(again.text == "north Ada \(request)")
      }
    }
  }

  @Test func `a scope that stays keeps nothing of kept scopes that have gone`() {
    let tenants = InjectedScopes<Int>(limit: 5) { $0.tenant = "\($1)" }
    var receipts: [() -> Receipt?] = []
    withInjected(\.request, "server") {
      for tenant in 0..<100 {
        tenants.withInjected(tenant) {
          weak let receipt = InjectedValues[\.receipt]
          #expect(receipt?.text == "\(tenant) nobody server")
          receipts.append { receipt }
        }
      }
      #expect(receipts.count { $0() != nil } == 5)
    }
  }

  @Test func `what is seen together goes when the request ends`() {
    let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
    weak var receipt: Receipt?
    weak var catalog: Catalog?
    withInjected(\.request, "1") {
      tenants.withInjected("north") {
        (catalog, receipt) = (InjectedValues[\.catalog], InjectedValues[\.receipt])
      }
      #expect(receipt != nil)
    }
    #expect(receipt == nil && catalog != nil)
    tenants.removeAll()
    #expect(catalog == nil)
  }
}

// MARK: - Fixtures

/// A server whose middleware is in one of both orders.
private final class Shop: Sendable {
  let tenants: AsyncInjectedScopes<String>
  /// The numbers of the databases.
  let closed = Log<Int>()
  private let requestIsInside: Bool
  private let objects = Lock<[[any AnyObject & Sendable]]>([])

  init(requestIsInside: Bool) {
    self.requestIsInside = requestIsInside
    let opened = Lock(0)
    tenants = AsyncInjectedScopes(limit: .max) { values, tenant in
      values.tenant = tenant
      let number = opened.withLock { number in
        number += 1
        return number
      }
      values.database = Database(number: number)
    } closing: { [closed] values, _, _ in
      values.database.close()
      closed.add(values.database.number)
    }
  }

  func handle(
    _ tenant: String,
    _ user: String,
    _ number: Int,
    alsoSetsUser: Bool = false,
    _ handler: () async -> Void
  ) async throws {
    func inSession(_ next: () async throws -> Void) async throws {
      try await tenants.withInjected(tenant) {
        try await InjectedValues[\.sessions].withInjected(user) { try await next() }
      }
    }
    func inRequest(_ next: () async throws -> Void) async throws {
      try await withInjected {
        $0.request = "\(number)"
        $0.metadata["request"] = "\(number)"
        if alsoSetsUser { $0.user = user }
      } operation: {
        try await next()
      }
    }
    if requestIsInside {
      try await inSession { try await inRequest(handler) }
    } else {
      try await inRequest { try await inSession(handler) }
    }
  }

  /// Notes the objects of a request.
  func see(_ objects: (any AnyObject & Sendable)...) {
    self.objects.withLock { $0.append(objects) }
  }

  /// The different objects, by their places in the requests.
  var seen: [[any AnyObject & Sendable]] {
    let all = objects.withLock { $0 }
    return all[0].indices.map { index in
      all.reduce(into: []) { seen, objects in
        if !seen.contains(where: { $0 === objects[index] }) { seen.append(objects[index]) }
      }
    }
  }

  var baskets: [Basket] { seen[1].map { $0 as! Basket } }
}

private final class Basket: Sendable {
  let user = InjectedValues[\.user]
  let items = Lock<[String]>([])
}

private final class Database: Sendable {
  let number: Int
  private let wasClosed = Lock(false)
  init(number: Int) { self.number = number }
  var isOpen: Bool { wasClosed.withLock { !$0 } }
  func close() { wasClosed.withLock { $0 = true } }
}

/// Stands on the tenant.
private final class Catalog: Sendable { let tenant = InjectedValues[\.tenant] }

/// Stands on all.
private final class Receipt: Sendable {
  let text = "\(InjectedValues[\.tenant]) \(InjectedValues[\.user]) \(InjectedValues[\.request])"
}

private final class Reader: Sendable {
  let catalog = Injected(\.catalog)
  let receipt = Injected(\.receipt)
}

private enum TenantKey: InjectionKey { static var defaultValue: String { "none" } }

extension InjectedValues {
  fileprivate var tenant: String {
    get { self[TenantKey.self] }
    set { self[TenantKey.self] = newValue }
  }
  @Injectable fileprivate var user = "nobody"
  @Injectable fileprivate var database: Database
  @Injectable fileprivate var request = "none"
  @Injectable fileprivate var metadata: [String: String] = [:]
  @Injectable(lifetime: .scoped(by: TenantKey.self)) fileprivate var basket: Basket = Basket()
  @Injectable fileprivate var catalog: Catalog = Catalog()
  @Injectable fileprivate var receipt: Receipt = Receipt()
  @Injectable(lifetime: .scoped(by: TenantKey.self))
  fileprivate var sessions: InjectedScopes<String> = InjectedScopes(in: .current, limit: .max) {
    $0.user = $1
  }
}
