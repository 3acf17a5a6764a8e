import Dispatch
import Foundation
import Injection
import InjectionTesting
import Testing

@Suite struct MainActorClientTests {
  @Test func `a client declares keys and properties, and overrides them in a test scope`() {
    withTestScope {
      $0.repository = MockRepository()
      $0.config.timeout = 1
    } operation: {
      let service = BasketService()
      #expect(service.repository is MockRepository)
      #expect(service.timeout == 1)
      #expect(service.config.timeout == 1)
      #expect(service.database == "file.db")
      #expect(service.summary == #"test: ["mock"] 1"#)
      #expect(Row().repository is MockRepository)
      #expect(Model().count == 1)
      #expect(articles() == ["mock"])
      #expect(Stored().repository is MockRepository)
      #expect(Stored().other() is MockRepository)
      #expect(service.$repository.config.timeout == 1)
    }
  }

  @Test func `scopes nest, and override values that are not Sendable`() async {
    await withTestScope {
      await withInjected(\.repository, MockRepository(articles: ["a", "b"])) {
        let service = BasketService()
        await service.fillLater()
        #expect(InjectedValues.current.cart.articles == ["a", "b"])
        let articles = withInjected {
          $0.repository = MockRepository(articles: [])
        } operation: {
          service.repository.all()
        }
        #expect(articles.isEmpty)
      }
    }
  }

  @Test func `tasks and child tasks keep the scope`() async {
    await withInjected(\.repository, MockRepository()) {
      async let inherited = articles()
      #expect(await inherited == ["mock"])
      #expect(await Task { articles() }.value == ["mock"])
    }
  }

