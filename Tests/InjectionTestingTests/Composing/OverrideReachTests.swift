import Injection
import InjectionMacros
import InjectionTesting
import Testing

/// What an override reaches: the table of the page about overriding.
struct OverrideReachTests {
  @Test(.injected())
  func `around the creation of an object, it reaches the properties of the object alone`() {
    let model = withInjected(\.client, "mock") { Model() }
    #expect(model.client == "mock" && model.later.client == "live" && model.only == "live")
  }

  @Test(.injected())
  func `around the use, it reaches what shared values read later, and no singleton`() {
    let model = Model()
    withInjected(\.client, "mock") {
      #expect(model.client == "mock" && model.later.client == "mock" && model.only == "live")
    }
  }

  @Test(.injected { $0.client = "mock" })
  func `in a test's trait, it reaches all`() {
    let model = Model()
    #expect(model.client == "mock" && model.later.client == "mock" && model.only == "mock")
  }

  // Nothing here reads what the override reaches.
  @Test(arguments: [
    { @Sendable in _ = withInjected(\.client, "mock") { Model().only } },
    { @Sendable in _ = withInjected(\.client, "mock") { Model() }.later.client },
  ])
  func `what it does not reach is found`(_ operation: @Sendable () -> Void) {
    let unused = issues([.failOnUnusedOverrides], operation: operation)
    #expect(unused.all.map(\.kind) == [.neverRead] && unused.properties == ["client"])
    let live = issues(.strict(except: \.later), operation: operation)
    #expect(live.all.contains { $0.kind == .notOverridden && $0.property == "client" })
  }
}

// MARK: - Fixtures

/// Reads when it is used.
private struct Later: Sendable {
  @Injected(\.client) var client
}

extension InjectedValues {
  @Injectable fileprivate var client = "live"
  @Injectable fileprivate var later: Later = Later()
  @Injectable(lifetime: .singleton) fileprivate var only: String = InjectedValues.current.client
}

private struct Model {
  @Injected(\.client) var client
  @Injected(\.later) var later
  @Injected(\.only) var only
}
