import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

final class Telemetry: Sendable {
  static var shared: Telemetry { InjectedValues[\.telemetry] }

  private let events = Mutex<[String]>([])
  var names: [String] { events.withLock { $0 } }
  func track(_ name: String) { events.withLock { $0.append(name) } }
}

extension InjectedValues {
  @Injectable var telemetry: Telemetry = Telemetry()
}

struct OldButton {
  func tap() { Telemetry.shared.track("tap") }
}

struct NewButton {
  @Injected(\.telemetry) private var telemetry
  func tap() { telemetry.track("tap") }
}

@Suite(.injected()) struct Singletons {
  @Test func `old and new code have one object`() {
    OldButton().tap()
    NewButton().tap()
    #expect(InjectedValues[\.telemetry].names == ["tap", "tap"])
  }

  @Test func `old code sees what a test replaces`() {
    let telemetry = Telemetry()
    withInjected(\.telemetry, telemetry) { OldButton().tap() }
    #expect(telemetry.names == ["tap"])
    #expect(Telemetry.shared.names == [])
  }

  @Test(arguments: 1...20) func `tests at the same time do not see each other`(_: Int) async {
    OldButton().tap()
    await Task.yield()
    #expect(Telemetry.shared.names == ["tap"])
  }
}
