public import Injection
import InjectionMacros
import InjectionTesting
import Testing

// Keys in one line. Each valid form of a declaration is here once, and compiles in all settings
// without a warning. `TestSupport` has those in the settings of the package's own tests.

nonisolated public struct Mailer: Sendable, Equatable {
  let kind: String
  init(_ kind: String = "smtp") { self.kind = kind }
  static let none = Mailer("none")
}

nonisolated final class Counter: Sendable {
  let start = InjectedValues.current.retries
}

@globalActor actor DatabaseActor { static let shared = DatabaseActor() }
@DatabaseActor final class Table { init() {} }

// The arguments of a macro see a macro's key only through another name.
nonisolated enum Keys { typealias Retries = InjectedValues.retriesKey }
extension InjectionLifetime {
  nonisolated static var perRetries: Self { .scoped(by: InjectedValues.retriesKey.self) }
}

nonisolated extension InjectedValues {
  // Access and attributes.
  @Injectable(test: Mailer("mock"), preview: Mailer("null")) public var mailer: Mailer = Mailer()
  @Injectable package var shared: Mailer = .none
  @Injectable fileprivate var filed: Mailer = Mailer()
  @Injectable private var hidden: Mailer = Mailer()
  @Injectable public private(set) var fixed: Mailer = Mailer()
  @Injectable @usableFromInline var usable: Mailer = Mailer()
  @available(*, deprecated, message: "Use `mailer`.") @Injectable var old: Mailer = Mailer()
  @available(macOS 16, *) @Injectable public var young: Mailer = Mailer()
  @_spi(Client) @Injectable public var secret: Mailer = Mailer()
  @InjectionMacros.Injectable var qualified: Int = 3
  // Names, types and initial values.
  @Injectable var retries = 3
  @Injectable var `default`: Int = 3
  @Injectable var `my name`: String = "Ada"
  @Injectable var guest: String?
  @Injectable(test: nil, preview: .none) var author: String? = "Ada"
  @Injectable(test: Mailer("mock"), preview: Mailer("preview")) public var payments: Mailer
  @Injectable var literal = Mailer("literal")
  @Injectable(preview: Mailer()) var member = Mailer.none
  @Injectable var list = [Int: String]()
  @Injectable var unwrapped: (any Repository)! = nil
  @Injectable var pair: (a: Int, b: [String: Int]) = (1, [:])
  @Injectable(test: [], preview: [1]) var numbers: [Int] = [2]
  @Injectable(test: { $0 + 1 }, preview: { (x: Int) in x }) var add: @Sendable (Int) -> Int = { $0 }
  @Injectable var later: @Sendable (Int) async throws -> String = { number in
    "\(number)"  // }
  }
  @Injectable var chosen: Int = if Bool.random() { 1 } else { 2 }
  @Injectable var switched: Int =
    switch Bool.random() {
    case true: 1
    case false: 2
    }
  @Injectable var matched: Int = if let first = [1].first, first == 1 { first } else { 2 }
  @Injectable var mapped: [Mailer] = ["mapped"].map { .init($0) }
  @Injectable var pattern: Bool = "a".contains(#/[a-z]/#)
  @Injectable(
    lifetime: .singleton,  // One.
    test: "(".contains(#/[(]/#)  // )
  ) var argued: Bool
  @Injectable var built: String = "a"
    #if DEBUG
      .uppercased()
    #else
      .lowercased()
    #endif
  #if true
    @Injectable var conditional: Int = 3
  #endif
  // Lifetimes, and keys that are written out.
  @Injectable var counter: Counter = Counter()
  @Injectable(lifetime: .transient) var transient: Counter = Counter()
  @Injectable(lifetime: .singleton) var live = "live"
  @Injectable(lifetime: .perRetries) var perRetries: Counter = Counter()
  @Injectable(lifetime: .scoped(by: Keys.Retries.self)) var perRetriesToo: Int = 3
  enum WrittenKey: InjectionKey { static var defaultValue: Int { 3 } }
  @Injectable(test: WrittenKey.defaultValue) var after: Int = WrittenKey.defaultValue
}

extension InjectedValues {
  // With the module's isolation.
  @Injectable var plain: Mailer = Mailer()
  @Injectable nonisolated var free: Mailer = Mailer()
  @Injectable @DatabaseActor var table: Table = Table()
  @Injectable(lifetime: .weak, test: Cart(["test"])) @MainActor var ownCart: Cart = Cart()
}

// swift-format-ignore: NoAccessLevelOnExtensionDeclaration
public nonisolated extension InjectedValues {
  @Injectable var visible: Mailer = Mailer()
  @Injectable internal var lessVisible: Mailer = .none
  @Injectable(lifetime: .transient, test: Mailer("mock")) var visibleToo: Mailer = Mailer()
}

// swift-format-ignore: NoAccessLevelOnExtensionDeclaration
package extension Injection.InjectedValues { @Injectable var packaged: Mailer = Mailer() }

// swift-format-ignore: NoAccessLevelOnExtensionDeclaration
private extension InjectedValues {
  @Injectable var filedToo: Int = 3
}

@MainActor extension InjectedValues {
  @Injectable var mainCart: Cart = Cart(["default"])
  @Injectable nonisolated var freeToo: Mailer = .none
}

/// Their behavior at run time.
struct InjectableTests {
  @Test func `a key has a value for each context, and its lifetime`() {
    let mailer = InjectedValues.mailerKey.self
    let values = [mailer.defaultValue, mailer.testValue, mailer.previewValue]
    #expect(values.map(\.kind) == ["smtp", "mock", "null"])
    #expect(InjectedValues.retriesKey.testValue == 3 && InjectedValues.retriesKey.previewValue == 3)
    #expect(InjectedValues.authorKey.defaultValue == "Ada")
    #expect(InjectedValues.authorKey.testValue == nil && InjectedValues[\.guest] == nil)
    #expect(InjectedValues[\.payments].kind == "mock")
    #expect(mailer.lifetime == .scoped && InjectedValues.transientKey.lifetime == .transient)
  }

  // Without an argument for tests, the default is live.
  @Test func `a default is live in a test unless the macro's arguments say another`() {
    withKnownIssue { withTestScope(options: .strict) { _ = InjectedValues[\.live] } }
    withTestScope(options: .strict) { _ = InjectedValues[\.mailer] }
  }

  @Test(.injected { $0.provide(Keys.Retries.self) { 5 } })
  func `a key that a macro made has a name for other macros' arguments`() {
    let first = InjectedValues[\.perRetries]
    #expect(first.start == 5 && first === InjectedValues[\.perRetries])
    withInjected(\.retries, 5) { #expect(InjectedValues[\.perRetries] !== first) }
  }

  @Test(.injected { @MainActor in $0.mainCart = Cart(["other"]) }) @MainActor
  func `a property can be isolated to the main actor`() {
    #expect(InjectedValues.current.ownCart.articles == ["test"])
    #expect(InjectedValues.current.mainCart.articles == ["other"])
  }
}
