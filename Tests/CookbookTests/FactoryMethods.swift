import Injection
import InjectionMacros
import InjectionTesting
import Testing

struct Report: Sendable {
  @Injected(\.reportTitle) private var title
  let year: Int

  var headline: String { "\(title) \(year)" }
}

extension InjectedValues {
  @Injectable var reportTitle = "Sales"
  @Injectable var makeReport: @Sendable (_ year: Int) -> Report = {
    Report(year: $0)
  }
}

struct Printer {
  @Injected(\.makeReport) private var makeReport

  func print(_ years: ClosedRange<Int>) -> [String] {
    years.map { makeReport($0).headline }
  }
}

protocol ScreenFactory: Sendable {
  func makeDetails(of id: Int) -> DetailsScreen
  func makeSettings() -> SettingsScreen
}

struct LiveScreens: ScreenFactory {
  func makeDetails(of id: Int) -> DetailsScreen { DetailsScreen(id: id) }
  func makeSettings() -> SettingsScreen { SettingsScreen() }
}

extension InjectedValues {
  @Injectable var screens: any ScreenFactory = LiveScreens()
}

struct DetailsScreen {
  @Injected(\.reportTitle) var title
  let id: Int
}
struct SettingsScreen {
  let isEmpty = true
}

@Suite(.injected()) struct FactoryMethods {
  @Test func `each call makes an object with the arguments it is given`() {
    #expect(Printer().print(2024...2025) == ["Sales 2024", "Sales 2025"])
    withInjected(\.reportTitle, "Costs") {
      #expect(Printer().print(2024...2024) == ["Costs 2024"])
    }
  }

  @Test func `a test replaces the function`() {
    withInjected {
      $0.makeReport = { _ in Report(year: 1900) }
    } operation: {
      #expect(Printer().print(2024...2024) == ["Sales 1900"])
    }
  }

  @Test func `what a factory makes is at home where it is called`() {
    let details = withInjected(\.reportTitle, "Costs") {
      InjectedValues[\.screens].makeDetails(of: 7)
    }
    #expect(details.title == "Costs")
    #expect(details.id == 7)
    #expect(InjectedValues[\.screens].makeSettings().isEmpty)
  }
}
