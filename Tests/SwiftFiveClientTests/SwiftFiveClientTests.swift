import Dispatch
import Injection
import InjectionTesting
import Testing

/// A client in Swift 5 language mode, with none of the upcoming features of this package.
@Suite struct SwiftFiveClientTests {
  @Test func `keys, properties and users work`() {
    withTestScope {
      $0.repository = MockRepository()
      $0.config.timeout = 1
    } operation: {
      let service = BasketService()
      #expect(service.repository.all() == ["mock"])
      #expect(service.timeout == 1)
      #expect(service.key.timeout == 1)
      #expect(service.database == "file.db")
      #expect(Row().repository.all() == ["mock"])
      #expect(Worker().repository().all() == ["mock"])
      #expect(service.$repository.config.timeout == 1)
    }
  }

  @Test func `scopes nest and are restored`() {
    withInjected(\.config.timeout, 1) {
      withInjected(\.repository, MockRepository()) {
        #expect(BasketService().repository.all() == ["mock"])
        #expect(BasketService().timeout == 1)
      }
      #expect(BasketService().repository.all() == ["file"])
    }
    #expect(BasketService().timeout == 30)
  }

  @Test func `async scopes, tasks and child tasks`() async {
    let counter = Counter()
    await withInjected(\.repository, MockRepository()) {
      await Task.yield()
      counter.count += BasketService().repository.all().count
      async let child = BasketService().repository.all()
      #expect(await child == ["mock"])
      #expect(await Task { BasketService().repository.all() }.value == ["mock"])
      #expect(await Task.detached { BasketService().repository.all() }.value == ["file"])
    }
    #expect(counter.count == 1)
  }

  @Test @MainActor func `the main actor is kept`() async {
    await withInjected {
      $0.repository = MockRepository()
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
      #expect(Screen().repository.all() == ["mock"])
      #expect(Screen().title == "default")
    }
  }

  @Test func `an actor`() async {
    let names = await withInjected(\.repository, MockRepository()) { await Account().names() }
    #expect(names == ["mock"])
  }

  @Test func `captured values are entered from a queue`() async {
    let values = withInjected(\.repository, MockRepository()) { InjectedValues.current }
    let names = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: withInjected(values) { BasketService().repository.all() })
      }
    }
    #expect(names == ["mock"])
  }

  @Test func `errors`() {
    #expect(throws: CancellationError.self) {
      try withInjected(\.repository, MockRepository()) { throw CancellationError() }
    }
    #expect(throws: CancellationError.self) {
      try withInjected {
        $0.repository = MockRepository()
        throw CancellationError()
      } operation: {
        Issue.record("must not be entered")
      }
    }
  }

  @Test func `a stored key path`() {
    let path = \InjectedValues.config.timeout
    withInjected(path, 2) { #expect(InjectedValues.current[keyPath: path] == 2) }
  }

  @Test @MainActor func `a stored key path as a property`() {
    let path = \InjectedValues.config.timeout
    let timeout = Injected(path)
    #expect(timeout() == 30)
  }

  @Test func `code is provided`() {
    withTestScope {
      $0.provide(InjectedValues.ConfigKey.self) { Config(timeout: 7) }
    } operation: {
      #expect(BasketService().timeout == 7)
    }
  }

  @Test func `a resource is opened and closed`() async throws {
    let counter = Counter()
    let names = try await withInjected(\.repository) {
      MockRepository()
    } closing: { [counter] _ in
      counter.count += 1
    } operation: {
      await Task.yield()
      return BasketService().repository.all()
    }
    #expect(names == ["mock"])
    #expect(counter.count == 1)
  }

  @Test func `values print what they are`() {
    withTestScope(named: "printed") {
      $0.repository = MockRepository()
    } operation: {
      #expect("\(InjectedValues.current)".hasSuffix("; test; overrides \\.repository)"))
    }
  }

  @Test func `bootstrap works`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0.repository = MockRepository() }
      #expect(BasketService().repository.all() == ["mock"])
    }
  }

  #if swift(>=6)
    @Test func `the language mode is 5`() { Issue.record("this target must be in Swift 5 mode") }
  #endif
  #if hasFeature(ExistentialAny) || hasFeature(NonisolatedNonsendingByDefault) || hasFeature(InferIsolatedConformances) || hasFeature(MemberImportVisibility) || hasFeature(InternalImportsByDefault)
    @Test func `no upcoming feature is on`() { Issue.record("this target must have none") }
  #endif
}

// MARK: - Fixtures

protocol Repository: Sendable {
  func all() -> [String]
}

struct FileRepository: Repository {
  func all() -> [String] { ["file"] }
}

struct MockRepository: Repository {
  func all() -> [String] { ["mock"] }
}

struct Config {
  var timeout = 30
  var databases = ["sqlite": "file.db"]
}

extension InjectedValues {
  private enum RepositoryKey: InjectionKey {
    // Without `any`, as Swift 5 allows.
    static var defaultValue: Repository { FileRepository() }
  }
  var repository: Repository {
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

  @MainActor private enum TitleKey: InjectionKey {
    nonisolated static var defaultValue: String { "default" }
  }
  @MainActor var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }
}

final class BasketService {
  @Injected(\.repository) var repository
  @Injected(\.config.timeout) var timeout
  @Injected(\.config.databases["sqlite"]) var database
  @Injected({ $0[InjectedValues.ConfigKey.self] }) var key
}

struct Row {
  @Injected(\.repository) var repository
}

final class Worker: Sendable {
  let repository = Injected(\.repository)
}

final class Counter {
  var count = 0
}

@MainActor final class Screen {
  @Injected(\.repository) var repository
  @Injected(\.title) var title
}

actor Account {
  @Injected(\.repository) var repository
  func names() -> [String] { repository.all() }
}
