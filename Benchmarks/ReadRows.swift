import Injection

extension Row {
  static var baselines: [Row] {
    let stored = opaque(StoredClient(opaque(FileRepository())))
    let singleton = opaque(StaticClient())
    let taskLocal = opaque(TaskLocalClient())
    return [
      Row("loop", "the loop and the sink alone", in: .noScope, .scopes) { batch in
        batch.measure { sink(1) }
      },
      Row("stored", "read: stored property", in: .noScope, .scopes, over: "task-local") { batch in
        batch.measure { stored.use() }
      },
      Row("static-let", "read: static let", in: .noScope, .scopes, over: "task-local") { batch in
        batch.measure { singleton.use() }
      },
      Row("task-local", "read: bare task-local, not bound", in: .noScope) { batch in
        batch.measure { taskLocal.use() }
      },
      Row("task-local", "read: bare task-local, bound", in: .scopes) { batch in
        TaskLocalClient.$repository.withValue(MockRepository()) {
          batch.measure { taskLocal.use() }
        }
      },
    ]
  }

  static var reads: [Row] {
    let client = opaque(Client())
    let typeClient = opaque(TypeClient())
    let sendableClient = opaque(SendableClient())
    return [
      Row("read", "@Injected, no scope", in: .noScope, over: "task-local") { batch in
        batch.measure { client.use() }
      },
      Row("read-by-type", "the same by key type", in: .noScope, over: "task-local") { batch in
        batch.measure { typeClient.use() }
      },
      Row("read-sendable", "the same, Sendable form", in: .noScope, over: "task-local") { batch in
        batch.measure { sendableClient.use() }
      },
      Row("override", "read: override in scope", in: .scopes, over: "task-local") { batch in
        withInjected(\.repository, MockRepository()) {
          batch.measure { client.use() }
        }
      },
      Row("outer-default", "read: outer default", in: .scopes, over: "task-local") { batch in
        withInjected(\.other, 1) {
          batch.measure { client.use() }
        }
      },
      Row("home", "read: home, no scope current", in: .scopes, over: "task-local") { batch in
        let client = withInjected(\.repository, MockRepository()) { opaque(Client()) }
        batch.measure { client.use() }
      },
      Row("home-beside", "read: home beside the scope", in: .scopes, over: "task-local") { batch in
        let client = withInjected(\.repository, MockRepository()) { opaque(Client()) }
        withInjected(\.other, 1) {
          batch.measure { client.use() }
        }
      },
    ]
  }
}
