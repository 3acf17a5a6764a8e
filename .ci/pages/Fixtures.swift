// What samples in documentation comments mention without declaring it. They are compiled, and not
// run.

import Dispatch
import Foundation
import Injection
import InjectionMacros

struct Article: Sendable, Equatable {
  let name: String
  let cents: Int

  static let cup = Article(name: "Cup", cents: 1_450)
}

protocol Repository: Sendable {
  func getAll() -> [Article]
}

struct FileRepository: Repository {
  var path = "articles.json"
  func getAll() -> [Article] { [.cup] }
}

struct MockRepository: Repository {
  var articles: [Article] = []
  init(_ articles: [Article] = []) { self.articles = articles }
  func getAll() -> [Article] { articles }
}

struct User: Sendable, Equatable {
  let name: String
}

enum RepositoryKey: InjectionKey {
  static var defaultValue: any Repository { FileRepository() }
}

enum UserKey: InjectionKey {
  static var defaultValue: User? { nil }
}

extension InjectedValues {
  var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }

  var user: User? {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }
}

struct BasketService: Sendable {
  @Injected(\.repository) var repository

  var total: Int { repository.getAll().map(\.cents).reduce(0, +) }
}

struct DatabaseRepository: Repository {
  func getAll() -> [Article] { [] }
}

protocol Payment: Sendable {}
struct LivePayment: Payment {}
struct NoPayment: Payment {}

protocol Billing: Sendable {}
struct LiveBilling: Billing {}

final class History: Sendable {
  let user = Injected(\.user)
}

struct Pool: Sendable {
  static func open() async throws -> Pool { Pool() }
  func close() async {}
}

struct Config: Sendable {
  struct Failure: Error {}
  var timeout: Double
  init(timeout: Double) { self.timeout = timeout }
  init(_ file: String) throws(Failure) { self.init(timeout: 30) }
}

enum Currency: Sendable {
  case crown, peso
}

struct Session: Sendable {}

struct Checkout: Sendable {
  func total() async -> Int { 0 }
}

public protocol Payments: Sendable {}
struct LivePayments: Payments {}

struct Request: Sendable { var tenant = "north" }
struct Response: Sendable {}
func respond() async -> Response { Response() }

struct Transaction: Sendable {
  func commit() async throws {}
  func rollBack() async throws {}
}

struct Database: Sendable {
  static func open(_ name: String) async throws -> Database { Database() }
  func close() async {}
  func begin() async throws -> Transaction { Transaction() }
}

let database = Database()
let request = Request()
func placeOrder() async throws {}

struct Mailer: Sendable {
  static func open(for pool: Pool) async throws -> Mailer { Mailer() }
  func close() async {}
}

func provideAll(to values: inout InjectedValues) {}

extension InjectedValues {
  @Injectable var config = Config(timeout: 30)
  @Injectable var checkout = Checkout()
  @Injectable var clock: any Clock<Duration> = ContinuousClock()
  @Injectable var pool = Pool()
  @Injectable var payments: any Payments = LivePayments()
  @Injectable var tenant = ""
  @Injectable var request = Request()
  @Injectable var transaction = Transaction()
  @Injectable var mailer = Mailer()
  @Injectable var database = Database()
  @Injectable var users: [String] = []
  @Injectable var orders: [String] = []
}

// Samples declare macros' keys with these names.
enum SessionKey: InjectionKey { static var defaultValue: Session { Session() } }
enum BillingKey: InjectionKey { static var defaultValue: any Billing { LiveBilling() } }

extension InjectedValues {
  var session: Session { self[SessionKey.self] }
  var billing: any Billing {
    get { self[BillingKey.self] }
    set { self[BillingKey.self] = newValue }
  }
  static var requiredByApp: [any InjectionKey.Type] {
    [paymentsKey.self, mailerKey.self]
  }
}

typealias PaymentsKey = InjectedValues.paymentsKey

final class Basket {
  var articles: [Article] = []
}

extension BasketService {
  func addArticles(to basket: Basket) { basket.articles += repository.getAll() }
}

var basket: Basket { Basket() }
let file = "config.json"
let currencies = [Currency.crown, .peso]
let queue = DispatchQueue.global()

@discardableResult func checkout() -> Int { 0 }
func serve() async {}
func refresh() {}

/// What stands for `…`.
func leftOut() {}

/// What stands for `…` where a value is needed.
@_disfavoredOverload func leftOut<Value>() -> Value { fatalError() }
