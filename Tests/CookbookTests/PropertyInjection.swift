import Injection
import InjectionMacros
import InjectionTesting
import Testing

final class LampDriver {
  var power: Power?

  func switchOn() -> Bool { power?.isConnected ?? false }
}

struct Power: Sendable {
  var isConnected = true
}

extension InjectedValues {
  @Injectable var profiles: any Profiles = NoProfiles()
  @Injectable var profileLog: ProfileLog? = nil
}

final class ProfileScreen {
  @Injected(\.profiles) private var profiles
  @Injected(\.profileLog) private var log

  func title(of id: Int) -> String {
    log?("show \(id)")
    return profiles.name(of: id)
  }
}

typealias ProfileLog = @Sendable (String) -> Void

protocol Profiles: Sendable {
  func name(of id: Int) -> String
}

struct NoProfiles: Profiles {
  func name(of id: Int) -> String { "Nobody" }
}

struct MockProfiles: Profiles {
  let names: [Int: String]
  func name(of id: Int) -> String { names[id] ?? "Nobody" }
}

@Suite(.injected()) struct PropertyInjection {
  @Test func `a property that somebody must remember to set`() {
    let driver = LampDriver()
    #expect(!driver.switchOn())
    driver.power = Power()
    #expect(driver.switchOn())
  }

  @Test func `an injected property is private, and there from the start`() {
    let screen = withInjected(\.profiles, MockProfiles(names: [1: "Ada"])) {
      ProfileScreen()
    }
    #expect(screen.title(of: 1) == "Ada")
    #expect(ProfileScreen().title(of: 1) == "Nobody")
  }

  @Test func `an optional dependency is nil where nobody gives it`() async {
    await confirmation { logged in
      withInjected {
        $0.profileLog = { if $0 == "show 2" { logged() } }
      } operation: {
        _ = ProfileScreen().title(of: 2)
      }
      _ = ProfileScreen().title(of: 2)
    }
  }
}
