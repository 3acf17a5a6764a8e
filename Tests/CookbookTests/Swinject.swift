import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

// What stands for the other library: a table of factories by type.
final class Resolver: Sendable {
  static let shared = Resolver()
  private let factories = Mutex<[ObjectIdentifier: @Sendable () -> any Sendable]>([:])

  func register<Service: Sendable>(_ type: Service.Type, _ make: @escaping @Sendable () -> Service)
  {
    factories.withLock { $0[ObjectIdentifier(type)] = make }
  }

  func resolve<Service>(_ type: Service.Type) -> Service? {
    factories.withLock { $0[ObjectIdentifier(type)] }?() as? Service
  }
}

struct Parcel: Sendable, Equatable {
  let weight: Int
}

struct Courier: Sendable {
  let parcel: Parcel
}

extension InjectedValues {
  @Injectable var parcel: Parcel = Resolver.shared.resolve(Parcel.self)!
  @Injectable var courier: Courier = Courier(parcel: InjectedValues[\.parcel])
}

@Suite(.injected()) struct Swinject {
  @Test func `a key may have the other container's value`() {
    Resolver.shared.register(Parcel.self) { Parcel(weight: 2) }
    #expect(InjectedValues[\.courier].parcel.weight == 2)
    withInjected(\.courier, Courier(parcel: Parcel(weight: 7))) {
      #expect(InjectedValues[\.courier].parcel.weight == 7)
    }
  }

  @Test func `the other container may have the key's value`() {
    Resolver.shared.register(Courier.self) { InjectedValues[\.courier] }
    withInjected(\.parcel, Parcel(weight: 9)) {
      #expect(Resolver.shared.resolve(Courier.self)?.parcel.weight == 9)
    }
  }
}
