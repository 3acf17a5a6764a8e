import Dispatch
import Injection
import InjectionMacros
import InjectionTesting
import Testing

/// A client in Swift 5 language mode, with none of the upcoming features of this package.
@Suite struct SwiftFiveClientTests {
  @Test func `a client declares keys and properties, and overrides them in a test scope`() {
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

  @Test func `async scopes reach tasks and child tasks, and no detached task`() async {
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

  @Test @MainActor func `an async scope keeps the main actor, and reaches other actors`() async {
    await withInjected {
      $0.repository = MockRepository()
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
      #expect(Screen().repository.all() == ["mock"])
      #expect(Screen().title == "default")
      #expect(await Account().names() == ["mock"])
    }
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

  @Test func `an update that throws does not enter its scope`() {
    #expect(throws: CancellationError.self) {
      try withInjected {
        $0.repository = MockRepository()
        throw CancellationError()
      } operation: {
        Issue.record("must not be entered")
      }
    }
  }

  @Test @MainActor func `a stored key path overrides a value and makes a wrapper`() {
    let path = \InjectedValues.config.timeout
    let timeout = Injected(path)
    withInjected(path, 2) {
      #expect(InjectedValues.current[keyPath: path] == 2)
      #expect(timeout() == 2)
    }
  }

  @Test func `provided code replaces a default`() {
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

  @Test func `bootstrap sets values of the process`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0.repository = MockRepository() }
      #expect(BasketService().repository.all() == ["mock"])
    }
  }

  @Test @MainActor func `keys are declared in one line, on the main actor too`() {
    withTestScope {
      #expect(InjectedValues.current.archive.all() == ["mock"])
      #expect(InjectedValues.current.screen.retries == 3)
      withInjected(\.retries, 5) { #expect(InjectedValues.current.screen.retries == 5) }
    }
  }

  @Test(.injected(.strict(except: \.config)) { $0.retries = 5 }, .injected(\.retries, 6))
  func `traits replace values, and their options fail the test`() {
    #expect(InjectedValues.current.retries == 6)
    #expect(BasketService().timeout == 30)
    withKnownIssue { #expect(BasketService().repository.all() == ["file"]) }
    withKnownIssue {
      verifyInjection(\.config, \.overMissing)
    } matching: {
      "\($0)".contains("1 of 2 do not.\n\n\\.overMissing:")
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

  // In one line.
  @Injectable(test: MockRepository()) var archive: Repository = FileRepository()
  @Injectable var retries = 3
  @Injectable(test: unimplemented(0)) var missing = 1
  @Injectable var overMissing: Int = InjectedValues.current.missing
  @MainActor @Injectable var screen: Screen = Screen()
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
  let retries = InjectedValues.current.retries
}

actor Account {
  @Injected(\.repository) var repository
  func names() -> [String] { repository.all() }
}
