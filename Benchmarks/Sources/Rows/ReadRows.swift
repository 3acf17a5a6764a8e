import Injection

extension Row {
  static var reads: [Row] {
    let client = opaque(Client())
    let typeClient = opaque(TypeClient())
    let macroClient = opaque(MacroClient())
    let sendableClient = opaque(SendableClient())
    return [
      Row("read", "@Injected", in: .noScope, over: "task-local") { batch in
        batch.measure { client.use() }
      },
      Row("read-by-type", "@Injected by key type", in: .noScope, over: "task-local") { batch in
        batch.measure { typeClient.use() }
      },
      Row("read-macro", "@Injected, key in one line", in: .noScope, over: "task-local") { batch in
        batch.measure { macroClient.use() }
      },
      Row(
        "read-sendable",
        "let x = Injected, in a Sendable class",
        in: .noScope,
        over: "task-local"
      ) { batch in
        batch.measure { sendableClient.use() }
      },
      Row("read-main-actor", "@Injected on the main actor", in: .noScope, over: "task-local") {
        batch in
        measureOnMainActor(batch) { MainActorClient() }
      },
      Row("read-current", "read through InjectedValues.current", in: .noScope, over: "task-local") {
        batch in
        batch.measure { useCurrent() }
      },
      Row("read-10000-keys", "@Injected", in: .manyKeys, over: "task-local") { batch in
        batch.measure { client.use() }
      },

      Row("override", "@Injected, override in scope", in: .scopes, over: "task-local-bound") {
        batch in
        withInjected(\.repository, anyMock()) {
          batch.measure { client.use() }
        }
      },
      Row("outer-default", "@Injected, outer default", in: .scopes, over: "task-local-bound") {
        batch in
        withInjected(\.request, 1) {
          batch.measure { client.use() }
        }
      },
      Row("override-macro", "override, key in one line", in: .scopes, over: "task-local-bound") {
        batch in
        withInjected(\.shortRepository, anyMock()) {
          batch.measure { macroClient.use() }
        }
      },
      Row(
        "override-sendable",
        "override, in a Sendable class",
        in: .scopes,
        over: "task-local-bound"
      ) {
        batch in
        withInjected(\.repository, anyMock()) {
          batch.measure { sendableClient.use() }
        }
      },
      Row("override-current", "override, through current", in: .scopes, over: "task-local-bound") {
        batch in
        withInjected(\.repository, anyMock()) {
          batch.measure { useCurrent() }
        }
      },
      Row("no-scope-current", "@Injected, outside all scopes", in: .scopes, over: "task-local") {
        batch in
        batch.measure { client.use() }
      },
    ]
  }

  static var homes: [Row] {
    [
      Row("home", "home scope, none is current", in: .scopes, over: "task-local-bound") { batch in
        let client = withInjected(\.repository, anyMock()) { opaque(Client()) }
        batch.measure { client.use() }
      },
      Row("home-current", "home scope is current", in: .scopes, over: "task-local-bound") { batch in
        withInjected(\.repository, anyMock()) {
          let client = opaque(Client())
          batch.measure { client.use() }
        }
      },
      Row("home-sendable", "home, in a Sendable class", in: .scopes, over: "task-local-bound") {
        batch in
        let client = withInjected(\.repository, anyMock()) { opaque(SendableClient()) }
        batch.measure { client.use() }
      },
      Row("home-main-actor", "home, on the main actor", in: .scopes, over: "task-local-bound") {
        batch in
        measureOnMainActor(batch) { withInjected(\.request, 1) { MainActorClient() } }
      },
      Row("home-outside", "home outside the current one", in: .scopes, over: "task-local-bound") {
        batch in
        withInjected(\.repository, anyMock()) {
          let client = opaque(Client())
          withInjected(\.request, 1) {
            batch.measure { client.use() }
          }
        }
      },
      Row("home-beside", "home beside the current one", in: .scopes, over: "task-local-bound") {
        batch in
        let client = withInjected(\.repository, anyMock()) { opaque(Client()) }
        withInjected(\.request, 1) {
          batch.measure { client.use() }
        }
      },
    ]
  }

  @inline(never)
  private static func useCurrent() { sink(InjectedValues.current.repository) }
}