  @Test func `captured values and wrappers can be used on the main actor's queue`() async {
    let service = BasketService()
    let held = Stored()
    let values = withInjected(\.repository, MockRepository()) { InjectedValues.current }
    for _ in 0..<20 {
      let names: [String] = await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          let own = service.repository.all() + held.repository.all() + held.other().all()
          continuation.resume(returning: own + withInjected(values) { articles() })
        }
      }
      #expect(names == ["file", "file", "file", "mock"])
    }
  }

  @Test func `functions of the main actor are injected values`() async throws {
    let screen = Screen()
    #expect(screen.makeCart("a").articles == ["a"])
    #expect(screen.format(3) == "3")
    try await screen.later(2)
    #expect(screen.held()("b").articles == ["b"])
    let makeMock: @MainActor @Sendable (String) -> Cart = { name in Cart([name, "mock"]) }
    withInjected(\.makeCart, makeMock) {
      #expect(screen.makeCart("a").articles == ["a", "mock"])
      #expect(screen.held()("b").articles == ["b", "mock"])
      #expect(screen.madeInInit()("c").articles == ["c", "mock"])
    }
  }

  @Test func `provided code runs on the main actor`() {
    withTestScope {
      $0.provide(InjectedValues.RepositoryKey.self) {
        MainActor.assertIsolated()
        return MockRepository(articles: InjectedValues.current.cart.articles)
      }
    } operation: {
      withInjected(\.cart, Cart(["a"])) { #expect(articles() == ["a"]) }
      withInjected(\.cart, Cart(["b"])) { #expect(articles() == ["b"]) }
    }
  }

  @Test(
    .injected(.strict(except: \.repository)) { @MainActor in
      $0.cart = Cart(["trait"])
      $0.provide(InjectedValues.ConfigKey.self) { Config(timeout: 7) }
    }
  )
  func `traits replace isolated values, and their options fail the test`() async {
    #expect(BasketService().cart().articles == ["trait"])
    #expect(BasketService().timeout == 7)
    #expect(articles() == ["file"])
    withKnownIssue { #expect(Screen().format(3) == "3") }
    await withTestScope(options: .strict(except: \.format)) {
      await Task.yield()
      #expect(Screen().format(3) == "3")
    }
    withKnownIssue {
      verifyInjection(\.repository, \.overMissing, \.cart)
    } matching: {
      "\($0)".contains("1 of 3 do not.\n\n\\.overMissing:")
    }
  }

  @Test func `keys are declared in one line, of values that are not Sendable and of any isolation`()
    async
  {
    withTestScope {
      let wishes = Injected(\.wishes)
      #expect(wishes().articles == ["test"])
      #expect(InjectedValues.current.wishes === wishes())
      withInjected(\.wishes, Cart(["other"])) { #expect(wishes().articles == ["other"]) }
    }
    let number = await Task.detached {
      InjectedValues.current.retries + InjectedValues.current.pages
        + InjectedValues.retriesKey.defaultValue
    }.value
    #expect(number == 10)
  }

  @Test func `a resource is opened and closed on the main actor`() async throws {
    let log = Cart([])
    try await withInjected(\.repository) {
      log.articles.append("open")
      await Task.yield()
      return MockRepository(articles: ["open"])
    } closing: {
      MainActor.assertIsolated()
      log.articles.append("close \($0.all())")
      log.articles.append("seen \(InjectedValues.current.repository.all())")
    } operation: {
      await Task.yield()
      log.articles += articles()
    }
    #expect(log.articles == ["open", "open", #"close ["open"]"#, #"seen ["open"]"#])
  }

  @Test func `an error of an async scope keeps its type`() async {
    do throws(Refused) {
      try await withInjected(\.repository, MockRepository()) { () async throws(Refused) in
        await Task.yield()
        throw Refused(articles: articles())
      }
    } catch { #expect(error.articles == ["mock"]) }
  }

  @Test func `bootstrap sets isolated values of the process`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let service = BasketService()
      InjectedValues.bootstrap { $0.repository = MockRepository() }
      #expect(service.repository is MockRepository)
      #expect(articles() == ["mock"])
    }
  }

  // MARK: Off the main actor

  // What the compiler refuses, tested in `RefusedCodeTests`: `service.repository` in a detached
  // task, `values.repository` of captured values there. What it cannot see, a wrapper that was sent
  // there, stops.

  @Test(arguments: Wrapper.allCases, Elsewhere.allCases)
  func `a wrapper that is read off the main actor stops`(
    _ wrapper: Wrapper,
    elsewhere: Elsewhere
  ) async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { @MainActor [wrapper, elsewhere] in
      let repository = wrapper.make()
      // On the main actor it works, on whatever thread that is by now.
      #expect(repository() is FileRepository)
      await elsewhere.run { _ = repository() is FileRepository }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("is isolated to MainActor was read outside of it"))
    #expect(message.contains("Place: MainActorClientTests.swift:"))
    #expect(message.contains("Read it on MainActor."))
  }
}

// MARK: - Fixtures

struct Refused: Error {
  var articles: [String]
}

/// Places that are not the main actor.
enum Elsewhere: String, CaseIterable, Codable {
  case detachedTask, globalQueue, serialQueue, thread

  func run(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { end in
      let work: @Sendable () -> Void = {
        work()
        end.resume()
      }
      switch self {
      case .detachedTask: Task.detached { work() }
      case .globalQueue: DispatchQueue.global().async(execute: work)
      case .serialQueue: DispatchQueue(label: "serial").async(execute: work)
      case .thread: Thread(block: work).start()
      }
    }
  }
}

/// Ways to make a wrapper that can be sent elsewhere.
enum Wrapper: String, CaseIterable, Codable {
  case local, member, initialValue, keyPath, homeInScope

  func make() -> Injected<any Repository> {
    switch self {
    case .local: Injected(\.repository)
    case .member: Injected(\.wrapped.repository)
    case .initialValue: Holder().repository
    case .keyPath: Injected(storedPath)
    case .homeInScope: withInjected(\.config.timeout, 1) { Injected(\.repository) }
    }
  }
}

struct Wrapped: Sendable {
  var repository: any Repository
}

extension InjectedValues {
  var wrapped: Wrapped { Wrapped(repository: repository) }
}

final class Holder {
  let repository = Injected(\.repository)
}
