import Injection

// A request of a server: three scopes, eight reads, one default built, a resource opened and
// closed. And the same by hand: a task-local for each value, and an asynchronous closure.

extension Row {
  static var servers: [Row] {
    [
      Row("resource", "a scope with a resource, empty", atMost: 3.2, of: "task") { batch in
        await batch.measureAsync { try! await Server.withConnection { sink(1) } }
      },
      Row("server-by-hand", "a request, with task-locals") { batch in
        await batch.measureAsync { try! await BareServer.handle(1) }
      },
      Row("server", "a request", atMost: 5, of: "server-by-hand") { batch in
        await batch.measureAsync { try! await Server.handle(1) }
      },
    ]
  }
}

private final class Connection: Repository {
  let number = 3

  @inline(never)
  static func open() async throws -> any Repository { Connection() }

  @inline(never)
  static func close(_ connection: any Repository) async { sink(connection) }
}

private enum Server {
  static func withConnection(_ operation: () async throws -> Void) async throws {
    try await withInjected(\.repository) {
      try await Connection.open()
    } closing: {
      await Connection.close($0)
    } operation: {
      try await operation()
    }
  }

  @inline(never)
  static func handle(_ request: Int) async throws {
    try await withInjected(\.request, request) {
      try await withConnection {
        await withInjected(\.user, 2) { await Handler().run() }
      }
    }
  }

  private final class Handler {
    @Injected(\.request) var request
    @Injected(\.user) var user
    @Injected(\.session) var session
    @Injected(\.repository) var connection
    @Injected(\.archive) var archive
    @Injected(\.cache) var cache
    @Injected(\.log) var log

    @inline(never)
    func run() async {
      sink(request)
      sink(user)
      sink(session)
      sink(connection)
      sink(archive)
      sink(cache)
      sink(log)
      sink(session)
    }
  }
}

private enum BareServer {
  @TaskLocal static var archive: any Repository = FileRepository()
  @TaskLocal static var cache: any Repository = FileRepository()
  @TaskLocal static var log: any Repository = FileRepository()

  static func withConnection(_ operation: () async throws -> Void) async throws {
    let connection = try await Connection.open()
    try await Bare.$repository.withValue(connection) {
      let result: Result<Void, any Error>
      do {
        result = .success(try await operation())
      } catch {
        result = .failure(error)
      }
      // In a task of its own, which is not canceled.
      await Task { await Connection.close(connection) }.value
      try result.get()
    }
  }

  @inline(never)
  static func handle(_ request: Int) async throws {
    try await Bare.$request.withValue(request) {
      try await Bare.$session.withValue(Session(request: request)) {
        try await withConnection {
          await Bare.$user.withValue(2) { await run() }
        }
      }
    }
  }

  @inline(never)
  private static func run() async {
    sink(Bare.request)
    sink(Bare.user)
    sink(Bare.session!)
    sink(Bare.repository)
    sink(archive)
    sink(cache)
    sink(log)
    sink(Bare.session!)
  }
}
