import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// R23: resources that are opened for a scope, and closed after it.
@Suite struct WithInjected_ResourceTests {
  enum Step: Error { case opening, operation, closing }

  private let log = Log()

  // MARK: The way it goes

  @Test func `a resource is opened, seen by the operation, and closed`() async throws {
    let result = try await withPool("a") {
      await Task.yield()
      log.add("run with \(InjectedValues.current.pool.name)")
      return 3
    }
    #expect(result == 3)
    #expect(log.all == ["open a", "run with a", "close a"])
    #expect(InjectedValues.current.pool.name == "none")
  }

  @Test func `a resource is opened in the outer scope and closed in the inner one`() async throws {
    try await withInjected(\.text, "outer") {
      try await withInjected(\.pool) {
        log.add("\(InjectedValues.current.pool.name) \(InjectedValues.current.text)")
        return Pool("a")
      } closing: { [log] _ in
        log.add("\(InjectedValues.current.pool.name) \(InjectedValues.current.text)")
      } operation: {
        // Gone when it is closed.
        withInjected(\.text, "operation") { log.add(InjectedValues.current.text) }
      }
    }
    #expect(log.all == ["none outer", "operation", "a outer"])
  }

  @Test func `of two resources the last one is closed first, which may be a member of a value`()
    async throws
  {
    try await withPool("a") {
      try await withPool("b", at: \.pools.first) {
        // The outer one is open still.
        log.add("run with \(InjectedValues.current.pool.state)")
        #expect(InjectedValues.current.pools.first.name == "b")
        #expect(InjectedValues.current.pools.second.name == "none")
      }
    }
    #expect(log.all == ["open a", "open b", "run with a, open", "close b", "close a"])
  }

  // On the main actor: `MainActorClientTests`.
  @Test func `a resource is opened, used and closed on an actor instance`() async throws {
    #expect(try await Account().run() == ["open", "run", "close a"])
  }

  // MARK: Errors

  @Test(arguments: [
    (failing: [Step.opening], thrown: Step.opening, log: ["open a"]),
    ([.operation], .operation, ["open a", "run", "close a"]),
    ([.closing], .closing, ["open a", "run", "close a"]),
    ([.operation, .closing], .operation, ["open a", "run", "close a"]),
  ])
  func `the first error of a resource is thrown, and what was opened is closed`(
    failing: [Step],
    thrown: Step,
    log expected: [String]
  ) async {
    await #expect(throws: thrown) {
      try await withPool("a", failing: failing) { log.add("run") }
    }
    #expect(log.all == expected)
  }

  @Test(arguments: [Step.opening, .operation, .closing])
  func `when an inner resource fails, the outer one is closed`(step: Step) async {
    await #expect(throws: step) {
      try await withPool("a") { try await withPool("b", at: \.pools.first, failing: [step]) {} }
    }
    #expect(log.all.last == "close a")
  }

  // MARK: Cancellation

  @Test func `a resource is closed after cancellation, and closing is not canceled`() async {
    let isRunning = Gate()
    let task = Task { [log] in
      try await withInjected(\.pool) {
        Pool("a")
      } closing: {
        log.add("close \($0.name), canceled: \(Task.isCancelled)")
        for _ in 0..<10 { await Task.yield() }
        try Task.checkCancellation()
        log.add("closed")
      } operation: {
        isRunning.open()
        // Ends when it is canceled.
        await Gate().wait()
        log.add("canceled: \(Task.isCancelled)")
        try Task.checkCancellation()
      }
    }
    await isRunning.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    // Awaited, all of it.
    #expect(log.all == ["canceled: true", "close a, canceled: false", "closed"])
  }

  @Test func `opening a resource sees that its task was canceled before`() async {
    let task = Task {
      // Ends when it is canceled.
      await Gate().wait()
      try await withInjected(\.pool) {
        try Task.checkCancellation()
        return Pool("a")
      } closing: { _ in
        Issue.record("The resource was closed.")
      } operation: {
        Issue.record("The operation ran.")
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Beside the scope

  @Test func `what outlives the scope of a resource still reaches it, closed`() async throws {
    let gate = Gate()
    let (late, pool) = try await withPool("a") {
      let late = Task {
        await gate.wait()
        return InjectedValues.current.pool.state
      }
      return (late, Injected(\.pool))
    }
    gate.open()
    #expect(pool().state == "a, closed")
    #expect(await late.value == "a, closed")
  }

  @Test func `a test is told of a resource that nothing reads`() async throws {
    let issues = Lock<[InjectionIssue]>([])
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
      try await withPool("b", at: \.pools.first) { _ = InjectedValues.current.pools }
    }
    #expect(issues.withLock { $0 }.map(\.property) == ["pool"])
    #expect(issues.withLock { $0 }.map(\.line) == [1_000])
  }

  /// Opens a pool for an operation, closes it, and logs that.
  ///
  /// - Parameter steps: What throws itself, after it was logged.
  private func withPool<Result>(
    _ name: String,
    at property: WritableKeyPath<InjectedValues, Pool> = \.pool,
    failing steps: [Step] = [],
    operation: () async throws -> Result
  ) async throws -> Result {
    try await withInjected(property) {
      log.add("open \(name)")
      if steps.contains(.opening) { throw Step.opening }
      return Pool(name)
    } closing: { [log] in
      log.add("close \($0.name)")
      $0.close()
      if steps.contains(.closing) { throw Step.closing }
    } operation: {
      let result = try await operation()
      if steps.contains(.operation) { throw Step.operation }
      return result
    }
  }
}

// MARK: - Fixtures

private final class Log: Sendable {
  private let lines = Lock<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private final class Pool: Sendable {
  let name: String
  private let isClosed = Atomic(false)

  init(_ name: String) { self.name = name }

  func close() { isClosed.store(true, ordering: .releasing) }
  var state: String { "\(name), \(isClosed.load(ordering: .acquiring) ? "closed" : "open")" }
}

private struct Pools: Sendable {
  var first = Pool("none")
  var second = Pool("none")
}

private actor Account {
  private var log: [String] = []

  private func note(_ line: String) async {
    await Task.yield()
    log.append(line)
  }

  func run() async throws -> [String] {
    try await withInjected(\.pool) {
      assertIsolated()
      await note("open")
      assertIsolated()
      return Pool("a")
    } closing: {
      self.assertIsolated()
      await self.note("close \($0.name)")
      self.assertIsolated()
    } operation: {
      assertIsolated()
      await note("run")
      assertIsolated()
    }
    return log
  }
}

extension InjectedValues {
  @Injectable fileprivate var pool: Pool = Pool("none")
  @Injectable fileprivate var pools: Pools = Pools()
}
