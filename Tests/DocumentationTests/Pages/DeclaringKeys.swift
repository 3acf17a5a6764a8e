import Injection
import InjectionMacros
import InjectionTesting
import Testing

extension InjectedValues {
  private enum CurrencyKey: InjectionKey {
    static var defaultValue: String { "EUR" }
  }
  fileprivate var currency: String {
    get { self[CurrencyKey.self] }
    set { self[CurrencyKey.self] = newValue }
  }
}

private struct PriceFormatter {
  let currency = InjectedValues.current.currency

  func text(_ amount: Int) -> String { "\(amount) \(currency)" }
}

extension InjectedValues {
  private enum PriceFormatterKey: InjectionKey {
    static var defaultValue: PriceFormatter { PriceFormatter() }
  }
  fileprivate var priceFormatter: PriceFormatter {
    get { self[PriceFormatterKey.self] }
    set { self[PriceFormatterKey.self] = newValue }
  }
}

private final class Launch: Sendable {}

extension InjectedValues {
  @Injectable fileprivate var retries = 3
  @Injectable(lifetime: .singleton) fileprivate var launch: Launch = Launch()
}

private protocol Mailer: Sendable {}
private struct LiveMailer: Mailer {}
private struct NoMailer: Mailer {}

extension InjectedValues {
  private enum MailerKey: InjectionKey {
    static var defaultValue: any Mailer { LiveMailer() }
    static var testValue: any Mailer { unimplemented(NoMailer()) }
    static var previewValue: any Mailer { NoMailer() }
  }
  fileprivate var mailer: any Mailer {
    get { self[MailerKey.self] }
    set { self[MailerKey.self] = newValue }
  }
}

extension InjectedValues {
  @Injectable fileprivate var rollDie: @Sendable () -> Int = { Int.random(in: 1...6) }
}

private struct Game {
  @Injected(\.rollDie) var rollDie

  func move() -> Int { rollDie() + rollDie() }
}

private struct Databases: Sendable {
  enum Name: Hashable { case main, audit }
  private var files: [Name: String] = [.main: "main.db", .audit: "audit.db"]

  subscript(name: Name) -> String {
    get { files[name]! }
    set { files[name] = newValue }
  }
}

extension InjectedValues {
  @Injectable fileprivate var databases: Databases = Databases()
}

private struct AuditLog {
  @Injected(\.databases[.audit]) var file
}

extension InjectedValues {
  fileprivate var priceOfOne: String { priceFormatter.text(1) }
}

private enum PageSizeKey: InjectionKey {
  static var defaultValue: Int { 20 }
}

private struct ResultPage {
  @Injected({ $0[PageSizeKey.self] }) var pageSize
}

@Suite(.injected()) struct DeclaringKeys {
  @Test func `a default that reads another value is built again where that is replaced`() {
    #expect(InjectedValues.current.priceFormatter.text(5) == "5 EUR")
    #expect(InjectedValues.current.priceOfOne == "1 EUR")
    withInjected(\.currency, "CZK") {
      #expect(InjectedValues.current.priceFormatter.text(5) == "5 CZK")
      #expect(InjectedValues.current.priceOfOne == "1 CZK")
      let formatter = InjectedValues.current.priceFormatter
      withInjected(\.currency, "USD") {
        #expect(InjectedValues.current.priceOfOne == "1 USD")
        withInjected(\.priceFormatter, formatter) {
          #expect(InjectedValues.current.priceOfOne == "1 CZK")
        }
      }
    }
  }

  @Test func `the macro declares values`() {
    let launch = InjectedValues.current.launch
    withInjected(\.retries, 5) {
      #expect(InjectedValues.current.retries == 5)
      #expect(InjectedValues.current.launch === launch)
    }
    #expect(InjectedValues.current.retries == 3)
  }

  @Test func `a key has a value for each context`() {
    withContext(.live) { #expect(InjectedValues.current.mailer is LiveMailer) }
    withContext(.preview) { #expect(InjectedValues.current.mailer is NoMailer) }
    withKnownIssue {
      #expect(InjectedValues.current.mailer is NoMailer)
    } matching: { issue in
      "\(issue)".contains("\\.mailer")
    }
    withInjected(\.mailer, LiveMailer()) {
      #expect(InjectedValues.current.mailer is LiveMailer)
    }
  }

  @Test func `a function is a value`() {
    let steps = withInjected {
      $0.rollDie = { 6 }
    } operation: {
      Game().move()  // 12
    }
    #expect(steps == 12)
    #expect((2...12).contains(Game().move()))
  }

  @Test func `one of several values is replaced`() {
    let file = withInjected(\.databases[.audit], "test.db") {
      AuditLog().file  // test.db
    }
    #expect(file == "test.db")
    withInjected(\.databases[.audit], "test.db") {
      #expect(InjectedValues.current.databases[.main] == "main.db")
    }
    #expect(AuditLog().file == "audit.db")
  }

  @Test func `a key needs no property`() {
    let size = withInjected {
      $0[PageSizeKey.self] = 5
    } operation: {
      ResultPage().pageSize  // 5
    }
    #expect(size == 5)
    #expect(ResultPage().pageSize == 20)
  }
}
