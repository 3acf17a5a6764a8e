import Injection
import InjectionInspection
import InjectionServer
import InjectionTesting
import TestSupport
import Testing

/// Uses of public names that no other test has, and of arguments that are nearly always omitted.
extension PublicInterfaceTests {
  @Test @MainActor func `lifetimes and contexts are told apart, printed and stored`() {
    let lifetimes: Set<InjectionLifetime> = [
      .scoped, .singleton, .transient, .weak, .scoped(by: PlainKey.self),
      .scoped(by: PlainKey.self, TitleKey.self),
    ]
    #expect(lifetimes.count == 6)
    let descriptions = [InjectionLifetime.weak, .scoped(by: PlainKey.self, TitleKey.self)]
    #expect(descriptions.map(\.description) == ["weak", "scoped(by: PlainKey, TitleKey)"])
    #expect(InjectionContext.allCases == [.live, .test, .preview])
    #expect(InjectionContext(rawValue: "live") == .live)
    requireStoredAnywhere(InjectionContext.self)
  }

  @Test func `captured values are overridden in a scope with a name and a place`() {
    let values = InjectedValues.current.overriding(named: "north") {
      $0.number = 2
      $0.provide(PlainKey.self) { InjectedValues.current.number }
    }
    #expect(InjectedValues.current.number == 1 && values.number == 2)
    #expect(withInjected(values) { InjectedValues.current[PlainKey.self] } == 2)
    #expect(values.explain(\.number).scope?.name == "north")
    let inner = values.overriding({ $0.other = 3 }, fileID: #fileID, line: #line)
    #expect(inner.number == 2 && inner.other == 3)
    #expect(throws: CancellationError.self) {
      try values.overriding { _ in throw CancellationError() }
    }
    #expect(inner.customMirror.children.map { $0.value as? Int } == [3])
    #expect(withInjected(inner) { InjectedValues[\.number, fileID: #fileID, line: #line] } == 2)
  }

  @Test @MainActor func `a wrapper is made, and code provided, on an actor`() {
    let path = \InjectedValues.title
    let injected = [
      Injected(\.title),
      Injected(\.title, isolation: MainActor.shared, fileID: #fileID, line: #line),
      Injected(path),
      Injected(path, isolation: MainActor.shared, fileID: #fileID, line: #line),
    ]
    withInjected(\.title, "new") { #expect(injected.allSatisfy { $0() == "new" }) }
    withInjected {
      $0.provide(TitleKey.self, { "provided" })
    } operation: {
      #expect(injected.allSatisfy { $0.wrappedValue == "provided" })
    }
    verifyInjection(\.title, fileID: #fileID, line: #line)
    withTestScope(options: .strict(except: \.title)) {
      #expect(InjectedValues.current.title == "default")
    }
    requireSendable(injected)
  }

  @Test func `issues are told apart, and sent`() {
    let kinds: [InjectionIssue.Kind] = [
      .unimplemented, .unprovided, .circular, .outlivedScope, .waitingRead, .liveDefault,
      .unusedOverride, .unverified, .leakedScope, .foreignValues, .bootstrappedInTest,
      .unclosedResource,
    ]
    #expect(Set(kinds).count == 12 && Set(kinds.map(\.description)).count == 12)
    // A kind of a later version breaks no client: a `switch` isn't exhaustive without a default.
    switch kinds[0] {
    case .unimplemented: #expect("\(kinds[0])" == "unimplemented")
    default: Issue.record()
    }
    requireSendable(InjectionIssue.self)
    requireSendable(TestScopeOptions.self)
  }

  @Test(.injected(.strict, update: { $0.number = 4 }, fileID: #fileID, line: #line))
  func `a trait has all there is, and can be called`() async throws {
    #expect(InjectedValues.current.number == 4)
    let trait: InjectedTrait = .injected(\.number, 5, fileID: #fileID, line: #line)
    #expect(trait.isRecursive)
    let test = try #require(Test.current)
    #expect(trait.scopeProvider(for: test, testCase: nil) == nil)
    let provider = try #require(trait.scopeProvider(for: test, testCase: Test.Case.current))
    try await provider.provideScope(for: test, testCase: Test.Case.current) {
      #expect(InjectedValues.current.number == 5)
    }
  }
}

// MARK: - Fixtures

// Written out in forms that the macro doesn't write.

private enum PlainKey: InjectionKey { static var defaultValue: Int { 1 } }

private enum TitleKey: @MainActor InjectionKey {
  @MainActor static var defaultValue: String { "default" }
}

extension InjectedValues {
  @MainActor fileprivate var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }
}

private func requireSendable<Value: Sendable>(_: Value) {}
private func requireSendable<Value: Sendable>(_: Value.Type) {}
private func requireStoredAnywhere<Value: Codable & Hashable & Sendable>(_: Value.Type) {}
