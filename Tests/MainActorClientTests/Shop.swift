import Injection
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

  private enum MakeCartKey: InjectionKey {
    static var defaultValue: @MainActor @Sendable (String) -> Cart { { Cart([$0]) } }
  }
  var makeCart: @MainActor @Sendable (String) -> Cart {
    get { self[MakeCartKey.self] }
    set { self[MakeCartKey.self] = newValue }
  }

  private enum FormatKey: InjectionKey {
    static var defaultValue: @Sendable (Int) -> String { { "\($0)" } }
  }
  var format: @Sendable (Int) -> String { self[FormatKey.self] }

  private enum LaterKey: InjectionKey {
    static var defaultValue: @MainActor @Sendable (Int) async throws -> Void {
      { _ in await Task.yield() }
    }
  }
  var later: @MainActor @Sendable (Int) async throws -> Void { self[LaterKey.self] }

  private enum SummaryKey: InjectionKey {
    static var defaultValue: String {
      "\(InjectedValues.current.repository.all()) \(InjectedValues.current.config.timeout)"
    }
    static var testValue: String { "test: \(defaultValue)" }
  }
  var summary: String {
    get { self[SummaryKey.self] }
    set { self[SummaryKey.self] = newValue }
  }
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
