import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

protocol Storage: Sendable {
  func data(for key: String) -> Data?
  func store(_ data: Data, for key: String)
}

struct Records<Item: Codable & Sendable, Medium: Storage>: Sendable {
  private let medium: Medium

  init(in medium: Medium) { self.medium = medium }

  func save(_ item: Item) throws {
    medium.store(try JSONEncoder().encode(item), for: "\(Item.self)")
  }

  func load() throws -> Item? {
    try medium.data(for: "\(Item.self)").map {
      try JSONDecoder().decode(Item.self, from: $0)
    }
  }
}

protocol Catalog<Item>: Sendable {
  associatedtype Item: Sendable
  func item(_ id: Int) -> Item?
}

extension InjectedValues {
  @Injectable var books: any Catalog<String> = EmptyCatalog()
}

private enum CatalogKey<Item: Sendable>: InjectionKey {
  static var defaultValue: any Catalog<Item> { EmptyCatalog() }
}

extension InjectedValues {
  func catalog<Item: Sendable>(of item: Item.Type) -> any Catalog<Item> {
    self[CatalogKey<Item>.self]
  }

  mutating func setCatalog<Item: Sendable>(_ catalog: any Catalog<Item>) {
    self[CatalogKey<Item>.self] = catalog
  }
}

struct AnyCatalog<Item: Sendable>: Catalog {
  private let find: @Sendable (Int) -> Item?

  init(_ catalog: some Catalog<Item>) { find = { catalog.item($0) } }

  func item(_ id: Int) -> Item? { find(id) }
}

struct EmptyCatalog<Item: Sendable>: Catalog {
  func item(_ id: Int) -> Item? { nil }
}

struct ListCatalog<Item: Sendable>: Catalog {
  let items: [Item]
  func item(_ id: Int) -> Item? { items.indices.contains(id) ? items[id] : nil }
}

final class MemoryStorage: Storage {
  private let contents = Mutex<[String: Data]>([:])
  func data(for key: String) -> Data? { contents.withLock { $0[key] } }
  func store(_ data: Data, for key: String) { contents.withLock { $0[key] = data } }
}

@Suite(.injected()) struct Generics {
  @Test func `a generic type takes its dependency's type as an argument`() throws {
    let records = Records<[String], _>(in: MemoryStorage())
    try records.save(["cup", "pen"])
    #expect(try records.load() == ["cup", "pen"])
  }

  @Test func `a protocol with an associated type is injected as an existential`() {
    withInjected(\.books, ListCatalog(items: ["Emma"])) {
      #expect(InjectedValues[\.books].item(0) == "Emma")
    }
    #expect(InjectedValues[\.books].item(0) == nil)
  }

  @Test func `one generic key is a key for each type`() {
    withInjected {
      $0.setCatalog(ListCatalog(items: ["Emma"]))
    } operation: {
      @Injected({ $0.catalog(of: String.self) }) var titles
      @Injected({ $0.catalog(of: Int.self) }) var numbers
      #expect(titles.item(0) == "Emma")
      #expect(numbers.item(0) == nil)
    }
  }

  @Test func `a type eraser has the type without the implementation's name`() {
    let catalogs: [AnyCatalog<String>] = [
      AnyCatalog(ListCatalog(items: ["Emma"])), AnyCatalog(EmptyCatalog()),
    ]
    #expect(catalogs.compactMap { $0.item(0) } == ["Emma"])
  }
}
