import Dispatch
import Foundation
import Injection
import InjectionInspection
import InjectionServer
import InjectionTesting
import Testing

struct ClientTests {
  @Test func `the settings are those that the target is named after`() {
    let target = "\(#fileID)".prefix { $0 != "/" }
    #if swift(>=6)
      #expect(!target.hasPrefix("SwiftFive"))
    #else
      #expect(target.hasPrefix("SwiftFive"))
    #endif
    #if hasFeature(NonisolatedNonsendingByDefault)
      #expect(target.contains("Nonsending"))
    #else
      #expect(!target.contains("Nonsending"))
    #endif
    let isolation: (any Actor)? = #isolation
    #expect((isolation != nil) == target.contains("MainActor"))
  }

  @Test func `keys and properties are declared, and overridden in a test's scope`() {
    withTestScope {
      $0.repository = MockRepository()
      $0.config.timeout = 1
    } operation: {
      let service = BasketService()
      service.fill()
      #expect(service.basket == ["mock"] && service.byKey.articles() == ["mock"])
      #expect(service.timeout == 1 && service.database == "file.db")
      #expect(service.$repository.config.timeout == 1 && Worker().work() == ["mock"])
    }
  }

  // MARK: Asynchronous scopes

  @Test func `a service that is not Sendable is used in each form`() async throws {
    let service = BasketService()
    await withInjected(\.repository, MockRepository(names: ["path"])) { await service.fillLater() }
    let copy = try await withInjected(named: "closure") {
      await Task.yield()
      $0.repository = MockRepository(names: ["closure", "\(service.basket.count)"])
    } operation: {
      await service.fillLater()
      return try await service.copy()
    }
    let values = withInjected(\.repository, MockRepository(names: ["values"])) {
      InjectedValues.current
    }
    await withInjected(values) { await copy.fillLater() }
    await withTestScope { await copy.fillLater() }
    #expect(service.basket == ["path", "closure", "1"])
    #expect(copy.basket == service.basket + ["values", "closure", "1"])
  }

  @Test func `a service that is not Sendable is recorded, and used in a task group`() async throws {
    let service = BasketService()
    let recording = await InjectionGraph.recording {
      await service.fillLater()
      return await withTaskGroup(of: Void.self, returning: BasketService.self) { group in
        group.addTask { _ = Worker().work() }
        await service.fillLater()
        return service
      }
    }
    #expect(recording.result.basket == ["file", "file"])
    #expect(recording.graph.nodes.contains { $0.id == "repository" })
  }

  @Test func `a resource is opened and closed`() async throws {
    let service = BasketService()
    let account = Account()
    try await withInjected(\.repository) {
      await service.fillLater()
      return MockRepository(names: ["resource"])
    } closing: { _ in
      await account.look()
    } operation: {
      await service.fillLater()
    }
    #expect(service.basket == ["file", "resource"])
    #expect(await account.lookInScope([]) == ["resource", "end"])
  }

  @Test func `an error keeps its type`() async {
    let service = BasketService()
    do throws(Refused) {
      try await withInjected(\.repository, MockRepository()) { () async throws(Refused) in
        await service.fillLater()
        throw Refused(articles: service.basket)
      }
    } catch { #expect(error.articles == ["mock"]) }
  }

  @Test @MainActor func `the main actor is kept, with what it owns`() async {
    let model = BasketModel()
    await withInjected {
      $0.repository = MockRepository()
      $0.cart = Cart(["mine"])
      $0.makeCart = { Cart([$0, "two"]) }
    } operation: {
      await model.load()
      MainActor.assertIsolated()
      model.names.append("end")
    }
    #expect(model.names == ["mock", "mine", "new", "two", "end"])
    #expect(model.cart.articles == ["live"])
  }

  @Test @MainActor func `values of the main actor are used on its queue`() async {
    let cart = Injected(\.cart)
    let values = withInjected(\.cart, Cart(["captured"])) { InjectedValues.current }
    for _ in 0..<20 {
      let names: [String] = await withCheckedContinuation { end in
        DispatchQueue.main.async {
          let captured = withInjected(values) { BasketModel().cart.articles }
          end.resume(returning: cart().articles + captured)
        }
      }
      #expect(names == ["live", "captured"])
    }
  }

  // MARK: Functions

  @Test(.injected { $0.mail.send = { text, count in text.count == count } })
  func `one function is given, and the others go on failing`() async throws {
    #expect(InjectedValues.current.mail.send("two", 3))
    try await withKnownIssue {
      await InjectedValues.current.mail.clear()
      _ = try await InjectedValues.current.mail.fetch("a")
    } matching: {
      $0.error is UnimplementedError || "\($0)".contains("$0.mail.")
    }
  }

  // MARK: Tests

  @Test(
    .injected(.strict(except: \.config, \.session)) { $0.user = "Ada" },
    .injected(\.user, "Bob")
  )
  func `traits replace values, and their options fail the test`() {
    #expect(InjectedValues.current.session.user == "Bob" && BasketService().timeout == 30)
    withKnownIssue { #expect(Worker().work() == ["file"]) }
    withKnownIssue {
      verifyInjection(\.config, \.overMissing)
    } matching: {
      "\($0)".contains("1 of 2 do not.\n\n\\.overMissing:")
    }
  }

  @Test(.injected { @MainActor in $0.cart = Cart(["trait"]) }) @MainActor
  func `a trait replaces a value of the main actor, and provided code makes one`() {
    #expect(InjectedValues.current.cart.articles == ["trait"])
    withTestScope {
      $0.provide(InjectedValues.RepositoryKey.self) { MockRepository(names: ["provided"]) }
    } operation: {
      let isProvided = Worker().work() == ["provided"]
      #expect(isProvided)
    }
    let path = \InjectedValues.cart
    let cart = Injected(path)
    withInjected(path, Cart(["path"])) { #expect(cart().articles == ["path"]) }
    // In Swift 5 mode, the compiler accepts both forms for a literal of an isolated property.
    #if swift(>=6)
      verifyInjection(\.cart, \.config)
    #endif
  }
}

struct Refused: Error {
  var articles: [String]
}
