import Testing

/// The guard of the public interface: whoever adds to it, or takes something away, sees it here.
///
/// Tests of this package use all that is listed; this suite, what no other does, as clients do: in
/// Swift 6 mode, with none of the package's upcoming features.
struct PublicInterfaceTests {
  @Test(arguments: interfaces.keys.sorted())
  func `what is public of a module is what is listed here`(module: String) async throws {
    let members = Self.interfaces[module]!.flatMap { owner, names in
      names.map { owner.isEmpty ? $0 : "\(owner).\($0)" }
    }
    let found = try await PublicInterface.symbols(of: module)
    #expect(found.subtracting(members) == [], "not listed, and used by no test")
    #expect(Set(members).subtracting(found) == [], "not public any more")
  }

  /// By module, the names by the types that they are members of. `×2` says that there are two of
  /// this name.
  private static let interfaces: [String: [String: [String]]] = [
    "Injection": injection, "InjectionEssentials": injectionEssentials,
    "InjectionInspection": injectionInspection, "InjectionTesting": injectionTesting,
    "InjectionMacros": ["": ["Injectable(lifetime:test:preview:)", "TypeMustBeWritten"]],
  ]

  private static let injection = [
    "": [
      "Injected", "InjectedResource", "InjectedScopes", "InjectedValues", "InjectionContext",
      "InjectionIssue", "InjectionKey", "InjectionLifetime", "UnimplementedError",
      "unimplemented(_:fileID:line:) ×4",
      "unimplemented(_:placeholder:fileID:line:) ×2", "unprovided(fileID:line:)",
      "withInjected(_:_:operation:fileID:line:)",
      "withInjected(_:_:operation:isolation:fileID:line:)",
      "withInjected(_:opening:closing:operation:isolation:fileID:line:) ×2",
      "withInjected(_:operation:)", "withInjected(_:operation:isolation:) ×2",
      "withInjected(named:_:operation:fileID:line:)",
      "withInjected(named:_:operation:isolation:fileID:line:)",
    ],
    "Injected": [
      "callAsFunction()", "init(_:fileID:line:) ×2", "init(_:isolation:fileID:line:) ×2",
      "projectedValue", "wrappedValue",
    ],
    "InjectedResource": ["Outcome", "init(_:opening:closing:fileID:line:) ×2"],
    "InjectedResource.Outcome": ["canceled", "returned", "threw(_:)"],
    "InjectedScopes": [
      "init(in:limit:_:fileID:line:)", "removeAll()", "removeValues(for:)", "values(for:)",
    ],
    "InjectedValues": [
      "bootstrap(_:fileID:line:)", "bootstrap(verifying:onIssue:update:fileID:line:)", "context",
      "current", "customMirror", "description", "overriding(named:_:fileID:line:)",
      "provide(_:_:fileID:line:) ×2", "subscript(_:_:_:)", "subscript(_:_:_:_:)",
      "verify(_:fileID:line:)",
    ],
    "InjectionContext": ["init(rawValue:)", "live", "preview", "test"],
    "InjectionIssue": ["Kind", "description", "fileID", "key", "kind", "line", "property"],
    "InjectionIssue.Kind": ["leaked", "neverRead", "notOverridden", "unimplemented", "unverified"],
    "InjectionKey": ["Value", "defaultValue", "lifetime ×2", "previewValue ×2", "testValue ×2"],
    "InjectionLifetime": [
      "description", "scoped", "scoped(by:)", "shared", "singleton", "transient",
    ],
    "UnimplementedError": ["description", "function"],
  ]

