import Injection

#if os(Linux)
  import InjectionTesting
#endif

extension Row {
  static var reads: [Row] {
    let client = opaque(Client())
    let weakClient = opaque(WeakClient())
    var rows = [
      read("no-scope", "in no scope") { batch in
        batch.measure { client.use() }
      },
      read("override-of-300", "an override among 300") { batch in
        withInjected {
          $0.overrideOthers(299)
          $0.repository = anyMock()
        } operation: {
          batch.measure { client.use() }
        }
      },
      read("default-among-300", "an outer default, where 300 others are overridden") { batch in
        withInjected {
          $0.overrideOthers(300)
        } operation: {
          batch.measure { client.use() }
        }
      },
      read("weak", "what is .weak and held", atMost: 25) { batch in
        let held = InjectedValues.current.weakRepository
        withExtendedLifetime(held) {
          batch.measure { weakClient.use() }
        }
      },
    ]
    rows += [
      read("home-built", "of what a default made, in no scope", atMost: 2.9) { batch in
        let client = opaque(InjectedValues.current.client)
        batch.measure { client.use() }
      },
      read("home-built-outside", "of what the process's default made", atMost: 2.9) { batch in
        let client = opaque(InjectedValues.current.client)
        nested(1) { batch.measure { client.use() } }
      },
      read("home-built-here", "of what a default of the scope made", atMost: 2.9) { batch in
        nested(1) {
          let client = opaque(InjectedValues.current.requestClient)
          batch.measure { client.use() }
        }
      },
      read("home-built-inside", "the same, in a scope inside", atMost: 2.9) { batch in
        nested(1) {
          let client = opaque(InjectedValues.current.requestClient)
          withInjected(\.repository, anyMock()) { batch.measure { client.use() } }
        }
      },
    ]
    #if os(Linux)
      rows += [
        read("test-override", "in a test's scope without options") { batch in
          withTestScope {
            $0.repository = anyMock()
          } operation: {
            batch.measure { client.use() }
          }
        },
        read("test-default", "a default in a test's scope without options") { batch in
          withTestScope {
            batch.measure { client.use() }
          }
        },
      ]
    #endif
    return rows + [1, 10, 300].flatMap(reads(atDepth:)) + [1, 10, 300].flatMap(homes(atDepth:))
  }

  private static func reads(atDepth depth: Int) -> [Row] {
    let client = opaque(Client())
    return [
      read("override-\(depth)", "an override, \(depth) deep") { batch in
        withInjected(\.repository, anyMock()) {
          nested(depth - 1) { batch.measure { client.use() } }
        }
      },
      read("default-\(depth)", "an outer default, \(depth) deep") { batch in
        nested(depth) { batch.measure { client.use() } }
      },
    ]
  }

  private static func homes(atDepth depth: Int) -> [Row] {
    [
      read("home-none-\(depth)", "at home \(depth) deep; no scope is current", atMost: 2.9) {
        batch in
        let client = makeClient(atDepth: depth)
        batch.measure { client.use() }
      },
      read("home-current-\(depth)", "at home \(depth) deep, which is current", atMost: 2.9) {
        batch in
        withInjected(\.repository, anyMock()) {
          nested(depth - 1) {
            let client = opaque(Client())
            batch.measure { client.use() }
          }
        }
      },
      read("home-outside-\(depth)", "at home, \(depth) outside the current one", atMost: 2.9) {
        batch in
        withInjected(\.repository, anyMock()) {
          let client = opaque(Client())
          nested(depth) { batch.measure { client.use() } }
        }
      },
      read("home-beside-\(depth)", "at home beside the current one, \(depth) deep", atMost: 8) {
        batch in
        let client = makeClient(atDepth: depth)
        nested(depth) { batch.measure { client.use() } }
      },
      read("beside-current-\(depth)", "the same, what the current one overrides", atMost: 8) {
        batch in
        let client = nested(depth) { opaque(Client()) }
        withInjected(\.repository, anyMock()) {
          nested(depth - 1) { batch.measure { client.use() } }
        }
      },
      read("beside-default-\(depth)", "the same, an outer default", atMost: 8) { batch in
        let client = nested(depth) { opaque(Client()) }
        nested(depth) { batch.measure { client.use() } }
      },
    ]
  }

  private static func read(
    _ name: String,
    _ about: String,
    atMost limit: Double = 2.6,
    run: @escaping (Batch) -> Void
  ) -> Row {
    Row("read-" + name, about, atMost: limit, of: "task-local", run: run)
  }

  /// Makes a client whose home has an override, and scopes inside it.
  private static func makeClient(atDepth depth: Int) -> Client {
    withInjected(\.repository, anyMock()) {
      nested(depth - 1) { opaque(Client()) }
    }
  }

  /// Runs `operation` in this many scopes.
  private static func nested<Result>(_ depth: Int, _ operation: () -> Result) -> Result {
    if depth == 0 { return operation() }
    return withInjected(\.request, depth) { nested(depth - 1, operation) }
  }
}
