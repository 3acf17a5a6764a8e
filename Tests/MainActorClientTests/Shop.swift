import Injection
import InjectionMacros
import Observation

// A module whose default isolation is the main actor: keys, properties and users as everybody
// writes them, with no `nonisolated` anywhere.

protocol Repository: Sendable {
  func all() -> [String]
}

struct FileRepository: Repository {
  func all() -> [String] { ["file"] }
}

struct MockRepository: Repository {
  var articles = ["mock"]
  func all() -> [String] { articles }
}

struct Config: Sendable {
  var timeout = 30
  var databases = ["sqlite": "file.db"]
}

final class Cart {
  var articles: [String]
  init(_ articles: [String] = []) { self.articles = articles }
}

extension InjectedValues {
  enum RepositoryKey: InjectionKey {
    static var defaultValue: any Repository { FileRepository() }
  }
  var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }

  enum ConfigKey: InjectionKey {
    static var defaultValue: Config { Config() }
  }
  var config: Config {
    get { self[ConfigKey.self] }
    set { self[ConfigKey.self] = newValue }
  }

  private enum CartKey: InjectionKey {
    static let defaultValue = Cart()
    static var lifetime: InjectionLifetime { .singleton }
  }
  var cart: Cart {
    get { self[CartKey.self] }
    set { self[CartKey.self] = newValue }
  }

  // In one line.
  @Injectable var makeCart: @MainActor @Sendable (String) -> Cart = { Cart([$0]) }
  @Injectable var format: @Sendable (Int) -> String = { "\($0)" }
  @Injectable var later: @MainActor @Sendable (Int) async throws -> Void = { _ in
    await Task.yield()
  }
  @Injectable(test: "test: \(articles()) \(InjectedValues.current.config.timeout)")
  var summary: String = ""
  @Injectable(test: Cart(["test"])) var wishes: Cart = Cart(["live"])
  @Injectable(test: unimplemented(0)) var missing = 1
  @Injectable var overMissing: Int = {
    MainActor.preconditionIsolated()
    return InjectedValues.current.missing
  }()
  @Injectable nonisolated var retries = 3
}

nonisolated extension InjectedValues {
  @Injectable(lifetime: .singleton) var pages = 4
}

final class BasketService {
  @Injected(\.repository) var repository
  @Injected(\.config.timeout) var timeout
  @Injected(\.config.databases["sqlite"]) var database
  @Injected({ $0[InjectedValues.ConfigKey.self] } as (InjectedValues) -> Config) var config
  @Injected(\.summary) var summary
  let cart = Injected(\.cart)

  func fill() { cart().articles = repository.all() }

  func fillLater() async {
    await Task.yield()
    fill()
  }
}

final class Screen {
  @Injected(\.makeCart) var makeCart
  @Injected(\.format) var format
  @Injected(\.later) var later
  let held = Injected(\.makeCart)
  let madeInInit: Injected<@MainActor @Sendable (String) -> Cart>
  init() { madeInInit = Injected(\.makeCart) }
}

struct Row {
  @Injected(\.repository) var repository
}

@Observable final class Model {
  @ObservationIgnored @Injected(\.repository) var repository
  var count: Int { repository.all().count }
}

func articles() -> [String] {
  @Injected(\.repository) var repository
  return repository.all()
}

let storedPath = \InjectedValues.repository

final class Stored {
  @Injected(storedPath, isolation: MainActor.shared) var repository
  let other: Injected<any Repository>
  init() { other = Injected(\.repository) }
}
