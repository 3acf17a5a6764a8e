import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

/// R23: resources that are opened for a scope, and closed after it.
@Suite struct WithInjected_ResourceTests {
  private let log = Log()

  // MARK: The way it goes

  @Test func `it is opened, seen by the operation, and closed`() async throws {
    let result = try await withInjected(\.pool) {
      log.add("open")
      return Pool("a")
    } closing: { [log] in
      log.add("close \($0.name)")
    } operation: {
      await Task.yield()
      log.add("run with \(InjectedValues.current.pool.name)")
      return 3
    }
    #expect(result == 3)
    #expect(log.all == ["open", "run with a", "close a"])
    #expect(InjectedValues.current.pool.name == "none")
  }

  @Test func `a member may be one`() async throws {
    try await withInjected(\.pools.first) {
      Pool("first")
    } closing: { [log] in
      log.add("close \($0.name)")
    } operation: {
      #expect(InjectedValues.current.pools.first.name == "first")
      #expect(InjectedValues.current.pools.second.name == "none")
    }
    #expect(log.all == ["close first"])
  }

  @Test func `opening runs in the outer scope, closing in the inner one`() async throws {
    try await withInjected(\.poolName, "outer") {
      try await withInjected(\.pool) {
        log.add("\(InjectedValues.current.pool.name) \(InjectedValues.current.poolName)")
        return Pool(InjectedValues.current.poolName)
      } closing: { [log] _ in
        log.add("\(InjectedValues.current.pool.name) \(InjectedValues.current.poolName)")
      } operation: {
        // Gone when it is closed.
        withInjected(\.poolName, "operation") { log.add(InjectedValues.current.poolName) }
      }
    }
    #expect(log.all == ["none outer", "operation", "outer outer"])
  }

  @Test func `what was opened last is closed first, each once`() async throws {
    try await withInjected(\.pool) {
      log.add("open a")
      return Pool("a")
    } closing: { [log] in
      log.add("close \($0.name)")
    } operation: {
      try await withInjected(\.pools.first) {
        log.add("open b over \(InjectedValues.current.pool.name)")
        return Pool("b")
      } closing: { [log] in
        // The outer one is open still.
        log.add("close \($0.name) over \(InjectedValues.current.pool.name)")
      } operation: {
        log.add("run")
      }
    }
    #expect(log.all == ["open a", "open b over a", "run", "close b over a", "close a"])
  }

  @Test func `neither the operation nor its result need be Sendable`() async throws {
    let basket = Basket()
    let result = try await withInjected(\.pool) {
      basket.names.append("open")
      return Pool("a")
    } closing: { _ in
    } operation: {
      basket.names.append(InjectedValues.current.pool.name)
      return basket
    }
    #expect(result === basket)
    #expect(basket.names == ["open", "a"])
  }

  @Test @MainActor func `all run on the caller's actor, closing on its own`() async throws {
    let screen = Screen()
    try await withInjected(\.pool) {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      screen.log.append("open")
      return Pool("a")
    } closing: {
      MainActor.assertIsolated()
      await Task.yield()
      screen.log.append("close \($0.name)")
    } operation: {
      MainActor.assertIsolated()
      await Task.yield()
      screen.log.append("run")
    }
    #expect(screen.log == ["open", "run", "close a"])
  }

  @Test func `on an actor, too`() async throws {
    let account = Account()
    #expect(try await account.run() == ["open", "run", "close"])
  }

  // MARK: Errors

