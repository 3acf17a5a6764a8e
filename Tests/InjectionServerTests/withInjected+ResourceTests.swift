import Injection
import InjectionMacros
import InjectionServer
import InjectionTesting
import TestSupport
import Testing

/// Resources that are opened for a scope, and closed after it.
@Suite(.timeLimit(.minutes(3))) struct WithInjected_ResourceTests {
  private let log = Log<String>()
  private let beside = Log<String>()

  @Test(arguments: endings)
  func `resources are closed in reverse, and the first error is thrown`(
    failing: [Step],
    thrown: Step?,
    log expected: String
  ) async {
    let issues = Log<InjectionIssue>()
    var error: Step?
    await withTestScope(options: .onIssue { issues.add($0) }) {
      do {
        let resources = [resource("a"), resource("b", at: \.pools.first, failing: failing)]
        let result = try await withInjected(resources) {
          log.add("run")
          if failing.contains(.running) { throw Step.running }
          return 3
        }
        #expect(result == 3)
      } catch let caught {
        error = caught as? Step
      }
    }
    #expect(error == thrown)
    #expect(log.all.joined(separator: ", ") == expected)
    // The error of closing is not lost where another one is thrown.
    let isTold = failing == [.running, .closing]
    #expect(issues.all.map(\.kind) == (isTold ? [.unclosedResource] : []))
    #expect(issues.all.allSatisfy { $0.fileID == #fileID && "\($0)".contains("closing") })
  }

  @Test func `resources are opened and closed beside those before`() async throws {
    try await withInjected([resource("a"), resource("b", at: \.pools.first)]) {}
    #expect(beside.all == ["none none", "a none", "a b", "a none"])
    #expect(try await withInjected([]) { 4 } == 4)
  }

  // MARK: Actors

  @Test func `a resource is opened, used and closed on an actor instance`() async throws {
    #expect(try await Account().run() == ["open", "run", "close a"])
  }

  @Test @MainActor func `a resource is opened on the actor of its closures`() async throws {
    var opened = 0
    let resource = InjectedResource(\.first) {
      MainActor.assertIsolated()
      opened += 1
      return "a"
    } closing: { _ in
      MainActor.assertIsolated()
      opened -= 1
    }
    try await withInjected([resource]) { #expect(InjectedValues.current.first == "a") }
    #expect(opened == 0)
  }

  // MARK: Cancellation

  @Test(arguments: [false, true])
  func `closing is told of cancellation, and isn't canceled itself`(
    throwsAnotherError: Bool
  ) async {
    let isRunning = Gate()
    let task = Task { [log] in
      try await withInjected(\.pool) {
        Pool("a")
      } closing: { _, outcome in
        log.add("\(outcome.text), canceled: \(Task.isCancelled)")
        for _ in 0..<10 { await Task.yield() }
        try Task.checkCancellation()
        log.add("closed")
      } operation: {
        isRunning.open()
        // Ends when it is canceled.
        await Gate().wait()
        if throwsAnotherError { throw Step.running }
        try Task.checkCancellation()
      }
    }
    await isRunning.wait()
    task.cancel()
    await #expect {
      try await task.value
    } throws: {
      throwsAnotherError ? $0 as? Step == .running : $0 is CancellationError
    }
    // All of it was awaited.
    #expect(log.all == ["cancelled, canceled: false", "closed"])
  }

  // MARK: Beside the scope

  @Test func `a test is told of a resource that nothing reads`() async throws {
    let issues = Log<InjectionIssue>()
    try await withTestScope(options: [.failOnUnusedOverrides, .onIssue { issues.add($0) }]) {
      try await withInjected(
        \.pool,
        opening: { Pool("a") },
        closing: { _ in },
        operation: {},
        line: 1_000
      )
      try await withInjected([resource("b", at: \.pools.first)]) {
        _ = InjectedValues.current.pools
      }
    }
    #expect(issues.all.map(\.property) == ["pool"] && issues.all.map(\.line) == [1_000])
  }

  /// A resource that logs its steps and the current pools.
  private func resource(
    _ name: String,
    at property: WritableKeyPath<InjectedValues, Pool> = \.pool,
    failing steps: [Step] = []
  ) -> InjectedResource {
    InjectedResource(property) { [log, beside] in
      log.add("open \(name)")
      beside.add(Pools.current)
      if steps.contains(.opening) { throw Step.opening }
      return Pool(name)
    } closing: { [log, beside] pool, outcome in
      log.add("close \(pool.name): \(outcome.text)")
      beside.add(Pools.current)
      if steps.contains(.closing) { throw Step.closing }
    }
  }
}

// MARK: - Fixtures

enum Step: Error { case opening, running, closing }

/// The failing steps, the thrown error, and the log.
private let endings: [([Step], Step?, String)] = [
  ([], nil, "open a, open b, run, close b: returned, close a: returned"),
  ([.opening], .opening, "open a, open b, close a: opening"),
  ([.running], .running, "open a, open b, run, close b: running, close a: running"),
  ([.closing], .closing, "open a, open b, run, close b: returned, close a: closing"),
  ([.running, .closing], .running, "open a, open b, run, close b: running, close a: running"),
]

extension InjectedResource.Outcome {
  fileprivate var text: String {
    if case .threw(let error) = self { "\(error)" } else { "\(self)" }
  }
}

private final class Pool: Sendable {
  let name: String

  init(_ name: String) { self.name = name }
}

private struct Pools: Sendable {
  var first = Pool("none")

  static var current: String {
    "\(InjectedValues.current.pool.name) \(InjectedValues.current.pools.first.name)"
  }
}

private actor Account {
  private var log: [String] = []

  func run() async throws -> [String] {
    try await withInjected(\.pool) {
      log.append("open")
      await Task.yield()
      return Pool("a")
    } closing: {
      self.log.append("close \($0.name)")
    } operation: {
      await Task.yield()
      log.append("run")
    }
    return log
  }
}

extension InjectedValues {
  @Injectable fileprivate var pool: Pool = Pool("none")
  @Injectable fileprivate var pools: Pools = Pools()
}
