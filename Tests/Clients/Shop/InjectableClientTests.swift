import Foundation
public import Injection
import InjectionMacros
import InjectionTesting
import Testing

// Clients: structs of functions. Each kind of function is here once, and compiles in all settings
// without a warning.

nonisolated public struct Parcel: Sendable, Equatable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

nonisolated struct Lost: Error {}

/// Not `Sendable`.
nonisolated final class Label { var text = "" }

nonisolated struct Seal: ~Copyable, Sendable {}

/// A client of six functions.
@InjectableClient
nonisolated public struct Post: Sendable {
  /// Sends a parcel.
  public var send: @Sendable (_ parcel: Parcel, _ city: String) async throws -> Int
  public var track: @Sendable (_ number: Int) -> AsyncStream<String> = { _ in
    AsyncStream { $0.finish() }
  }
  public var find: @Sendable (_ number: Int) async -> Parcel?
  public var cancel: @Sendable (_ number: Int) throws -> Void
  public var open: @Sendable () -> Bool = { false }
  public var close: @Sendable () async -> Void
}

extension Post {
  nonisolated static var live: Post {
    Post(
      send: { parcel, _ in parcel.number },
      find: { Parcel($0) },
      cancel: { _ in },
      open: { true },
      close: {}
    )
  }
}

nonisolated extension InjectedValues {
  @Injectable(test: .unimplemented) public var post: Post = .live
  @Injectable(test: .unimplemented, preview: Post.live) var otherPost: Post
  @Injectable var thirdPost: Post = .unimplemented
  @Injectable(test: .unimplemented) var store: Store<Int> = Store()
}

/// A client with the module's isolation.
@InjectableClient
struct Counters {
  var count: () -> Int = { 3 }
  var add: (_ number: Int) -> Void
}

@InjectableClient
@MainActor struct Screen {
  var show: (_ text: String) async throws -> Void
  var hide: @MainActor () -> Void
}

/// All kinds of functions, and what else a client may have.
@InjectableClient
nonisolated struct Store<Item: Sendable>: Sendable {
  var load: @Sendable (_ id: Int, [String: Item], _: Int) async throws -> [Item]
  var fail: @Sendable (_ id: Int) throws(Lost) -> Item = { _ throws(Lost) in throw Lost() }
  var waitAndFail: @Sendable () async throws(Lost) -> Void = { () throws(Lost) in throw Lost() }
  var change: @Sendable (_ item: inout Int, _ body: () -> Void) -> Int = { item, body in
    body()
    item += 1
    return item
  }
  var hand: @Sendable (_ label: sending Label) async -> sending Label = { $0 }
  var look: @Sendable (_ seal: borrowing Seal) -> Int = { _ in 3 }
  var take: @Sendable (_ seal: consuming Seal) throws -> Seal
  var later: @Sendable (_ number: @autoclosure () -> Int) -> Int = { $0() }
  var keep: @Sendable (_ body: @escaping @Sendable () -> Int, _ other: (Int) -> Int) -> Void
  var on: @Sendable (_ actor: isolated (any Actor)?, _ number: Int) async -> Int = { _, x in x }
  var show: @MainActor @Sendable (_ text: String) -> Int = { _ in 3 }
  var write: @DatabaseActor @Sendable (_ text: String) -> Void
  var here: nonisolated(nonsending) @Sendable (_ number: Int) async -> Int = { $0 }
  var there: @concurrent @Sendable (_ number: Int) async throws -> Int
  var pair: @Sendable (_ pair: (Int, b: String), _ map: (Int) -> (Int) -> Int) -> (a: Int, b: Int)?
  var make: @Sendable (_ number: Int) -> @Sendable (Int) -> Int? = { a in { a + $0 } }
  var types: @Sendable (_ type: any Sendable.Type, [Int: String]) throws -> Set<Int>
  var plain: @Sendable (Int, _: String) -> Void
  var wrapped: (@Sendable (_ number: Int) -> Int) = { $0 }
  var optional: (@Sendable (_ number: Int) -> Void)?
  var given: (@Sendable (_ number: Int) -> Int)? = { $0 }
  var `default`: @Sendable (_ for: Int, _ `in`: Int, _ self: Int, _ `my name`: Int) -> Void
  var large:
    @MainActor @Sendable (_ a: Int)
      async
      throws -> Int
  var next: @Sendable () -> Void  // var x: Int
  private(set) public var fixed: @Sendable (_ number: Int) -> Int? { didSet {} }
  package var packaged: @Sendable () -> Int = Store<Item>.three { didSet {} }
  @usableFromInline var usable: @Sendable (_ number: Int) -> Void
  private var hidden: @Sendable () -> Int = { 3 }
  static var three: @Sendable () -> Int { { 3 } }
  var name: String?
  var retries = 3
  let limit: Int = 3
  var all: Int { retries + limit + hidden() }
  func reload(id: Int) {}
  enum State {
    case open(Int)
    case closed
  }
}