  @Test func `it is closed after an error of the operation, which is thrown`() async {
    await #expect(throws: Failure.operation) {
      try await withInjected(\.pool) {
        Pool("a")
      } closing: { [log] in
        log.add("close \($0.name)")
      } operation: {
        throw Failure.operation
      }
    }
    #expect(log.all == ["close a"])
  }

  @Test func `if opening throws, nothing else runs`() async {
    await #expect(throws: Failure.opening) {
      try await withInjected(\.pool) {
        throw Failure.opening
      } closing: { [log] _ in
        log.add("close")
      } operation: {
        log.add("run")
      }
    }
    #expect(log.all == [])
  }

  @Test func `if opening an inner one throws, the outer one is closed`() async {
    await #expect(throws: Failure.opening) {
      try await withInjected(\.pool) {
        Pool("a")
      } closing: { [log] in
        log.add("close \($0.name)")
      } operation: {
        try await withInjected(\.pools.first) {
          throw Failure.opening
        } closing: { [log] _ in
          log.add("close inner")
        } operation: {
          log.add("run")
        }
      }
    }
    #expect(log.all == ["close a"])
  }

  @Test func `if closing throws, that is thrown`() async {
    await #expect(throws: Failure.closing) {
      try await withInjected(\.pool) {
        Pool("a")
      } closing: { _ in
        throw Failure.closing
      } operation: {
        3
      }
    }
  }

  @Test func `if both throw, the operation's error is thrown`() async {
    await #expect(throws: Failure.operation) {
      try await withInjected(\.pool) {
        Pool("a")
      } closing: { [log] _ in
        log.add("close")
        throw Failure.closing
      } operation: {
        throw Failure.operation
      }
    }
    #expect(log.all == ["close"])
  }

  @Test func `if an inner one's closing throws, the outer one is closed`() async {
    await #expect(throws: Failure.closing) {
      try await withInjected(\.pool) {
        Pool("a")
      } closing: { [log] in
        log.add("close \($0.name)")
      } operation: {
        try await withInjected(\.pools.first) {
          Pool("b")
        } closing: { _ in
          throw Failure.closing
        } operation: {
        }
      }
    }
    #expect(log.all == ["close a"])
  }

  // MARK: Cancellation

  @Test func `after cancellation it is closed, and closing is not canceled`() async {
    let isRunning = AsyncStream.makeStream(of: Void.self)
    let task = Task { [log] in
      try await withInjected(\.pool) {
        Pool("a")
      } closing: {
        log.add("close \($0.name), canceled: \(Task.isCancelled)")
        for _ in 0..<10 { await Task.yield() }
        try Task.checkCancellation()
        log.add("closed")
      } operation: {
        isRunning.continuation.yield()
        // Ends when it is canceled.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        log.add("canceled: \(Task.isCancelled)")
        try Task.checkCancellation()
      }
    }
    for await _ in isRunning.stream { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // Awaited, all of it.
    #expect(log.all == ["canceled: true", "close a, canceled: false", "closed"])
  }

  @Test func `where the task was canceled before, opening sees that`() async {
    let mayStart = AsyncStream.makeStream(of: Void.self)
    let task = Task { [log] in
      for await _ in mayStart.stream { break }
      try await withInjected(\.pool) {
        try Task.checkCancellation()
        return Pool("a")
      } closing: { _ in
        log.add("close")
      } operation: {
        log.add("run")
      }
    }
    task.cancel()
    mayStart.continuation.yield()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.all == [])
  }

  @Test func `closing is a task of its own`() async throws {
    let outer = nameOfTask()
    try await withInjected(\.pool) {
      #expect(nameOfTask() == outer)
      return Pool("a")
    } closing: { _ in
      #expect(nameOfTask() != outer)
    } operation: {
      #expect(nameOfTask() == outer)
    }
  }

  // MARK: Beside the scope

  // What it answers then is its own business.
  @Test func `what outlives the scope still reaches it`() async throws {
    let (late, user) = try await withInjected(\.pool) {
      Pool("a")
    } closing: {
      $0.close()
    } operation: {
      (Task { InjectedValues.current.pool.state }, PoolUser())
    }
    #expect(user.pool().state == "a is closed")
    let state = await late.value
    #expect(["a is open", "a is closed"].contains(state))
  }

  @Test func `a default that is built from it belongs to its scope`() async throws {
    try await withInjected(\.pool) {
      Pool("a")
    } closing: { [log] _ in
      log.add(InjectedValues.current.poolReport)
    } operation: {
      #expect(InjectedValues.current.poolReport == "report of a")
    }
    #expect(InjectedValues.current.poolReport == "report of none")
    #expect(log.all == ["report of a"])
  }

  @Test func `a test is told if nothing reads it`() async throws {
    let issues = Mutex<[InjectionIssue]>([])
    let options: TestScopeOptions = [
      .failOnUnusedOverrides, .onIssue { issue in issues.withLock { $0.append(issue) } },
    ]
    try await withTestScope(options: options) {
      try await withInjected(
        \.pool,
        opening: { Pool("a") },
        closing: { $0.close() },
        operation: {},
        line: 1_000
      )
      try await withInjected(\.pools.first) {
        Pool("b")
      } closing: { _ in
      } operation: {
        _ = InjectedValues.current.pools
      }
    }
    #expect(issues.withLock { $0 }.map(\.property) == ["pool"])
    #expect(issues.withLock { $0 }.map(\.line) == [1_000])
  }
}

// MARK: - Fixtures

/// Tells the running task from others.
private func nameOfTask() -> Int {
  // Safe: the task does not leave the closure.
  unsafe withUnsafeCurrentTask { unsafe $0.hashValue }
}

private enum Failure: Error { case opening, operation, closing }

private final class Log: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private final class Pool: Sendable {
  let name: String
  private let isClosed = Atomic(false)

  init(_ name: String) { self.name = name }

  func close() { isClosed.store(true, ordering: .releasing) }
  var state: String { "\(name) is \(isClosed.load(ordering: .acquiring) ? "closed" : "open")" }
}

private struct Pools: Sendable {
  var first = Pool("none")
  var second = Pool("none")
}

private final class PoolUser: Sendable {
  let pool = Injected(\.pool)
}

private final class Basket {
  var names: [String] = []
}

@MainActor private final class Screen {
  var log: [String] = []
}

private actor Account {
  private var log: [String] = []

  func run() async throws -> [String] {
    try await withInjected(\.pool) {
      log.append("open")
      return Pool("a")
    } closing: { _ in
      self.log.append("close")
    } operation: {
      log.append("run")
    }
    return log
  }
}

extension InjectedValues {
  @Injectable fileprivate var pool: Pool = Pool("none")

  @Injectable fileprivate var pools: Pools = Pools()

  @Injectable fileprivate var poolName: String = "none"

  @Injectable fileprivate var poolReport: String = "report of \(InjectedValues.current.pool.name)"
}
