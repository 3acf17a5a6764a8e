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

  // Arguments that say nothing of tests leave the default a live one.
  @Test func `a default is live in a test unless the macro's arguments say another`() {
    withKnownIssue {
      withTestScope(options: .strict) { _ = InjectedValues[\.macroLive] }
    }
    withTestScope(options: .strict) { _ = InjectedValues[\.macroMailer] }
  }

  @Test func `a key that a macro made can be named`() {
    var values = InjectedValues.current
    values[InjectedValues.macroRetriesKey.self] = 9
    #expect(values.macroRetries == 9)
    #expect(values[InjectedValues.`macro nameKey`.self] == "Ada")
    #expect(InjectedValues.defaultKey.defaultValue == 0.5)
  }

  // The arguments of a macro see no key that a macro makes, but through another name.
  @Test(.injected { $0.provide(MacroKeys.Retries.self) { 5 } })
  func `a key that a macro made has a name for other macros' arguments`() {
    #expect(InjectedValues[\.macroRetries] == 5)
    let first = InjectedValues[\.macroPerRetries]
    #expect(first.start == 5 && first === InjectedValues[\.macroPerRetries])
    withInjected(\.macroRetries, 5) { #expect(InjectedValues[\.macroPerRetries] !== first) }
  }

  @Test func `a key without an initial value has what its arguments say, or nil`() {
    #expect(InjectedValues[\.macroPayments].kind == "mock")
    #expect(InjectedValues.macroPaymentsKey.previewValue.kind == "preview")
    #expect(InjectedValues[\.macroGuest] == nil)
    #expect(
      withInjected(\.macroPayments, Mailer("other")) { MacroCheckout().payments.kind } == "other"
    )
  }

  @Test func `an argument may be nil, also where the initial value is not`() {
    #expect(InjectedValues.macroUserKey.defaultValue == "Ada")
    #expect(InjectedValues.macroUserKey.testValue == nil)
    #expect(InjectedValues.macroUserKey.previewValue == .none)
    #expect(InjectedValues.macroUserKey.lifetime == .scoped)
  }

  @Test func `a property without a type has that of its literal, or of the call`() {
    let values = InjectedValues.current
    #expect(values.macroCart == MacroCart(limit: 3) && values.macroEmptyCart == .empty)
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

struct MacroCart: Equatable {
  var limit = 0
  static let empty = MacroCart()
}

struct MacroCheckout {
  @Injected(\.macroPayments) var payments
}

private enum MacroKeys {
  typealias Retries = InjectedValues.macroRetriesKey
}

extension InjectionLifetime {
  fileprivate static var perRetries: Self { .scoped(by: InjectedValues.macroRetriesKey.self) }
}

extension InjectedValues {
  @Injectable var macroCart = MacroCart(limit: 3)
  @Injectable var macroEmptyCart = MacroCart.empty
  @Injectable(test: Mailer("mock"), preview: Mailer("preview")) var macroPayments: Mailer
  @Injectable(lifetime: .singleton) var macroLive = "live"
  @Injectable var macroGuest: String?
  @Injectable(test: nil, preview: .none) var macroUser: String? = "Ada"
  @Injectable(lifetime: .perRetries) fileprivate var macroPerRetries: MacroCounter = MacroCounter()
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
