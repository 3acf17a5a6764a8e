import Foundation
import Injection
import InjectionServer
import Synchronization

// A request of a server, as its middleware handles it: a tenant and a session that are kept, a
// scope of its own, and a transaction in another. Eight reads; one of them builds a default. And
// the same by hand: dictionaries behind locks, and a task-local for each layer.
//
// A whole request also decodes a body of a kilobyte of JSON, and encodes the answer.

extension Row {
  static var servers: [Row] {
    [
      Row("resource", "a scope with a resource, empty", atMost: 3.2, of: "task") { batch in
        await batch.measureAsync { try! await Server.withTransaction { sink(1) } }
      },
      Row("server-by-hand", "a request, with task-locals") { batch in
        await batch.measureAsync {
          try! await Order.answer { try await BareServer.handle("north", $0, 1) }
        }
      },
      Row("server", "a request", atMost: 1.2, of: "server-by-hand") { batch in
        await batch.measureAsync {
          try! await Order.answer { try await Server.handle("north", $0, 1) }
        }
      },
      Row("server-scopes-by-hand", "its layers and reads alone") { batch in
        await batch.measureAsync { try! await BareServer.handle("north", "Ada", 1) }
      },
      Row(
        "server-scopes",
        "its scopes and reads alone",
        atMost: 3.4,
        of: "server-scopes-by-hand"
      ) { batch in
        await batch.measureAsync { try! await Server.handle("north", "Ada", 1) }
      },
    ]
  }
}

/// The body of a request, and of its answer.
private struct Order: Codable {
  struct Line: Codable {
    var article: String
    var count: Int
    var price: Double
    var note: String?
  }

  var name: String
  var lines: [Line]

  private static let body = try! JSONEncoder().encode(
    Order(
      name: "Ada",
      lines: (1...12).map { Line(article: "article \($0)", count: $0, price: 9.99, note: "a gift") }
    )
  )

  @inline(never)
  static func answer(_ handle: (String) async throws -> Void) async throws {
    let order = try JSONDecoder().decode(Order.self, from: body)
    try await handle(order.name)
    sink(try JSONEncoder().encode(order).count)
  }
}

private final class Transaction: Sendable {
  @inline(never)
  static func begin() async throws -> Transaction { Transaction() }

  @inline(never)
  func end(_ isCommitted: Bool) async { sink(isCommitted ? 1 : 0) }
}

private final class Catalog: Sendable {
  let tenant: String
  init(_ tenant: String) { self.tenant = tenant }
}

private final class Basket: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

/// Built for each request.
private final class History: Sendable {
  let request: Int
  init(_ request: Int) { self.request = request }
}

// MARK: - Injected

extension InjectedValues {
  fileprivate enum TenantKey: InjectionKey { static var defaultValue: String { "none" } }
  fileprivate var tenant: String {
    get { self[TenantKey.self] }
    set { self[TenantKey.self] = newValue }
  }

  private enum NameKey: InjectionKey { static var defaultValue: String { "nobody" } }
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }

  private enum FieldsKey: InjectionKey { static var defaultValue: [String: String] { [:] } }
  fileprivate var fields: [String: String] {
    get { self[FieldsKey.self] }
    set { self[FieldsKey.self] = newValue }
  }

  private enum TransactionKey: InjectionKey {
    static var defaultValue: Transaction { unprovided() }
  }
  fileprivate var transaction: Transaction {
    get { self[TransactionKey.self] }
    set { self[TransactionKey.self] = newValue }
  }

  private enum SessionsKey: InjectionKey {
    static var defaultValue: InjectedScopes<String> {
      InjectedScopes(in: .current, limit: .max) { $0.name = $1 }
    }
    static let lifetime = InjectionLifetime.scoped(by: TenantKey.self)
  }
  fileprivate var sessions: InjectedScopes<String> { self[SessionsKey.self] }

  private enum CatalogKey: InjectionKey {
    static var defaultValue: Catalog { Catalog(InjectedValues.current.tenant) }
  }
  fileprivate var catalog: Catalog { self[CatalogKey.self] }

  private enum BasketKey: InjectionKey {
    static var defaultValue: Basket { Basket(InjectedValues.current.name) }
  }
  fileprivate var basket: Basket { self[BasketKey.self] }

  private enum HistoryKey: InjectionKey {
    static var defaultValue: History { History(InjectedValues.current.request) }
  }
  fileprivate var history: History { self[HistoryKey.self] }
}