/// With a property that must be given, it has no value `unimplemented`.
@InjectableClient
nonisolated struct Named: Sendable {
  let name: String
  fileprivate var greet: @Sendable (_ name: String) throws -> String
}

/// Their behavior at run time.
struct InjectableClientTests {
  @Test func `a client's functions are called, with and without labels`() async throws {
    let post = Post.live
    #expect(try await post.send(parcel: Parcel(1), city: "Ulm") == 1)
    #expect(try await post.send(Parcel(2), "Ulm") == 2)
    let send = post.send
    #expect(try await send(Parcel(3), "Ulm") == 3)
    #expect(await post.find(number: 3) == Parcel(3))
    #expect(post.open())
    await post.close()
  }

  // Without `@Sendable`, the compiler of Swift 6.3 finds property and method, and so doesn't see in
  // time that the closure must be `Sendable`.
  @Test(.injected(\.post.send, { @Sendable _, _ in 6 }))
  func `a function with labels is replaced by a path, with a closure that says Sendable`()
    async throws
  {
    #expect(try await InjectedValues[\.post].send(parcel: Parcel(1), city: "Ulm") == 6)
    let cancel = { #expect(throws: Lost.self) { try InjectedValues[\.post].cancel(number: 3) } }
    withInjected(\.post.cancel, { @Sendable _ in throw Lost() }, operation: cancel)
    let find = { #expect(await InjectedValues[\.post].find(number: 3) == Parcel(4)) }
    await withInjected(\.post.find, { @Sendable in Parcel($0 + 1) }, operation: find)
    // A function without labels needs nothing.
    withInjected(\.post.open, { true }, operation: { #expect(InjectedValues[\.post].open()) })
  }

  @Test func `where one function is given, the others are told by their names`() async throws {
    try await withTestScope {
      $0.post.send = { _, _ in 5 }
    } operation: {
      let post = InjectedValues[\.post]
      let sent = try await post.send(parcel: Parcel(1), city: "Ulm")
      #expect(sent == 5)
      await expectTold("Post.track") { for await _ in post.track(number: 3) { Issue.record() } }
      await expectTold("Post.find") { #expect(await post.find(number: 3) == nil) }
      await expectTold("Post.cancel") {
        #expect(throws: UnimplementedError.self) { try post.cancel(number: 3) }
      }
      await expectTold("Post.open") { #expect(!post.open()) }
      await expectTold("Post.close") { await post.close() }
    }
  }

  @Test func `a key's value can be unimplemented in tests, and without a live one`() async {
    #expect(await InjectedValues.postKey.defaultValue.find(number: 4) == Parcel(4))
    #expect(InjectedValues.otherPostKey.previewValue.open())
    for post in [InjectedValues[\.post], InjectedValues[\.otherPost], InjectedValues[\.thirdPost]] {
      await expectTold("Post.open") { #expect(!post.open()) }
    }
    withTestScope(options: .strict) { _ = InjectedValues[\.post] }
  }

  @Test func `each kind of function continues with its initial value`() async throws {
    let store = InjectedValues[\.store]
    await expectTold("Store.load") {
      await #expect(throws: UnimplementedError.self) { try await store.load(id: 3, [:], 4) }
    }
    await expectTold("Store.fail") {
      do throws(Lost) { _ = try store.fail(id: 3) } catch { _ = error }
    }
    await expectTold("Store.waitAndFail") {
      await #expect(throws: Lost.self) { try await store.waitAndFail() }
    }
    var number = 3
    await expectTold("Store.change") { #expect(store.change(item: &number) {} == 4 && number == 4) }
    await expectTold("Store.hand") { #expect(await store.hand(label: Label()).text == "") }
    await expectTold("Store.look") { #expect(store.look(seal: Seal()) == 3) }
    await expectTold("Store.take") {
      do {
        _ = try store.take(seal: Seal())
        Issue.record("It must throw.")
      } catch {
        #expect(error is UnimplementedError)
      }
    }
    await expectTold("Store.later") { #expect(store.later(number: 5) == 5) }
    await expectTold("Store.keep") { store.keep(body: { 3 }, other: { $0 }) }
    await expectTold("Store.on") { #expect(await store.on(actor: nil, number: 3) == 3) }
    await expectTold("Store.show") { @MainActor in #expect(store.show(text: "a") == 3) }
    await expectTold("Store.write") { await store.write(text: "a") }
    await expectTold("Store.here") { #expect(await store.here(number: 3) == 3) }
    await expectTold("Store.there") { _ = try? await store.there(number: 3) }
    await expectTold("Store.pair") {
      let pair = store.pair(pair: (1, b: ""), map: { x in { x + $0 } })
      #expect(pair == nil)
    }
    await expectTold("Store.make") { #expect(store.make(number: 1)(2) == 3) }
    await expectTold("Store.types") { _ = try? store.types(type: Int.self, [:]) }
    await expectTold("Store.plain") { store.plain(3, "") }
    await expectTold("Store.wrapped") { #expect(store.wrapped(number: 3) == 3) }
    await expectTold("Store.default") { store.default(for: 1, in: 2, self: 3, `my name`: 4) }
    await expectTold("Store.large") { @MainActor in _ = try? await store.large(a: 3) }
    await expectTold("Store.next") { store.next() }
    await expectTold("Store.fixed") { #expect(store.fixed(number: 3) == nil) }
    await expectTold("Store.packaged") { #expect(store.packaged() == 3) }
    await expectTold("Store.usable") { store.usable(number: 3) }
    #expect(store.optional == nil && store.given?(3) == 3 && store.all == 9 && store.name == nil)
  }

  @Test func `other properties are given, or keep their initial value`() async {
    #expect(Store<Int>(name: "a").name == "a")
    let named = Named(name: "Ada")
    #expect(named.name == "Ada")
    await expectTold("Named.greet") { _ = try? named.greet(name: "Bob") }
    #expect(Named(name: "Ada", greet: { $0 }).name == "Ada")
  }

  @Test @MainActor func `a client can be isolated, or not be Sendable`() async throws {
    let counters = Counters(count: { 4 })
    #expect(counters.count() == 4)
    await expectTold("Counters.add") { counters.add(number: 3) }
    try await Screen(show: { _ in }, hide: {}).show(text: "a")
    await expectTold("Screen.hide") { Screen.unimplemented.hide() }
  }
}

// MARK: - Fixtures

/// Expects one issue, which names a function.
nonisolated(nonsending) private func expectTold(
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: nonisolated(nonsending) () async -> Void
) async {
  await withKnownIssue(sourceLocation: sourceLocation) {
    await body()
  } matching: { issue in
    issue.comments.contains { $0.rawValue.contains("Function: \(name)\n") }
  }
}
