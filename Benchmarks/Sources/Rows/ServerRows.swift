import Injection

// A server that opens a scope for each request: 20 reads over 8 keys, of which 3 are built in the
// scope.

extension Row {
  static var server: [Row] {
    [
      Row("server-bare", "a request, with one bare task-local", in: .scopes) { batch in
        let shared = opaque(FileRepository())
        await batch.measureAsync { await BareServer.handle(1, shared) }
      },
      Row("server", "a request: 20 reads, 8 keys, 3 built", in: .scopes, over: "server-bare") {
        batch in
        await batch.measureAsync { await Server.handle(1) }
      },
    ]
  }
}

enum Server {
  // Stays where the caller runs, as the bare one does; see the asynchronous `withInjected`.
  @inline(never)
  static func handle(_ request: Int, isolation: isolated (any Actor)? = #isolation) async {
    await withInjected(\.request, request) {
      _ = isolation
      await Handler().run()
    }
  }

  private final class Handler {
    @Injected(\.repository) var repository
    @Injected(\.archive) var archive
    @Injected(\.cache) var cache
    @Injected(\.log) var log
    @Injected(\.mail) var mail
    @Injected(\.session) var session
    @Injected(\.basket) var basket
    @Injected(\.account) var account

    @inline(never)
    func run() async {
      for _ in 0..<2 {
        sink(repository)
        sink(archive)
        sink(cache)
        sink(log)
        sink(mail)
        sink(session)
        sink(basket)
        sink(account)
      }
      sink(repository)
      sink(session)
      sink(basket)
      sink(account)
    }
  }

  /// How many bytes a scope needs until its request is over; `nil` where that can't be counted.
  static func bytesPerScope() async -> Int? {
    await handle(0)
    let count = 1000
    var open: [InjectedValues] = []
    open.reserveCapacity(count)
    guard let before = Heap.bytes else { return nil }
    for request in 0..<count {
      open.append(
        await withInjected(\.request, request) {
          await Handler().run()
          return InjectedValues.current
        }
      )
    }
    let after = Heap.bytes ?? before
    return (after - before) / open.count
  }
}

/// The same by hand: all that a request needs is made at its start and bound to a task-local.
enum BareServer {
  private final class Request: Sendable {
    let repository: any Repository
    let archive: any Repository
    let cache: any Repository
    let log: any Repository
    let mail: any Repository
    let session: Session
    let basket: Session
    let account: Session

    init(_ request: Int, _ shared: any Repository) {
      repository = shared
      archive = shared
      cache = shared
      log = shared
      mail = shared
      session = Session(request: request)
      basket = Session(request: request)
      account = Session(request: request)
    }

    @TaskLocal static var current: Request?
  }

  @inline(never)
  static func handle(_ request: Int, _ shared: any Repository) async {
    await Request.$current.withValue(Request(request, shared)) { await run() }
  }

  @inline(never)
  private static func run() async {
    for _ in 0..<2 {
      sink(Request.current!.repository)
      sink(Request.current!.archive)
      sink(Request.current!.cache)
      sink(Request.current!.log)
      sink(Request.current!.mail)
      sink(Request.current!.session)
      sink(Request.current!.basket)
      sink(Request.current!.account)
    }
    sink(Request.current!.repository)
    sink(Request.current!.session)
    sink(Request.current!.basket)
    sink(Request.current!.account)
  }
}
