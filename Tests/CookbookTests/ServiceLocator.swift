import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

final class ServiceLocator: Sendable {
  static let shared = ServiceLocator()

  private let services = Mutex<[ObjectIdentifier: any Sendable]>([:])

  func register<Service>(_ service: any Sendable, as type: Service.Type) {
    services.withLock { $0[ObjectIdentifier(type)] = service }
  }

  func resolve<Service>(_ type: Service.Type) -> Service? {
    services.withLock { $0[ObjectIdentifier(type)] as? Service }
  }
}

protocol Tariff: Sendable { var cents: Int { get } }
struct FlatTariff: Tariff { let cents: Int }

extension InjectedValues {
  @Injectable var tariff: any Tariff = FlatTariff(cents: 100)
}

struct Fare {
  @Injected(\.tariff) private var tariff

  func price(of zones: Int) -> Int { tariff.cents * zones }
}

@Suite(.injected()) struct ServiceLocatorTests {
  @Test func `a locator knows at run time only what is missing, and has one value for all`() {
    #expect(ServiceLocator.shared.resolve((any Tariff).self) == nil)
    let locator = ServiceLocator()
    locator.register(FlatTariff(cents: 100), as: (any Tariff).self)
    locator.register(FlatTariff(cents: 1), as: (any Tariff).self)
    #expect(locator.resolve((any Tariff).self)?.cents == 1)
  }

  @Test func `two tasks have different values at the same time`() async {
    async let cheap = withInjected(\.tariff, FlatTariff(cents: 1)) {
      await price(of: 3)
    }
    async let dear = withInjected(\.tariff, FlatTariff(cents: 500)) {
      await price(of: 3)
    }
    #expect(await [cheap, dear] == [3, 1500])
    #expect(Fare().price(of: 3) == 300)
  }

  private func price(of zones: Int) async -> Int {
    await Task.yield()
    return Fare().price(of: zones)
  }
}
