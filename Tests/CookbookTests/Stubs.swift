import Injection
import InjectionMacros
import InjectionTesting
import Testing

protocol Thermometer: Sendable {
  func degrees() throws -> Double
}

struct StubThermometer: Thermometer {
  let result: Result<Double, Broken>

  func degrees() throws -> Double { try result.get() }
}

struct Broken: Error {}

struct RoofThermometer: Thermometer {
  func degrees() throws -> Double { throw Broken() }
}

extension InjectedValues {
  @Injectable(test: unimplemented(RoofThermometer()))
  var thermometer: any Thermometer = RoofThermometer()
}

struct Advice {
  @Injected(\.thermometer) private var thermometer

  func coat() -> String {
    guard let degrees = try? thermometer.degrees() else { return "look outside" }
    return degrees < 10 ? "coat" : "no coat"
  }
}

@Suite struct Stubs {
  @Test(arguments: [(-5.0, "coat"), (20.0, "no coat")])
  func `advice follows the temperature`(degrees: Double, advice: String) {
    withTestScope {
      $0.thermometer = StubThermometer(result: .success(degrees))
    } operation: {
      #expect(Advice().coat() == advice)
    }
  }

  @Test(.injected(\.thermometer, StubThermometer(result: .failure(Broken()))))
  func `a broken thermometer is no reason to freeze`() {
    #expect(Advice().coat() == "look outside")
  }

  @Test func `a test that forgot the stub is told so`() {
    withKnownIssue {
      withTestScope { _ = Advice().coat() }
    } matching: {
      "\($0)".contains("thermometer")
    }
  }
}
