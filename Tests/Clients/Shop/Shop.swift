import Injection
import InjectionMacros
import Observation

// A shop, as clients write one. `.ci/run clients` compiles these files in all settings that clients
// have. With the main actor as default isolation, shared declarations are `nonisolated`.

nonisolated protocol Repository: Sendable { func articles() -> [String] }

nonisolated struct FileRepository: Repository { func articles() -> [String] { ["file"] } }

nonisolated struct MockRepository: Repository {
  var names = ["mock"]
  func articles() -> [String] { names }
}

nonisolated struct Config: Sendable {
  var timeout = 30
  var databases = ["sqlite": "file.db"]
}

/// A value that consists of functions.
nonisolated struct Mail: Sendable {
  var fetch: @Sendable (String) async throws -> [String]
  var send: @Sendable (String, Int) -> Bool
  var clear: @Sendable () async -> Void
}

nonisolated final class Session: Sendable {
  let user = InjectedValues.current.user
}

nonisolated extension InjectedValues {
  enum RepositoryKey: InjectionKey {
    static var defaultValue: any Repository { FileRepository() }
  }
  var repository: any Repository {
    get { self[RepositoryKey.self] }
    set { self[RepositoryKey.self] = newValue }
  }

  private enum MailKey: InjectionKey {
    static var defaultValue: Mail { Mail(fetch: { [$0] }, send: { _, _ in true }, clear: {}) }
    static var testValue: Mail {
      Mail(
        fetch: unimplemented("Mail.fetch"),
        send: unimplemented("Mail.send", placeholder: false),
        clear: unimplemented("Mail.clear", placeholder: ())
      )
    }
  }
  var mail: Mail {
    get { self[MailKey.self] }
    set { self[MailKey.self] = newValue }
  }

  // In one line.
  @Injectable var config: Config = Config()
  @Injectable(test: "test") var user = "nobody"
  @Injectable var session: Session = Session()
  @Injectable(test: unimplemented(placeholder: 0)) var missing = 1
  @Injectable var overMissing: Int = InjectedValues.current.missing
}

// MARK: - What uses it

/// Not `Sendable`, like most services.
final class BasketService {
  @Injected(\.repository) var repository
  @Injected(\.config.timeout) var timeout
  @Injected(\.config.databases["sqlite"]) var database
  @Injected({ $0[InjectedValues.RepositoryKey.self] }) var byKey

  var basket: [String] = []

  func fill() { basket += repository.articles() }

  func fillLater() async {
    await Task.yield()
    fill()
  }

  func copy() async throws -> BasketService {
    let copy = BasketService()
    copy.basket = basket
    return copy
  }
}

/// A `Sendable` class can't have a wrapped `var`.
nonisolated final class Worker: Sendable {
  let repository = Injected(\.repository)
  func work() -> [String] { repository().articles() }
}

actor Account {
  @Injected(\.repository) var repository
  private var seen: [String] = []

  func look() { seen += repository.articles() }

  /// Uses the actor's state in a scope.
  func lookInScope(_ names: [String]) async -> [String] {
    await withInjected(\.repository, MockRepository(names: names)) {
      await Task.yield()
      look()
      seen.append("end")
      self.assertIsolated()
      return seen
    }
  }
}

// MARK: - On the main actor

/// A value that is not `Sendable`.
@MainActor final class Cart {
  var articles: [String]
  init(_ articles: [String] = []) { self.articles = articles }
}

@MainActor extension InjectedValues {
  @Injectable var cart: Cart = Cart(["live"])
  @Injectable var makeCart: @MainActor @Sendable (String) -> Cart = { Cart([$0]) }
}

@MainActor @Observable final class BasketModel {
  @ObservationIgnored @Injected(\.repository) var repository
  @ObservationIgnored @Injected(\.cart) var cart
  @ObservationIgnored @Injected(\.cart.articles.count) var count
  @ObservationIgnored @Injected(\.makeCart) var makeCart
  var names: [String] = []

  func load() async {
    await Task.yield()
    names = repository.articles() + cart.articles + makeCart("new").articles
  }
}
