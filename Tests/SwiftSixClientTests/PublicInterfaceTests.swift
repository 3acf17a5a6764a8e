import Testing

/// The guard of the public interface: whoever adds to it, or takes something away, sees it here,
/// and adds to `PublicSurfaceTests`, which uses all of it.
///
/// `×2` says that there are two of this name.
@Suite struct PublicInterfaceTests {
  @Test(arguments: [
    "Injection": injection, "InjectionMacros": injectionMacros,
    "InjectionTesting": injectionTesting,
  ])
  func `this is the whole public interface`(module: String, interface: Set<String>) async throws {
    let found = try await PublicInterface.symbols(of: module)
    #expect(found.subtracting(interface) == [], "not used by PublicSurfaceTests")
    #expect(interface.subtracting(found) == [], "not public any more")
  }

  private static let injection: Set = [
    "Injected",
    "Injected.callAsFunction()",
    "Injected.init(_:fileID:line:) ×2",
    "Injected.init(_:isolation:fileID:line:) ×2",
    "Injected.projectedValue",
    "Injected.wrappedValue",
    "InjectedValues",
    "InjectedValues.bootstrap(_:fileID:line:)",
    "InjectedValues.context",
    "InjectedValues.current",
    "InjectedValues.customMirror",
    "InjectedValues.description",
    "InjectedValues.provide(_:_:fileID:line:) ×2",
    "InjectedValues.subscript(_:_:_:)",
    "InjectedValues.subscript(_:_:_:_:)",
    "InjectionContext",
    "InjectionContext.init(rawValue:)",
    "InjectionContext.live",
    "InjectionContext.preview",
    "InjectionContext.test",
    "InjectionIssue",
    "InjectionIssue.Kind",
    "InjectionIssue.Kind.neverRead",
    "InjectionIssue.Kind.notOverridden",
    "InjectionIssue.Kind.unimplemented",
    "InjectionIssue.Kind.unverified",
    "InjectionIssue.description",
    "InjectionIssue.fileID",
    "InjectionIssue.key",
    "InjectionIssue.kind",
    "InjectionIssue.line",
    "InjectionIssue.property",
    "InjectionKey",
    "InjectionKey.Value",
    "InjectionKey.defaultValue",
    "InjectionKey.lifetime ×2",
    "InjectionKey.previewValue ×2",
    "InjectionKey.testValue ×2",
    "InjectionLifetime",
    "InjectionLifetime.description",
    "InjectionLifetime.scoped",
    "InjectionLifetime.scoped(by:)",
    "InjectionLifetime.shared",
    "InjectionLifetime.singleton",
    "InjectionLifetime.transient",
    "unimplemented(_:fileID:line:)",
    "withInjected(_:_:operation:fileID:line:) ×2",
    "withInjected(_:opening:closing:operation:fileID:line:)",
    "withInjected(_:operation:) ×2",
    "withInjected(named:_:operation:fileID:line:) ×2",
  ]

  private static let injectionMacros: Set = ["Injectable(lifetime:test:preview:)"]

  private static let injectionTesting: Set = [
    "InjectedTestCase",
    "InjectedTestCase.inject(into:)",
    "InjectedTestCase.injectionOptions",
    "InjectedTestCase.invokeTest()",
    "InjectedTrait",
    "InjectedTrait.isRecursive",
    "InjectedTrait.provideScope(for:testCase:performing:)",
    "InjectedTrait.scopeProvider(for:testCase:)",
    "TestScopeOptions",
    "TestScopeOptions.failOnUnusedOverrides",
    "TestScopeOptions.init(arrayLiteral:)",
    "TestScopeOptions.onIssue(_:)",
    "TestScopeOptions.strict",
    "TestScopeOptions.strict(except:) ×2",
    "Trait.injected(_:_:fileID:line:)",
    "Trait.injected(_:update:fileID:line:)",
    "XCTestCase.invokeInjected(options:_:test:fileID:line:)",
    "verifyInjection(_:fileID:line:) ×2",
    "withTestScope(named:options:_:operation:fileID:line:) ×2",
    "withTestScope(named:options:operation:fileID:line:) ×2",
  ]
}
