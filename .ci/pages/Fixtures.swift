// What samples in documentation comments mention without declaring it, beside SampleTypes.md. They
// are compiled, and not run.

import Dispatch
import Foundation
import Injection

@testable import SampleTypes

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
  func begin() async throws -> Transaction { Transaction() }
}

let database = Database()
func placeOrder() async throws {}

struct Mailer: Sendable {
  static func open(for pool: Pool) async throws -> Mailer { Mailer() }
  func close() async {}
}

func provideAll(to values: inout InjectedValues) {}

enum ConfigKey: InjectionKey { static var defaultValue: Config { Config(timeout: 30) } }
enum CheckoutKey: InjectionKey { static var defaultValue: Checkout { Checkout() } }
enum ClockKey: InjectionKey { static var defaultValue: any Clock<Duration> { ContinuousClock() } }
enum SessionKey: InjectionKey { static var defaultValue: Session { Session() } }
enum BillingKey: InjectionKey { static var defaultValue: any Billing { LiveBilling() } }
enum PoolKey: InjectionKey { static var defaultValue: Pool { Pool() } }
enum PaymentsKey: InjectionKey { static var defaultValue: any Payments { LivePayments() } }
enum TenantKey: InjectionKey { static var defaultValue: String { "" } }
enum RequestKey: InjectionKey { static var defaultValue: Request { Request() } }
enum TransactionKey: InjectionKey { static var defaultValue: Transaction { Transaction() } }
enum MailerKey: InjectionKey { static var defaultValue: Mailer { Mailer() } }
enum UsersKey: InjectionKey { static var defaultValue: [String] { [] } }
enum NowKey: InjectionKey { static var defaultValue: @Sendable () -> Date { { Date() } } }

extension InjectedValues {
  var config: Config {
    get { self[ConfigKey.self] }
    set { self[ConfigKey.self] = newValue }
  }
  var checkout: Checkout {
    get { self[CheckoutKey.self] }
    set { self[CheckoutKey.self] = newValue }
  }
  var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }
  var session: Session {
    get { self[SessionKey.self] }
    set { self[SessionKey.self] = newValue }
  }
  var billing: any Billing {
    get { self[BillingKey.self] }
    set { self[BillingKey.self] = newValue }
  }
  var pool: Pool {
    get { self[PoolKey.self] }
    set { self[PoolKey.self] = newValue }
  }
  var payments: any Payments {
    get { self[PaymentsKey.self] }
    set { self[PaymentsKey.self] = newValue }
  }
  var tenant: String {
    get { self[TenantKey.self] }
    set { self[TenantKey.self] = newValue }
  }
  var request: Request {
    get { self[RequestKey.self] }
    set { self[RequestKey.self] = newValue }
  }
  var transaction: Transaction {
    get { self[TransactionKey.self] }
    set { self[TransactionKey.self] = newValue }
  }
  var mailer: Mailer {
    get { self[MailerKey.self] }
    set { self[MailerKey.self] = newValue }
  }
  var users: [String] { self[UsersKey.self] }
  var orders: [String] { self[UsersKey.self] }
  var now: @Sendable () -> Date {
    get { self[NowKey.self] }
    set { self[NowKey.self] = newValue }
  }
}

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