  private static let injectionTesting = [
    "": [
      "InjectedTestCase", "InjectedTrait", "TestScopeOptions",
      "verifyInjection(_:update:fileID:line:) ×2",
      "withTestScope(named:options:_:operation:fileID:line:)",
      "withTestScope(named:options:_:operation:isolation:fileID:line:)",
      "withTestScope(named:options:operation:fileID:line:)",
      "withTestScope(named:options:operation:isolation:fileID:line:)",
    ],
    "InjectedTestCase": ["inject(into:)", "injectionOptions", "invokeTest()", "perform(_:)"],
    "InjectedTrait": [
      "isRecursive", "provideScope(for:testCase:performing:)", "scopeProvider(for:testCase:)",
    ],
    "TestScopeOptions": [
      "context(_:)", "failOnLeaks", "failOnUnusedOverrides", "init(arrayLiteral:)", "onIssue(_:)",
      "strict", "strict(except:) ×2",
    ],
    "Trait": ["injected(_:_:fileID:line:)", "injected(_:update:fileID:line:)"],
    "XCTestCase": ["invokeInjected(options:_:test:fileID:line:)"],
  ]

  private static let injectionInspection = [
    "": ["InjectionExplanation", "InjectionGraph", "InjectionScope"],
    "Injected": ["explain()"],
    "InjectedValues": ["explain(_:) ×2", "graph"],
    "InjectionExplanation": [
      "Source", "context", "description", "init(from:)", "isExplainedAbove", "key", "lifetime",
      "property", "provider", "reads", "remarks", "scope", "source", "value", "valueType",
    ],
    "InjectionExplanation.Source": [
      "builtDefault", "computed", "init(rawValue:)", "override", "unbuiltDefault",
    ],
    "InjectionGraph": [
      "Edge", "Node", "description", "dot", "edges", "init(from:)", "mermaid", "nodes",
      "recording(_:fileID:line:)",
      "recording(_:isolation:fileID:line:)", "text",
    ],
    "InjectionGraph.Edge": ["Kind", "init(from:)", "kind", "read", "reader"],
    "InjectionGraph.Edge.Kind": ["building", "init(rawValue:)", "later"],
    "InjectionGraph.Node": [
      "builds", "id", "init(from:)", "key", "lifetime", "overrides", "owners", "property",
      "providers", "valueType",
    ],
    "InjectionScope": ["Kind", "description", "fileID", "init(from:)", "kind", "line", "name"],
    "InjectionScope.Kind": ["init(rawValue:)", "nested", "process", "test"],
  ]

  private static let injectionEssentials = [
    "": [
      "DateGenerator", "EnvironmentVariables", "ImmediateClock", "Injected",
      "SeededRandomNumberGenerator", "TemporaryDirectory", "TestClock", "UUIDGenerator",
      "WithRandomNumberGenerator",
    ],
    "DateGenerator": [
      "callAsFunction()", "constant(_:)", "incrementing", "incrementing(from:by:)", "init(_:)",
      "now", "system",
    ],
    "EnvironmentVariables": [
      "customMirror", "description", "init(_:)", "init(dictionaryLiteral:)", "names", "process",
      "subscript(_:)",
    ],
    "HTTPURLResponse": ["stub(for:statusCode:headers:)"],
    "ImmediateClock": [
      "Instant", "init(now:)", "minimumResolution", "now", "sleep(until:tolerance:)",
    ],
    "InjectedValues": [
      "calendar", "continuousClock", "date", "environmentVariables", "locale", "suspendingClock",
      "temporaryDirectory", "timeZone", "urlSession", "uuid", "withRandomNumberGenerator",
    ],
    "SeededRandomNumberGenerator": ["init(seed:)", "next()"],
    "TemporaryDirectory": ["init(_:)", "system", "unique(in:)", "url"],
    "TestClock": [
      "Instant", "SleepersError", "advance(by:)", "advance(to:)", "checkSuspension()", "init(now:)",
      "minimumResolution", "now", "run(limit:)", "sleep(until:tolerance:)", "waitForSleepers(_:)",
    ],
    "TestClock.Instant": [
      "<(_:_:)", "advanced(by:)", "description", "duration(to:)", "init(offset:)", "offset",
    ],
    "TestClock.SleepersError": ["deadlines", "description", "limit", "now"],
    "URLSession": ["stub(_:)"],
    "UUID": ["init(_:)"],
    "UUIDGenerator": [
      "callAsFunction()", "constant(_:)", "incrementing", "incrementing(from:)", "init(_:)",
      "random",
    ],
    "WithRandomNumberGenerator": ["callAsFunction(_:)", "init(_:)", "seeded(_:)", "system"],
  ]
}
