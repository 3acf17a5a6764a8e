public import Dispatch
public import Foundation
public import Injection

public enum RepositoryKey: InjectionKey {
  public static var defaultValue: any Repository { FileRepository() }
}

public enum ArticlesPathKey: InjectionKey {
  public static var defaultValue: String { "articles.json" }
}

public enum ConfigKey: InjectionKey {
  public static var defaultValue: Config { Config(timeout: 30) }
}

public enum CheckoutKey: InjectionKey {
  public static var defaultValue: Checkout { Checkout() }
}

public enum ClockKey: InjectionKey {
  public static var defaultValue: any Clock<Duration> { ContinuousClock() }
}

public enum SessionKey: InjectionKey {
  public static var defaultValue: Session { Session() }
}

public enum BillingKey: InjectionKey {
  public static var defaultValue: any Billing { LiveBilling() }
}

public enum UserKey: InjectionKey {
  public static var defaultValue: User? { nil }
}

public enum PoolKey: InjectionKey {
  public static var defaultValue: Pool { Pool() }
}

public enum NowKey: InjectionKey {
  public static var defaultValue: @Sendable () -> Date { { Date() } }
}

extension InjectedValues {
  public var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }

  public var articlesPath: String {
    get { self[ArticlesPathKey.self] }
    set { self[ArticlesPathKey.self] = newValue }
  }

  public var config: Config {
    get { self[ConfigKey.self] }
    set { self[ConfigKey.self] = newValue }
  }

  public var checkout: Checkout {
    get { self[CheckoutKey.self] }
    set { self[CheckoutKey.self] = newValue }
  }

  public var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  public var session: Session {
    get { self[SessionKey.self] }
    set { self[SessionKey.self] = newValue }
  }

  public var billing: any Billing {
    get { self[BillingKey.self] }
    set { self[BillingKey.self] = newValue }
  }

  public var user: User? {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }

  public var pool: Pool {
    get { self[PoolKey.self] }
    set { self[PoolKey.self] = newValue }
  }

  public var now: @Sendable () -> Date {
    get { self[NowKey.self] }
    set { self[NowKey.self] = newValue }
  }
}

public final class BasketService {
  @Injected(\.repository) public var repository
  public init() {}
  public func addArticles(to basket: Basket) { basket.articles += repository.getAll() }
}

public var basket: Basket { Basket() }

public let queue = DispatchQueue.global()
