import Testing

/// What is made of right declarations compiles, whatever the client's settings, without a warning.
@Suite struct AcceptedDeclarationsTests {
  @Test(arguments: Settings.all)
  func `in any language mode and isolation, with any feature`(_ settings: Settings) async throws {
    let result = try await Compiler.compile(
      declarations(isIsolated: settings.isIsolated),
      settings.options + ["-warnings-as-errors"]
    )
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  // Names that other libraries have, SwiftUI for one, and those of this library's own parts.
  @Test func `a client may have types and functions of any of these names`() async throws {
    let names = [
      "Entry", "Key", "Value", "Default", "Environment", "EnvironmentValues", "Preview", "Test",
      "Injection", "InjectionMacros", "Lifetime", "Property", "Accessor", "Int8", "Self_",
    ]
    let result = try await Compiler.compile(
      """
      import Injection
      import InjectionMacros
      \(names.map { "struct \($0): Sendable {}" }.joined(separator: "\n"))
      func get() -> Entry { Entry() }
      func set(_ key: Key) -> Key { key }
      let newValue = Value()
      extension InjectedValues {
        \(names.map { "@Injectable var clash\($0): \($0) = \($0)()" }.joined(separator: "\n  "))
        @Injectable(test: set(Key()), preview: Key()) var key: Key = set(Key())
        @Injectable var entry: Entry = get()
        @Injectable var value: Value = newValue
      }
      """,
      ["-swift-version", "6", "-warnings-as-errors"]
    )
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  private func declarations(isIsolated: Bool) -> String {
    let nonisolated = isIsolated ? "nonisolated" : ""
    return """
      public import Injection
      import InjectionMacros
      \(nonisolated) public protocol Service: Sendable {}
      \(nonisolated) public struct Live: Service { public init() {} }
      \(nonisolated) public struct Mock: Service { public init() {} }
      \(nonisolated) struct Billing: Sendable { static let live = Billing(), none = Billing() }
      \(nonisolated) struct Value: Sendable {}
      \(nonisolated) struct Cart: Sendable { var limit = 0; static let empty = Cart() }
      \(nonisolated) enum Keys { typealias Cart = InjectedValues.cartKey }
      extension InjectionLifetime {
        static var perCart: Self { .scoped(by: InjectedValues.cartKey.self) }
      }
      \(nonisolated) func get() -> Int { 3 }
      @MainActor final class Screen { init() {} }
      @globalActor actor DatabaseActor { static let shared = DatabaseActor() }
      @DatabaseActor final class Table { init() {} }

      extension InjectedValues {
        @Injectable var plain: any Service = Live()
        @Injectable public var open: any Service = Live()
        @Injectable package var shared: any Service = Live()
        @Injectable internal var inner: any Service = Live()
        @Injectable fileprivate var filed: any Service = Live()
        @Injectable private var hidden: any Service = Live()
        @Injectable public private(set) var fixed: any Service = Live()
        @Injectable @usableFromInline var usable: any Service = Live()
        @Injectable(lifetime: .singleton) public var single: any Service = Live()
        @Injectable(test: Mock(), preview: Mock()) var tested: any Service = Live()
        @Injectable(test: unimplemented(Billing.none)) var billing: Billing = Billing.live
        @available(*, deprecated, message: "Use `plain`.") @Injectable var old: any Service = Live()
        @available(macOS 16, *) @Injectable public var young: any Service = Live()
        @_spi(Client) @Injectable public var secret: any Service = Live()
        @Injectable var retries = 3
        @Injectable var ratio = 1.5
        @Injectable var name = "\\(1 + 1)"
        @Injectable var isOn = true
        @Injectable var `default`: Int = 3
        @Injectable var `my name`: Int = 3
        @Injectable var größe: Int = 3
        @Injectable var optional: Int? = nil
        @Injectable var noValue: Int?
        @Injectable public var payments: any Service
        @Injectable(test: Mock(), preview: Mock()) public var mailer: any Service
        @Injectable(test: .none, preview: nil) var switch_: Int? = 3
        @Injectable(test: [], preview: [1]) var numbers: [Int] = [2]
        @Injectable(test: { $0 + 1 }, preview: { (x: Int) in x }) var add: @Sendable (Int) -> Int = { $0 }
        @Injectable(test: 3, preview: -1.5) var double: Double
        @Injectable var cart = Cart()
        @Injectable var limited = Cart(limit: 3)
        @Injectable(preview: Cart(limit: 4)) var empty = Cart.empty
        @Injectable var list = [Int: String]()
        @Injectable(lifetime: .perCart) var perCart: Int = 3
        @Injectable(lifetime: .scoped(by: Keys.Cart.self)) var perCartToo: Int = 3
        @Injectable(
          lifetime: .singleton,  // One.
          test: "(".contains(#/[(]/#)  // )
        ) var argued: Bool
        @Injectable var unwrapped: (any Service)! = nil
        @Injectable var pair: (a: Int, b: [String: Int]) = (1, [:])
        @Injectable var now: @Sendable () -> Int = { 3 }
        @Injectable var later: @Sendable (Int) async throws -> String = { number in
          "\\(number)"  // }
        }
        @Injectable var chosen: Int = if Bool.random() { 1 } else { 2 }
        @Injectable var switched: Int = switch Bool.random() { case true: 1 case false: 2 }
        @Injectable var gotten: Int = get()
        @Injectable var value: Value = Value()
        @Injectable var lines: String = \"""
          a \\("b")
            c
          \"""
        @Injectable var pattern: Bool = "a".contains(#/[a-z]/#)
        @Injectable var built: String = "a"
          #if DEBUG
          .uppercased()
          #else
          .lowercased()
          #endif
        @Injectable nonisolated var free: Billing = .live
        @Injectable(lifetime: .shared, test: Screen()) @MainActor var screen: Screen = Screen()
        @Injectable @DatabaseActor var table: Table = Table()
        #if true
        @Injectable var conditional: Int = 3
        #endif
        enum WrittenKey: InjectionKey { static var defaultValue: Int { 3 } }
        @Injectable(test: WrittenKey.defaultValue) var after: Int = WrittenKey.defaultValue
        @InjectionMacros.Injectable var qualified: Int = 3
      }
      public extension InjectedValues {
        @Injectable var visible: any Service = Live()
        @Injectable internal var lessVisible: Billing = .live
        @Injectable(lifetime: .transient, test: Mock()) var visibleToo: any Service = Live()
      }
      package extension Injection.InjectedValues {
        @Injectable var packaged: any Service = Live()
      }
      private extension InjectedValues {
        @Injectable var filedToo: Int = 3
      }
      @MainActor extension InjectedValues {
        @Injectable var screenToo: Screen = Screen()
        @Injectable nonisolated var freeToo: Billing = .live
      }
      \(nonisolated) extension InjectedValues {
        @Injectable var freeAsWell: Billing = .live
      }
      @MainActor func use() {
        var values = InjectedValues.current
        values.screen = values.screenToo
        values[InjectedValues.plainKey.self] = values[InjectedValues.openKey.self]
        values.unwrapped = values.plain
        _ = values.pair.b["a"]
        @Injected(\\.tested) var tested
        @Injected(\\.screen) var screen
        withInjected(\\.plain, Mock()) { _ = (tested, screen) }
      }
      """
  }
}

// MARK: - Fixtures

struct Settings: Sendable, CustomTestStringConvertible {
  let isIsolated: Bool
  let options: [String]

  init(mode: String, isIsolated: Bool, features: [String]) {
    self.isIsolated = isIsolated
    options =
      ["-swift-version", mode] + (isIsolated ? ["-default-isolation", "MainActor"] : [])
      + features.flatMap { ["-enable-upcoming-feature", $0] }
      + (features.isEmpty ? ["-DDEBUG"] : ["-O", "-DNDEBUG", "-strict-memory-safety"])
  }

  var testDescription: String { options.joined(separator: " ") }

  private static let features = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
  ]

  static let all = ["5", "6"].flatMap { mode in
    [false, true].flatMap { isIsolated in
      [[], features].map { Settings(mode: mode, isIsolated: isIsolated, features: $0) }
    }
  }
}
