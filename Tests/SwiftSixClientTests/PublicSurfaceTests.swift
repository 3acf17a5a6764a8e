import Injection
import Synchronization
import Testing

/// Uses all of the public interface, as clients do; the other `PublicSurface` files go on with it, and
/// `PublicInterfaceTests` sees that nothing is left out. A client in Swift 6 mode with none of the upcoming
/// features of this package.
@Suite struct PublicSurfaceTests {
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
    #expect(InjectionLifetime.allCases == [.scoped, .singleton, .transient, .shared])
    #expect(InjectionLifetime(rawValue: "scoped") == .scoped)
    #expect(InjectionLifetime.shared.rawValue == "shared")
    requireStoredAnywhere(InjectionLifetime.self)
  }

  @Test func `contexts`() {
    #expect(InjectionContext.allCases == [.live, .test, .preview])
    #expect(InjectionContext(rawValue: "live") == .live)
    #expect(InjectionContext.preview.rawValue == "preview")
    requireStoredAnywhere(InjectionContext.self)
  }

  @Test func `values`() {
    var values = InjectedValues.current
    values[NumberKey.self] = 2
    #expect(values[NumberKey.self] == 2)
    values.number = 3
    #expect(values.number == 3)
    #expect(values.context == .test)
    requireSendable(values)
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

  @Test func `a wrapper`() {
    let path: WritableKeyPath<InjectedValues, Int> & Sendable = \.number
    let injected = [
      Injected(\.number),
      Injected(\.number, fileID: #fileID, line: #line),
      Injected({ $0.number }),
      Injected(path),
      Injected(path, fileID: #fileID, line: #line),
      Injected(NumberKey.self),
      Injected(NumberKey.self, fileID: #fileID, line: #line),
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
      Injected(TitleKey.self),
      Injected(TitleKey.self, isolation: MainActor.shared, fileID: #fileID, line: #line),
    ]
    withInjected(\.title, "new") { #expect(injected.allSatisfy { $0() == "new" }) }
  }

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
        "name",
        { $0.number = 4 },
        operation: { values.number },
        fileID: #fileID,
        line: 1
      )
        == 2
    )
    #expect(throws: CancellationError.self) {
      try withInjected("name") { _ in
        throw CancellationError()
      } operation: {
        0
      }
    }
    #expect(withTestScope { InjectedValues.current.number } == 1)
    #expect(
      withTestScope(
        "name",
        { $0.number = 5 },
        operation: { values.number },
        fileID: #fileID,
        line: 1
      )
        == 2
    )
    #expect(throws: CancellationError.self) {
      try withTestScope("name") { _ in
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
      await withInjected("name") {
        $0.number = 4
      } operation: {
        await number()
      } == 4
    )
    #expect(await withTestScope { await number() } == 1)
    #expect(
      await withTestScope("name") {
        $0.number = 5
      } operation: {
        await number()
      } == 5
    )
    await #expect(throws: CancellationError.self) {
      try await withInjected("name") { _ in
        throw CancellationError()
      } operation: {
        await number()
      }
    }
    await #expect(throws: CancellationError.self) {
      try await withTestScope("name") { _ in
        throw CancellationError()
      } operation: {
        await number()
      }
    }
  }

  @Test func `an unimplemented value`() {
    #expect(unimplemented("placeholder") == "placeholder")
  }

  @Test func `options of a test scope, and its issues`() throws {
    let issues = Issues()
    let record: @Sendable (InjectionIssue) -> Void = { issue in issues.add(issue) }
    let options: TestScopeOptions = [
      .strict(except: \.number), .failOnUnusedOverrides, .onIssue(record),
    ]
    withTestScope("name", options: options) {
      $0.number = 2
    } operation: {
      _ = InjectedValues.current[FullKey.self]
    }
    withTestScope(options: [.strict, .onIssue(record)]) { _ = InjectedValues.current.number }
    let all = issues.all
    #expect(all.count == 3)
    #expect(all.allSatisfy { $0.description.contains("To fix this:") })
    #expect(all.allSatisfy { $0.fileID == #fileID && $0.line > 0 })
    requireSendable(InjectionIssue.self)
    requireSendable(TestScopeOptions.self)
  }
}

// MARK: - Fixtures

private enum NumberKey: InjectionKey { static var defaultValue: Int { 1 } }

private enum FullKey: InjectionKey {
  static var defaultValue: String { "live" }
  static var testValue: String { "test" }
  static var previewValue: String { "preview" }
  static var lifetime: InjectionLifetime { .singleton }
}

@MainActor private enum TitleKey: @MainActor InjectionKey {
  static var defaultValue: String { "default" }
}

extension InjectedValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
  @MainActor fileprivate var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }
}

private final class Issues: Sendable {
  private let issues = Mutex<[InjectionIssue]>([])
  var all: [InjectionIssue] { issues.withLock { $0 } }
  func add(_ issue: InjectionIssue) { issues.withLock { $0.append(issue) } }
}

private func requireSendable<Value: Sendable>(_: Value) {}
private func requireSendable<Value: Sendable>(_: Value.Type) {}
private func requireStoredAnywhere<Value: Codable & Hashable & Sendable>(_: Value.Type) {}
