import Injection
import InjectionTesting
import Synchronization
import Testing

private final class Session: Sendable {
  private let values: InjectedValues

  init(user: String) {
    var values = InjectedValues.current
    values.user = user
    self.values = values
  }

  func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try withInjected(values, operation: operation)
  }
}

private final class Basket: Sendable {
  let owner = InjectedValues.current.user
  private let items = Mutex<[String]>([])

  func add(_ item: String) { items.withLock { $0.append(item) } }
  var text: String {
    "\(owner): " + items.withLock { $0.joined(separator: ", ") }
  }
}

extension InjectedValues {
  private enum BasketKey: InjectionKey {
    static var defaultValue: Basket { Basket() }
  }
  fileprivate var basket: Basket {
    get { self[BasketKey.self] }
    set { self[BasketKey.self] = newValue }
  }
}

private struct Request {
  let user: String

  func response() async -> String {
    await withInjected(\.user, user) {
      InjectedValues.current.basket.add("cup")
      return await page()
    }
  }
}

private func page() async -> String { InjectedValues.current.basket.text }

private actor Tenants {
  private var known: [String: InjectedValues] = [:]

  func values(for tenant: String) -> InjectedValues {
    if let values = known[tenant] { return values }
    var values = InjectedValues.current
    values.tenant = tenant
    known[tenant] = values
    return values
  }
}

private final class Database: Sendable {
  static let opened = Mutex(0)
  let name = "\(InjectedValues.current.tenant).db"
  init() { Self.opened.withLock { $0 += 1 } }
}

private enum UserKey: InjectionKey { static var defaultValue: String { "nobody" } }
private enum TenantKey: InjectionKey { static var defaultValue: String { "none" } }
private enum DatabaseKey: InjectionKey { static var defaultValue: Database { Database() } }

extension InjectedValues {
  fileprivate var user: String {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }
  fileprivate var tenant: String {
    get { self[TenantKey.self] }
    set { self[TenantKey.self] = newValue }
  }
  fileprivate var database: Database { self[DatabaseKey.self] }
}

private let printed = Printed()
private func print(_ items: Any...) {
  printed.add(items.map { "\($0)" }.joined(separator: " "))
}

// One after the other, since they share what is printed.
@Suite(.serialized, .injected()) struct SeparatingSessions {
  @Test func `sessions have baskets of their own`() {
    let ada = Session(user: "Ada")
    let alan = Session(user: "Alan")
    ada.run { InjectedValues.current.basket.add("cup") }
    alan.run { InjectedValues.current.basket.add("pen") }
    ada.run { print(InjectedValues.current.basket.text) }  // Ada: cup
    #expect(printed.take() == ["Ada: cup"])
    ada.run {
      withInjected(\.basket, Basket()) { #expect(InjectedValues.current.basket.text == "Ada: ") }
    }
  }

  @Test func `what was built for a session goes with it`() {
    var session: Session? = Session(user: "Ada")
    weak var basket: Basket?
    basket = session?.run { InjectedValues.current.basket }
    print(basket == nil)  // false
    session = nil
    print(basket == nil)  // true
    #expect(printed.take() == ["false", "true"])
  }

  @Test func `ten thousand requests at once each have their own`() async {
    let pages = await withTaskGroup { group in
      for number in 0..<10_000 {
        group.addTask { await Request(user: "\(number)").response() }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    print(pages.count, pages.contains("42: cup"))  // 10000 true
    #expect(printed.take() == ["10000 true"])
  }

  @Test func `requests share what belongs to their tenant`() async {
    let tenants = Tenants()
    for user in ["Ada", "Alan"] {
      await withInjected(tenants.values(for: "north")) {
        await withInjected(\.user, user) {
          print(await page(), InjectedValues.current.database.name)
        }
      }
    }
    #expect(printed.take() == ["Ada:  north.db", "Alan:  north.db"])
    #expect(Database.opened.withLock { $0 } == 1)
  }
}
