// What the snippets in README.md and in documentation comments mention without declaring it.

public import Injection

public struct Article: Sendable, Equatable {
  public let name: String
  public let cents: Int

  public init(name: String, cents: Int) {
    self.name = name
    self.cents = cents
  }
}

public let cup = Article(name: "Cup", cents: 1_450)

public final class Basket {
  public var articles: [Article] = []
  public init() {}
}

public protocol Repository: Sendable {
  func getAll() -> [Article]
}

public struct FileRepository: Repository {
  public init() {}
  public init(path: String) {}
  public func getAll() -> [Article] { [] }
}

public struct DatabaseRepository: Repository {
  public init() {}
  public func getAll() -> [Article] { [] }
}

public struct MockRepository: Repository {
  public let articles: [Article]
  public init(_ articles: [Article] = []) { self.articles = articles }
  public func getAll() -> [Article] { articles }
}

public protocol Payment: Sendable {}

public struct LivePayment: Payment {
  public init() {}
}

public struct NoPayment: Payment {
  public init() {}
}

public protocol Billing: Sendable {}

public struct LiveBilling: Billing {
  public init() {}
}

public struct User: Sendable {
  public let name: String
}

public final class History: Sendable {
  public let user = Injected(\.user)
  public init() {}
}

public struct Pool: Sendable {
  public static func open() async throws -> Pool { Pool() }
  public func close() async {}
}

public struct Config: Sendable {
  public var timeout: Double
  public init(timeout: Double) { self.timeout = timeout }
  public init(_ file: String) throws(ConfigError) { self.init(timeout: 30) }
}

public struct ConfigError: Error {}

public let file = "config.json"

public enum Currency: Sendable {
  case crown, peso
}

public let currencies = [Currency.crown, .peso]

public struct Session: Sendable {
  public init() {}
}

public struct Checkout: Sendable {
  public init() {}
  public func total() async -> Int { 0 }
}

@discardableResult
public func checkout() -> Int { 0 }

public func serve() async {}

public func refresh() {}

/// What stands for `…` in a snippet.
public func leftOut() {}

/// What stands for `…` in a snippet, where a value is needed.
@_disfavoredOverload
public func leftOut<Value>() -> Value { fatalError("Snippets are compiled, and not run.") }
