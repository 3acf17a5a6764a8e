import Injection
import InjectionMacros
import InjectionTesting
import Testing

protocol Engine: Sendable {
  func start() -> String
}

struct PetrolEngine: Engine {
  func start() -> String { "Vroom" }
}

struct ElectricEngine: Engine {
  func start() -> String { "Hum" }
}

struct Vehicle: Sendable {
  private let engine: any Engine

  init(engine: any Engine) {
    self.engine = engine
  }

  func drive() -> String { engine.start() }
}

extension InjectedValues {
  @Injectable var engine: any Engine = PetrolEngine()
  @Injectable var vehicle: Vehicle = Vehicle(engine: InjectedValues[\.engine])
}

@Suite(.injected()) struct InitializerInjection {
  @Test func `whoever makes an object gives it what it needs`() {
    let vehicle = Vehicle(engine: ElectricEngine())
    #expect(vehicle.drive() == "Hum")
  }

  @Test func `an override of the argument makes another object, and only there`() {
    withInjected(\.engine, ElectricEngine()) {
      #expect(InjectedValues[\.vehicle].drive() == "Hum")
    }
    #expect(InjectedValues[\.vehicle].drive() == "Vroom")
  }
}
