import Injection
import TestSupport
import Testing

/// R23: how the operation ended, and several resources in one list.
@Suite struct ResourcesTests {
  private struct Failure: Error {}
  private let log = Steps()

  @Test func `closing is told that the operation returned`() async throws {
    let result = try await transaction {
      await Task.yield()
      return 3
    }
    #expect(result == 3)
    #expect(log.all == ["begin", "commit"])
  }

  @Test func `closing is told the error that the operation threw`() async {
    await #expect(throws: Failure.self) { try await transaction { throw Failure() } }
    #expect(log.all == ["begin", "roll back after Failure()"])
  }

  @Test func `closing is told that the operation was canceled, and is not canceled itself`() async {
    for throwsAnother in [false, true] {
      let log = Steps()
      let task = Task {
        try await withInjected(\.first) {
          "transaction"
        } closing: { _, outcome in
          if case .canceled = outcome { log.add("canceled \(Task.isCancelled)") }
        } operation: {
          do {
            try await Task.sleep(for: .seconds(60))
          } catch {
            throw throwsAnother ? Failure() : error
          }
        }
      }
      task.cancel()
      await #expect(throws: (any Error).self) { try await task.value }
      #expect(log.all == ["canceled false"])
    }
  }

  @Test func `resources are opened in order, each with those before, and closed in reverse`()
    async throws
  {
    let result = try await withInjected([resource(\.first, "a"), resource(\.second, "b")]) {
      log.add("run \(InjectedValues[\.first]) \(InjectedValues[\.second])")
      return 3
    }
    #expect(result == 3)
    #expect(
      log.all == [
        "open a after -", "open b after a", "run a b", "close b beside a b returned",
        "close a beside a - returned",
      ]
    )
    #expect(try await withInjected([]) { 4 } == 4)
  }

  @Test func `where one cannot be opened, those before it are closed, and nothing runs`() async {
    await #expect(throws: Failure.self) {
      try await withInjected([
        resource(\.first, "a"),
        InjectedResource(\.second) {
          throw Failure()
        } closing: { _ in
        },
      ]) {
        log.add("run")
      }
    }
    #expect(log.all == ["open a after -", "close a beside a - threw"])
  }

  @Test func `an error of the operation wins over those of closing, and all are closed`() async {
    await #expect(throws: Failure.self) {
      try await withInjected([
        resource(\.first, "a"),
        InjectedResource(\.second) {
          "b"
        } closing: { _ in
          throw CancellationError()
        },
      ]) {
        throw Failure()
      }
    }
    #expect(log.all.last == "close a beside a - threw")
  }

  @Test @MainActor func `resources are opened and closed on the actor of their closures`()
    async throws
  {
    var opened = 0
    let basket = Basket()
    try await withInjected([
      InjectedResource(\.first) {
        MainActor.assertIsolated()
        opened += 1
        return "a"
      } closing: { _ in
        MainActor.assertIsolated()
        opened -= 1
      }
    ]) {
      basket.count = opened
    }
    #expect(opened == 0 && basket.count == 1)
  }

  private func transaction<Result>(_ operation: () async throws -> Result) async throws -> Result {
    try await withInjected(\.first) {
      log.add("begin")
      return "transaction"
    } closing: { [log] _, outcome in
      switch outcome {
      case .returned: log.add("commit")
      case .threw(let error): log.add("roll back after \(error)")
      case .canceled: log.add("roll back")
      }
    } operation: {
      try await operation()
    }
  }

  private func resource(
    _ keyPath: WritableKeyPath<InjectedValues, String>,
    _ name: String
  ) -> InjectedResource {
    InjectedResource(keyPath) { [log] in
      log.add("open \(name) after \(InjectedValues[\.first])")
      return name
    } closing: { [log] resource, outcome in
      let end = if case .threw = outcome { "threw" } else { "\(outcome)" }
      log.add(
        "close \(resource) beside \(InjectedValues[\.first]) \(InjectedValues[\.second]) \(end)"
      )
    }
  }
}

// MARK: - Fixtures

private final class Basket { var count = 0 }

private final class Steps: Sendable {
  private let steps = Lock<[String]>([])
  var all: [String] { steps.withLock { $0 } }
  func add(_ step: String) { steps.withLock { $0.append(step) } }
}