private enum Server {
  private static let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }

  static func withTransaction(_ operation: () async throws -> Void) async throws {
    try await withInjected(\.transaction) {
      try await Transaction.begin()
    } closing: { transaction, outcome in
      if case .returned = outcome {
        await transaction.end(true)
      } else {
        await transaction.end(false)
      }
    } operation: {
      try await operation()
    }
  }

  @inline(never)
  static func handle(_ tenant: String, _ name: String, _ request: Int) async throws {
    try await tenants.withInjected(tenant) {
      try await InjectedValues.current.sessions.withInjected(name) {
        try await withInjected {
          $0.request = request
          $0.fields = ["tenant": tenant]
        } operation: {
          try await withTransaction { run() }
        }
      }
    }
  }

  @inline(never)
  private static func run() {
    let values = InjectedValues.current
    sink(values.request)
    sink(values.fields.count)
    sink(values.name.utf8.count)
    sink(values.tenant.utf8.count)
    sink(values.catalog)
    sink(values.basket)
    sink(values.transaction)
    sink(values.history)
  }
}

// MARK: - By hand

private enum BareServer {
  private final class Tenant: Sendable {
    let name: String
    let catalog: Catalog
    let sessions = Kept { Session($0) }
    init(_ name: String) { (self.name, catalog) = (name, Catalog(name)) }
  }

  private final class Session: Sendable {
    let name: String
    let basket: Basket
    init(_ name: String) { (self.name, basket) = (name, Basket(name)) }
  }

  private struct Context: Sendable {
    let request: Int
    let fields: [String: String]
    let history: History
  }

  private final class Kept<Value: Sendable>: Sendable {
    private let values = Mutex<[String: Value]>([:])
    private let make: @Sendable (String) -> Value

    init(_ make: @escaping @Sendable (String) -> Value) { self.make = make }

    func value(for id: String) -> Value {
      values.withLock { values in
        if let known = values[id] { return known }
        let new = make(id)
        values[id] = new
        return new
      }
    }
  }

  private static let tenants = Kept { Tenant($0) }
  @TaskLocal private static var tenant: Tenant?
  @TaskLocal private static var session: Session?
  @TaskLocal private static var context: Context?
  @TaskLocal private static var transaction: Transaction?

  private static func withTransaction(_ operation: () async throws -> Void) async throws {
    let transaction = try await Transaction.begin()
    try await $transaction.withValue(transaction) {
      let result: Result<Void, any Error>
      do {
        result = .success(try await operation())
      } catch {
        result = .failure(error)
      }
      var isCommitted = false
      if case .success = result { isCommitted = true }
      // In a task of its own, which is not canceled.
      await Task { [isCommitted] in await transaction.end(isCommitted) }.value
      try result.get()
    }
  }

  @inline(never)
  static func handle(_ tenant: String, _ name: String, _ request: Int) async throws {
    try await $tenant.withValue(tenants.value(for: tenant)) {
      try await $session.withValue(self.tenant!.sessions.value(for: name)) {
        let context = Context(
          request: request,
          fields: ["tenant": tenant],
          history: History(request)
        )
        try await $context.withValue(context) { try await withTransaction { run() } }
      }
    }
  }

  @inline(never)
  private static func run() {
    sink(context!.request)
    sink(context!.fields.count)
    sink(session!.name.utf8.count)
    sink(tenant!.name.utf8.count)
    sink(tenant!.catalog)
    sink(session!.basket)
    sink(transaction!)
    sink(context!.history)
  }
}
