import Injection
import InjectionMacros
import InjectionTesting
import Testing

/// Keys in one line, in Swift 5 language mode.
@Suite struct InjectableTests {
  @Test func `defaults, overrides and test values`() {
    withTestScope {
      #expect(InjectedValues.current.macroMailer.send() == "test")
      #expect(Client().retries == 3)
      withInjected(\.macroMailer, Mailer(kind: "mock")) {
        #expect(InjectedValues.current.macroMailer.send() == "mock")
      }
      withInjected {
        $0.macroRetries = 5
      } operation: {
        #expect(Client().retries == 5)
      }
    }
    #expect(InjectedValues.macroMailerKey.defaultValue.send() == "live")
  }

  @Test @MainActor func `a property of the main actor`() {
    #expect(InjectedValues.current.macroScreen.title == "screen")
  }
}

// MARK: - Fixtures

private struct Client {
  @Injected(\.macroRetries) var retries
}

struct Mailer: Sendable {
  var kind: String
  func send() -> String { kind }
}

@MainActor final class MacroScreen {
  let title = "screen"
}

extension InjectedValues {
  @Injectable(test: Mailer(kind: "test")) var macroMailer: Mailer = Mailer(kind: "live")
  @Injectable var macroRetries = 3
}

@MainActor extension InjectedValues {
  @Injectable var macroScreen: MacroScreen = MacroScreen()
}
