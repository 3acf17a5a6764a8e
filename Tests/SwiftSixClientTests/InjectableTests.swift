import Injection
import InjectionMacros
import InjectionTesting
import Testing

/// Keys in one line, in a client with the compiler's own settings: what they are at run time.
@Suite struct InjectableTests {
  @Test func `the initial value is code: each container runs it, and each set of overrides`() {
    func read() -> MacroCounter { InjectedValues.current.macroCounter }
    let (first, second) = withTestScope { (read(), read()) }
    #expect(first === second)
    withTestScope {
      #expect(read() !== first)
      #expect(read().start == 3)
      withInjected(\.macroRetries, 7) { #expect(read().start == 7) }
      withInjected(\.macroMailer, Mailer("other")) { #expect(read().start == 3) }
    }
  }

  @Test func `a key has values of its own for each context, or the initial one`() {
    let mailer = InjectedValues.macroMailerKey.self
    #expect(mailer.defaultValue.kind == "smtp")
    #expect(mailer.testValue.kind == "mock")
    #expect(mailer.previewValue.kind == "null")
    #expect(InjectedValues.macroRetriesKey.testValue == 3)
    #expect(InjectedValues.macroRetriesKey.previewValue == 3)
    withTestScope { #expect(InjectedValues.current.macroMailer.kind == "mock") }
  }

  @Test func `a key has its lifetime`() {
    #expect(InjectedValues.macroMailerKey.lifetime == .scoped)
    withTestScope {
      let values = InjectedValues.current
      #expect(values.macroTransient !== values.macroTransient)
      #expect(values.macroSingle === values.macroSingle)
      withInjected(\.macroRetries, 7) { #expect(InjectedValues.current.macroSingle.start == 3) }
    }
  }

  @Test func `a key that a macro made can be named`() {
    var values = InjectedValues.current
    values[InjectedValues.macroRetriesKey.self] = 9
    #expect(values.macroRetries == 9)
    #expect(values[InjectedValues.`macro nameKey`.self] == "Ada")
    #expect(InjectedValues.defaultKey.defaultValue == 0.5)
  }

  @Test func `a property without a type has that of its literal`() {
    let values = InjectedValues.current
    #expect(type(of: values.macroRetries) == Int.self)
    #expect(type(of: values.default) == Double.self)
    #expect(type(of: values.`macro name`) == String.self)
    #expect(type(of: values.macroIsOn) == Bool.self)
  }

  @Test @MainActor func `a property can be isolated to the main actor`() {
    #expect(Screen().list.items == ["default"])
    withInjected(\.macroList, List(["other"])) { #expect(Screen().list.items == ["other"]) }
  }
}

// MARK: - Fixtures

struct Mailer: Sendable {
  let kind: String
  init(_ kind: String) { self.kind = kind }
}

final class MacroCounter: Sendable {
  let start = InjectedValues.current.macroRetries
}

@MainActor final class List {
  let items: [String]
  init(_ items: [String]) { self.items = items }
}

@MainActor private final class Screen {
  @Injected(\.macroList) var list
}

extension InjectedValues {
  @Injectable(test: Mailer("mock"), preview: Mailer("null"))
  var macroMailer: Mailer = Mailer("smtp")
  @Injectable var macroRetries = 3
  @Injectable var `default` = 0.5
  @Injectable var `macro name` = "Ada"
  @Injectable var macroIsOn = true
  @Injectable var macroCounter: MacroCounter = MacroCounter()
  @Injectable(lifetime: .transient) var macroTransient: MacroCounter = MacroCounter()
  @Injectable(lifetime: .singleton) var macroSingle: MacroCounter = MacroCounter()
  @MainActor @Injectable var macroList: List = List(["default"])
}
