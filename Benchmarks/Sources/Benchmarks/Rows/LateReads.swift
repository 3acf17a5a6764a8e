import Injection
import InjectionServer

// Reads through an object that a default of a scope made, some time after that. The scope is alive.

extension Row {
  static var lateReads: [Row] {
    [
      late("none", "what the scope overrides, in no scope", atMost: 10) { _, client, batch in
        batch.measure { client.use() }
      },
      late("here", "the same, in the scope", atMost: 3.5) { scope, client, batch in
        withInjected(scope) { batch.measure { client.use() } }
      },
      late("beside", "the same, in another scope", atMost: 8) { _, client, batch in
        withInjected(\.user, 1) { batch.measure { client.use() } }
      },
      late("own-none", "a default of the scope, in no scope", atMost: 10) { _, client, batch in
        batch.measure { client.useSession() }
      },
      late("own-here", "the same, in the scope", atMost: 3.5) { scope, client, batch in
        withInjected(scope) { batch.measure { client.useSession() } }
      },
      late("own-beside", "the same, in another scope", atMost: 8) { _, client, batch in
        withInjected(\.user, 1) { batch.measure { client.useSession() } }
      },
      late("both", "a default of both scopes, in another one", atMost: 43) { _, client, batch in
        withInjected(\.user, 1) { batch.measure { client.useBoth() } }
      },
      kept("kept", "what a kept scope overrides, where it is entered in another one") {
        $0.use()
      },
      kept("own-kept", "a default of the kept scope, there") { $0.useSession() },
    ]
  }

  /// As in a request of a server: the object is the tenant's.
  private static func kept(
    _ name: String,
    _ about: String,
    read: @escaping (LateClient) -> Void
  ) -> Row {
    Row("late-" + name, about, atMost: 8, of: "task-local") { batch in
      let tenants = InjectedScopes<Int>(limit: 1) {
        $0.request = $1
        $0.repository = anyMock()
      }
      withInjected(\.user, 1) {
        tenants.withInjected(1) {
          let client = opaque(InjectedValues.current.lateClient)
          batch.measure { read(client) }
        }
      }
    }
  }

  private static func late(
    _ name: String,
    _ about: String,
    atMost limit: Double,
    run: @escaping (InjectedValues, LateClient, Batch) -> Void
  ) -> Row {
    Row("late-" + name, about, atMost: limit, of: "task-local") { batch in
      let scope = InjectedValues.current.overriding {
        $0.request = 1
        $0.repository = anyMock()
      }
      withExtendedLifetime(scope) { run(scope, opaque(scope.lateClient), batch) }
    }
  }
}
