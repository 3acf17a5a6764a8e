import Injection
import InjectionInspection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

extension PublicInterfaceTests {
  // MARK: Keys

  @Test func `a key has a value, a test's, a preview's and a lifetime`() {
    func values<Key: InjectionKey>(_: Key.Type) -> [Key.Value] {
      [Key.defaultValue, Key.testValue, Key.previewValue]
    }
    #expect(values(PlainKey.self) == [1, 1, 1])
    #expect(values(FullKey.self) == ["live", "test", "preview"])
    #expect(PlainKey.lifetime == .scoped)
    #expect(FullKey.lifetime == .singleton)
  }

  @Test @MainActor func `lifetimes are told apart, printed and shared`() {
    let lifetimes: Set<InjectionLifetime> = [
      .scoped, .singleton, .transient, .shared, .scoped(by: PlainKey.self),
      .scoped(by: PlainKey.self, FullKey.self),
    ]
    #expect(lifetimes.count == 6)
    #expect(InjectionLifetime.shared.description == "shared")
    #expect(
      "\(InjectionLifetime.scoped(by: PlainKey.self, TitleKey.self))"
        == "scoped(by: PlainKey, TitleKey)"
    )
    requireSendable(lifetimes)
  }

  @Test func `contexts have names, and are stored anywhere`() {
    #expect(InjectionContext.allCases == [.live, .test, .preview])
    #expect(InjectionContext(rawValue: "live") == .live)
    #expect(InjectionContext.preview.rawValue == "preview")
    requireStoredAnywhere(InjectionContext.self)
  }

  @Test func `an unimplemented value has a placeholder`() {
    withTestScope {
      $0.provide(FullKey.self) { unimplemented("placeholder", fileID: #fileID, line: #line) }
    } operation: {
      withKnownIssue { #expect(InjectedValues.current[FullKey.self] == "placeholder") }
    }
  }

  @Test(.injected()) func `functions are unimplemented`() {
    let returning: @Sendable (Int) async -> Int = unimplemented(
      "a.returning",
      placeholder: 2,
      fileID: #fileID,
      line: #line
    )
    let throwing: @Sendable () throws -> Int = unimplemented("a.throwing", fileID: #fileID, line: 1)
    let ending: @Sendable () -> Void = unimplemented("a.ending", fileID: #fileID, line: #line)
    withKnownIssue {
      let whole: @Sendable (Int) -> Int = unimplemented({ $0 }, fileID: #fileID, line: #line)
      #expect(whole(1) == 1)
      ending()
      #expect(unimplemented("a.value", placeholder: 3, fileID: #fileID, line: #line) == 3)
      let error = #expect(throws: UnimplementedError.self) { try throwing() }
      #expect(error?.function == "a.throwing")
      #expect(error?.description == "a.throwing has no implementation here.")
    }
    requireSendable(returning)
  }

  // MARK: Values

  @Test func `values are read, set, printed and entered`() {
    var values = InjectedValues.current
    values[InjectedValues.numberKey.self] = 2
    #expect(values[InjectedValues.numberKey.self] == 2)
    values.number = 3
    #expect(values.number == 3)
    #expect(values.context == .test)
    #expect(values.description.contains("overrides \\.number"))
    #expect(values.customMirror.children.map { $0.value as? Int } == [3])
    requireSendable(values)
    withInjected(values) {
      #expect(InjectedValues[\.number] == 3)
      #expect(InjectedValues[\.number, #fileID, #line] == 3)
    }
  }

  @Test func `captured values are overridden in a scope with a name and a place`() {
    let line = #line + 1
    let values = InjectedValues.current.overriding(named: "north") {
      $0.number = 2
      $0.provide(FullKey.self) { "\(InjectedValues.current.number)" }
    }
    #expect(InjectedValues.current.number == 1)
    #expect(values.number == 2)
    #expect(withInjected(values) { InjectedValues.current[FullKey.self] } == "2")
    let explanation = "\(values.explain(\.number))"
    #expect(explanation.contains("north"), "\(explanation)")
    #expect(explanation.contains("PublicInterfaceTests+Injection.swift:\(line)"), "\(explanation)")
    let inner = values.overriding({ $0.other = 3 }, fileID: #fileID, line: #line)
    #expect((inner.number, inner.other) == (2, 3))
    #expect(throws: CancellationError.self) {
      try values.overriding { _ in throw CancellationError() }
    }
  }

  @Test func `code is provided`() {
    var values = InjectedValues.current
    values.provide(FullKey.self) { "a" }
    #expect(values[FullKey.self] == "a")
    values.provide(FullKey.self, { "b" }, fileID: #fileID, line: #line)
    #expect(values[FullKey.self] == "b")
  }

  @Test @MainActor func `code is provided on an actor`() {
    var values = InjectedValues.current
    values.provide(TitleKey.self) { "a" }
    #expect(values.title == "a")
    values.provide(TitleKey.self, { "b" }, fileID: #fileID, line: #line)
    #expect(values.title == "b")
  }

  @Test func `bootstrap sets values of the process, and may throw`() async {
    await #expect(processExitsWith: .success) {
      #expect(throws: CancellationError.self) {
        try InjectedValues.bootstrap({ _ in throw CancellationError() }, fileID: #fileID, line: 1)
      }
      InjectedValues.bootstrap { $0.number = 2 }
      #expect(InjectedValues.current.number == 2)
    }
  }

  // MARK: Wrappers

  @Test func `a wrapper is made from a literal, a function or a stored key path`() {
    let path: WritableKeyPath<InjectedValues, Int> & Sendable = \.number
    let injected = [
      Injected(\.number),
      Injected(\.number, fileID: #fileID, line: #line),
      Injected({ $0[InjectedValues.numberKey.self] }),
      Injected(path),
      Injected(path, fileID: #fileID, line: #line),
    ]
    withInjected(\.number, 2) {
      for injected in injected {
        #expect(injected() == 2)
        #expect(injected.wrappedValue == 2)
        #expect(injected.projectedValue.number == 2)
      }
    }
    requireSendable(injected)
  }

  @Test @MainActor func `a wrapper is made on an actor`() {
    let path = \InjectedValues.title
    let injected = [
      Injected(\.title),
      Injected(\.title, isolation: MainActor.shared, fileID: #fileID, line: #line),
      Injected(path),
      Injected(path, isolation: MainActor.shared, fileID: #fileID, line: #line),
    ]
    withInjected(\.title, "new") { #expect(injected.allSatisfy { $0() == "new" }) }
  }

  @Test @MainActor func `functions of the main actor are injected values`() async throws {
    let screen = Screen()
    #expect(screen.titles == ["a", "b", "c"])
    try await screen.later(1)
  }

  // MARK: Scopes

  @Test func `a scope is opened by values, by a key path or by a closure`() {
    func number() -> Int { InjectedValues.current.number }
    let values = withInjected(\.number, 2) { InjectedValues.current }
    #expect(withInjected(values) { number() } == 2)
    #expect(withInjected(\.number, 3, operation: number, fileID: #fileID, line: 1) == 3)
    let named = withInjected(
      named: "name",
      { $0.number = 4 },
      operation: number,
      fileID: #fileID,
      line: 1
    )
    #expect(named == 4)
  }

  @Test func `a scope is opened asynchronously by values, by a key path or by a closure`()
    async throws
  {
    func number() async throws -> Int { InjectedValues.current.number }
    let values = await withInjected(\.number, 2) {
      await Task.yield()
      return InjectedValues.current
    }
    #expect(try await withInjected(values) { try await number() } == 2)
    #expect(try await withInjected(.current) { try await number() } == 1)
    let named = try await withInjected(named: "name") {
      $0.number = try await number() + 3
    } operation: {
      try await number()
    }
    #expect(named == 4)
  }

  @Test func `a resource is opened and closed`() async throws {
    let closed = Mutex<[Int]>([])
    let result = try await withInjected(\.number) {
      5
    } closing: { number in
      closed.withLock { $0.append(number) }
    } operation: {
      InjectedValues.current.number
    }
    #expect(result == 5)
    try await withInjected(
      \.number,
      opening: { 6 },
      closing: { number in closed.withLock { $0.append(number) } },
      operation: {},
      fileID: #fileID,
      line: #line
    )
    #expect(closed.withLock { $0 } == [5, 6])
  }
}

// MARK: - Fixtures

// Written out, as the macro would not write them.

enum PlainKey: InjectionKey { static var defaultValue: Int { 1 } }

enum FullKey: InjectionKey {
  static var defaultValue: String { "live" }
  static var testValue: String { "test" }
  static var previewValue: String { "preview" }
  static var lifetime: InjectionLifetime { .singleton }
}

enum TitleKey: @MainActor InjectionKey {
  @MainActor static var defaultValue: String { "default" }
}

private enum MakeTitleKey: @MainActor InjectionKey {
  @MainActor static var defaultValue: @MainActor @Sendable (String) -> String { { $0 } }
}

extension InjectedValues {
  @MainActor var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }
  @MainActor fileprivate var makeTitle: @MainActor @Sendable (String) -> String {
    self[MakeTitleKey.self]
  }
  @MainActor @Injectable
  fileprivate var later: @MainActor (Int) async throws -> Void = { _ in await Task.yield() }
}

@MainActor private final class Screen {
  @Injected(\.makeTitle) private var makeTitle
  @Injected(\.later) var later
  let held = Injected(\.makeTitle)
  let madeInInit: Injected<@MainActor @Sendable (String) -> String>

  init() { madeInInit = Injected(\.makeTitle) }

  var titles: [String] { [makeTitle("a"), held()("b"), madeInInit()("c")] }
}

func requireSendable<Value: Sendable>(_: Value) {}
func requireSendable<Value: Sendable>(_: Value.Type) {}
func requireStoredAnywhere<Value: Codable & Hashable & Sendable>(_: Value.Type) {}
