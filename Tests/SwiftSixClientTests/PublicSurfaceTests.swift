import Injection
import InjectionTesting
import Synchronization
import Testing

/// Uses all of the public interface, as clients do; `PublicInterfaceTests` sees that nothing is
/// left out. A client in Swift 6 mode with none of the upcoming features of this package.
@Suite struct PublicSurfaceTests {
  // MARK: Keys

  @Test func `a key has a value, a test's, a preview's and a lifetime`() {
    func values<Key: InjectionKey>(_: Key.Type) -> [Key.Value] {
      [Key.defaultValue, Key.testValue, Key.previewValue]
    }
    #expect(values(NumberKey.self) == [1, 1, 1])
    #expect(values(FullKey.self) == ["live", "test", "preview"])
    #expect(NumberKey.lifetime == .scoped)
    #expect(FullKey.lifetime == .singleton)
  }

  @Test func `lifetimes`() {
    let lifetimes: Set<InjectionLifetime> = [
      .scoped, .singleton, .transient, .shared, .scoped(by: NumberKey.self),
      .scoped(by: NumberKey.self, FullKey.self),
    ]
    #expect(lifetimes.count == 6)
    #expect(InjectionLifetime.shared.description == "shared")
    #expect(
      "\(InjectionLifetime.scoped(by: NumberKey.self, FullKey.self))"
        == "scoped(by: NumberKey, FullKey)"
    )
    requireSendable(lifetimes)
  }

  @Test @MainActor func `a lifetime by keys on an actor`() {
    #expect("\(InjectionLifetime.scoped(by: TitleKey.self))" == "scoped(by: TitleKey)")
  }

  @Test func `contexts`() {
    #expect(InjectionContext.allCases == [.live, .test, .preview])
    #expect(InjectionContext(rawValue: "live") == .live)
    #expect(InjectionContext.preview.rawValue == "preview")
    requireStoredAnywhere(InjectionContext.self)
  }

  @Test func `an unimplemented value`() {
    withTestScope {
      $0.provide(FullKey.self) { unimplemented("placeholder", fileID: #fileID, line: #line) }
    } operation: {
      withKnownIssue { #expect(InjectedValues.current[FullKey.self] == "placeholder") }
    }
  }

  // MARK: Values

  @Test func `values`() {
    var values = InjectedValues.current
    values[NumberKey.self] = 2
    #expect(values[NumberKey.self] == 2)
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

  @Test func `provided code`() {
    var values = InjectedValues.current
    values.provide(NumberKey.self) { 4 }
    #expect(values.number == 4)
    values.provide(NumberKey.self, { 5 }, fileID: #fileID, line: #line)
    #expect(values.number == 5)
  }

  @Test @MainActor func `provided code on an actor`() {
    var values = InjectedValues.current
    values.provide(TitleKey.self) { "a" }
    #expect(values.title == "a")
    values.provide(TitleKey.self, { "b" }, fileID: #fileID, line: #line)
    #expect(values.title == "b")
  }

  @Test func `bootstrap`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0.number = 2 }
      #expect(InjectedValues.current.number == 2)
    }
    await #expect(processExitsWith: .success) {
      #expect(throws: CancellationError.self) {
        try InjectedValues.bootstrap(
          { _ in throw CancellationError() },
          fileID: #fileID,
          line: #line
        )
      }
    }
  }

  // MARK: Wrappers

  @Test func `a wrapper`() {
    let path: WritableKeyPath<InjectedValues, Int> & Sendable = \.number
    let injected = [
      Injected(\.number),
      Injected(\.number, fileID: #fileID, line: #line),
      Injected({ $0[NumberKey.self] }),
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

  @Test @MainActor func `a wrapper on an actor`() {
    let path = \InjectedValues.title
    let injected = [
      Injected(\.title),
      Injected(\.title, isolation: MainActor.shared, fileID: #fileID, line: #line),
      Injected(path),
      Injected(path, isolation: MainActor.shared, fileID: #fileID, line: #line),
    ]
    withInjected(\.title, "new") { #expect(injected.allSatisfy { $0() == "new" }) }
  }

  // MARK: Scopes

  @Test func `scopes`() throws {
    let values = withInjected(\.number, 2) { InjectedValues.current }
    #expect(withInjected(values) { InjectedValues.current.number } == 2)
    #expect(
      withInjected(
        \.number,
        3,
        operation: { InjectedValues.current.number },
        fileID: #fileID,
        line: 1
      )
        == 3
    )
    #expect(
      withInjected(
        named: "name",
        { $0.number = 4 },
        operation: { InjectedValues.current.number },
        fileID: #fileID,
        line: 1
      )
        == 4
    )
    #expect(throws: CancellationError.self) {
      try withInjected(named: "name") { _ in
        throw CancellationError()
      } operation: {
        0
      }
    }
  }

  @Test func `async scopes`() async throws {
    func number() async -> Int { InjectedValues.current.number }
    let values = await withInjected(\.number, 2) {
      await Task.yield()
      return InjectedValues.current
    }
    #expect(await withInjected(values) { await number() } == 2)
    #expect(
      await withInjected(named: "name") {
        $0.number = await number() + 3
      } operation: {
        await number()
      } == 4
    )
    await #expect(throws: CancellationError.self) {
      try await withInjected(named: "name") { _ in
        throw CancellationError()
      } operation: {
        await number()
      }
    }
  }

  @Test func `a resource`() async throws {
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

enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }

enum FullKey: InjectionKey {
  static var defaultValue: String { "live" }
  static var testValue: String { "test" }
  static var previewValue: String { "preview" }
  static var lifetime: InjectionLifetime { .singleton }
}

@MainActor enum TitleKey: @MainActor InjectionKey {
  static var defaultValue: String { "default" }
}

private enum UnusableKey: InjectionKey {
  static var defaultValue: Int { InjectedValues.current.missing }
}

private enum MissingKey: InjectionKey {
  static var defaultValue: Int { 1 }
  static var testValue: Int { unimplemented(0) }
}

extension InjectedValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  @MainActor var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }
  /// Cannot be built in a test, since `missing` cannot.
  var unusable: Int { self[UnusableKey.self] }
  var missing: Int { self[MissingKey.self] }
}

func requireSendable<Value: Sendable>(_: Value) {}
func requireSendable<Value: Sendable>(_: Value.Type) {}
func requireStoredAnywhere<Value: Codable & Hashable & Sendable>(_: Value.Type) {}
