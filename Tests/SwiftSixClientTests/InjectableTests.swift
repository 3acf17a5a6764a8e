import Injection
import InjectionInspection
import InjectionMacros
import InjectionTesting
import Testing

/// Keys in one line, in a client with the compiler's own settings.
@Suite struct InjectableTests {
  @Test func `a property has its default, and what overrides it`() {
    withTestScope {
      #expect(Client().mailer.send() == "smtp")
      #expect(Client().retries == 3)
      withInjected(\.macroMailer, MockMailer()) {
        #expect(Client().mailer.send() == "mock")
        withInjected {
          $0.macroRetries = 5
          $0.macroMailer = SMTPMailer()
        } operation: {
          #expect(Client().retries == 5)
          #expect(Client().mailer.send() == "smtp")
        }
      }
    }
  }

  @Test func `the initial value is code: each container runs it, and each set of overrides`() {
    func read() -> MacroCounter { InjectedValues.current.macroCounter }
    let (first, second) = withTestScope { (read(), read()) }
    #expect(first === second)
    withTestScope {
      #expect(read() !== first)
      #expect(read().start == 3)
      withInjected(\.macroRetries, 7) { #expect(read().start == 7) }
      withInjected(\.macroMailer, MockMailer()) { #expect(read().start == 3) }
    }
  }

  @Test func `contexts have values of their own`() {
    let mailer = InjectedValues.macroTestedMailerKey.self
    #expect(mailer.defaultValue.send() == "smtp")
    #expect(mailer.testValue.send() == "mock")
    #expect(mailer.previewValue.send() == "null")
    #expect(InjectedValues.macroMailerKey.testValue.send() == "smtp")
    #expect(InjectedValues.macroMailerKey.previewValue.send() == "smtp")
    withTestScope { #expect(InjectedValues.current.macroTestedMailer.send() == "mock") }
  }

  @Test func `a value that tests do not have fails them`() {
    withKnownIssue {
      withTestScope(options: [.onIssue { Issue.record("\($0)") }]) {
        #expect(InjectedValues.current.macroBilling == "none")
      }
    } matching: {
      $0.comments.contains { "\($0)".contains("macroBilling") }
    }
  }

  @Test func `a key has its lifetime`() {
    #expect(InjectedValues.macroMailerKey.lifetime == .scoped)
    #expect(InjectedValues.macroTransientKey.lifetime == .transient)
    withTestScope {
      let values = InjectedValues.current
      #expect(values.macroTransient !== values.macroTransient)
      #expect(values.macroSingle === values.macroSingle)
      withInjected(\.macroRetries, 7) { #expect(InjectedValues.current.macroSingle.start == 3) }
    }
  }

  @Test func `the key can be named`() {
    var values = InjectedValues.current
    values[InjectedValues.macroRetriesKey.self] = 9
    #expect(values.macroRetries == 9)
    #expect(values[InjectedValues.`macro nameKey`.self] == "Ada")
    #expect(InjectedValues.defaultKey.defaultValue == 0.5)
  }

  @Test func `literals have their types`() {
    let values = InjectedValues.current
    #expect(type(of: values.macroRetries) == Int.self)
    #expect(type(of: values.default) == Double.self)
    #expect(type(of: values.`macro name`) == String.self)
    #expect(type(of: values.macroIsOn) == Bool.self)
  }

  @Test @MainActor func `a property of the main actor`() {
    #expect(InjectedValues.current.macroScreen.title == "screen")
    withInjected(\.macroScreen, MacroScreen(title: "other")) {
      #expect(InjectedValues.current.macroScreen.title == "other")
    }
  }

  @Test func `explanations name the property`() {
    withTestScope {
      #expect(InjectedValues.current.explain(\.macroRetries).property == "macroRetries")
    }
  }
}

// MARK: - Fixtures

private struct Client {
  @Injected(\.macroMailer) var mailer
  @Injected(\.macroRetries) var retries
}

protocol MacroMailer: Sendable {
  func send() -> String
}

struct SMTPMailer: MacroMailer {
  func send() -> String { "smtp" }
}

struct MockMailer: MacroMailer {
  func send() -> String { "mock" }
}

struct NullMailer: MacroMailer {
  func send() -> String { "null" }
}

final class MacroCounter: Sendable {
  let start: Int
  init(start: Int) { self.start = start }
}

@MainActor final class MacroScreen {
  let title: String
  init(title: String) { self.title = title }
}

extension InjectedValues {
  @Injectable var macroMailer: any MacroMailer = SMTPMailer()
  @Injectable(test: MockMailer(), preview: NullMailer())
  var macroTestedMailer: any MacroMailer = SMTPMailer()
  @Injectable(test: unimplemented("none")) var macroBilling: String = "live"
  @Injectable var macroRetries = 3
  @Injectable var `default` = 0.5
  @Injectable var `macro name` = "Ada"
  @Injectable var macroIsOn = true
  @Injectable var macroCounter: MacroCounter = MacroCounter(
    start: InjectedValues.current.macroRetries
  )
  @Injectable(lifetime: .transient) var macroTransient: MacroCounter = MacroCounter(start: 0)
  @Injectable(lifetime: .singleton) var macroSingle: MacroCounter =
    MacroCounter(start: InjectedValues.current.macroRetries)
  @MainActor @Injectable var macroScreen: MacroScreen = MacroScreen(title: "screen")
}
