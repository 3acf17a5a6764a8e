import Injection
import InjectionMacros
import InjectionServer
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// Scopes by an identifier that are opened with `await`, and closed.
@Suite(.timeLimit(.minutes(3))) struct AsyncInjectedScopesTests {
  private typealias Tenants = AsyncInjectedScopes<String>

  private let log = Log<String>()

  @Test func `a scope is closed once, with the reason, after the operations in it`() async throws {
    let tenants = tenants(limit: 2)
    try await tenants.withInjected("north") {
      #expect(InjectedValues[\.database].name == "north")
      try await tenants.withInjected("south") {}
      // Beyond the limit: the one that is in use stays.
      try await tenants.withInjected("east") {}
      await closed(1)
      tenants.removeScope(for: "north")
      tenants.removeScope(for: "north")
      try await tenants.withInjected("north") {
        #expect(InjectedValues[\.database].name == "north")
      }
      log.add("served")
      #expect(InjectedValues[\.database].isOpen)
    }
    await closed(2)
    try await tenants.withInjected("west") {}
    await closed(3)
    await tenants.shutDown()
    #expect(
      log.all.prefix { $0 != "close east: limit" } == [
        "open north", "open south", "open east", "close south: limit", "open north", "served",
        "close north: removed", "open west",
      ]
    )
    #expect(log.all.suffix(2).sorted() == ["close north: shutDown", "close west: shutDown"])
  }

  @Test func `a shutdown waits for operations and closings`() async throws {
    let tenants = tenants()
    let (isRunning, gate) = (Gate(), Gate())
    async let request: Void = tenants.withInjected("north") {
      isRunning.open()
      await gate.wait()
      log.add("served")
    }
    await isRunning.wait()
    try await tenants.withInjected("south") {}
    async let shutdown: Void = tenants.shutDown()
    await closed(1)
    gate.open()
    await shutdown
    try await request
    #expect(log.all.suffix(3) == ["close south: shutDown", "served", "close north: shutDown"])
    try await tenants.withInjected("west") {}
    await tenants.shutDown()
    #expect(log.all.last == "close west: shutDown")
  }

  @Test func `tasks that ask at once share an opening, and its error`() async throws {
    let gate = Gate()
    let tenants = Tenants(limit: .max) { [log] values, tenant in
      log.add("open")
      await gate.wait()
      if !log.all.contains("up") { throw Step.opening }
      values.database = Database(tenant)
    } closing: { [log] values, _, _ in
      log.add("close \(values.database.name)")
    }
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask {
          await #expect(throws: Step.opening) { try await tenants.withInjected("north") {} }
        }
      }
      // Most of them wait by then.
      for _ in 0..<200 { await Task.yield() }
      gate.open()
    }
    // Once, or a few times: what comes after the error tries again.
    #expect(log.all.count < 20)
    log.add("up")
    try await tenants.withInjected("north") { #expect(InjectedValues[\.database].isOpen) }
    await tenants.shutDown()
    #expect(log.all.suffix(3) == ["up", "open", "close north"])
  }

  @Test func `a scope is opened and closed in the base, not the request`() async throws {
    let tenants = withInjected(\.request, "base") {
      Tenants(in: .current, limit: .max) { [log] values, _ in
        log.add("\(values.request) \(InjectedValues[\.request]) \(Trace.id)")
        values.database = Database("north")
      } closing: { [log] values, tenant, _ in
        let isIn = InjectedValues[\.database] === values.database
        log.add("\(InjectedValues[\.request]) \(Trace.id) \(tenant) \(isIn)")
      }
    }
    try await Trace.$id.withValue("span") {
      try await withInjected(\.request, "Ada") {
        try await tenants.withInjected("north") { #expect(Trace.id == "span") }
        tenants.removeScope(for: "north")
      }
    }
    await tenants.shutDown()
    #expect(log.all == ["base base none", "base none north true"])
    try await AsyncInjectedScopes<Int>(limit: .max) { _, _ in }.withInjected(1) {
      #expect(InjectedValues[\.request] == "none")
    }
  }

  // MARK: Cancellation

  @Test func `who is canceled leaves an opening at once, and the others get it`() async throws {
    let (isOpening, gate) = (Gate(), Gate())
    let tenants = Tenants(limit: .max) { [log] values, tenant in
      isOpening.open()
      await gate.wait()
      log.add("open \(tenant) \(Task.isCancelled)")
      values.database = Database(tenant)
    } closing: { [log] _, tenant, reason in
      log.add("close \(tenant): \(reason)")
    }
    // The one that opens, and one that waits for it.
    let canceled = [0, 1].map { _ in
      Task { try await tenants.withInjected("north") { Issue.record("it runs for nobody") } }
    }
    let other = Task { try await tenants.withInjected("north") { InjectedValues[\.database].name } }
    await isOpening.wait()
    for request in canceled {
      request.cancel()
      // The gate is closed: it doesn't wait.
      await #expect(throws: CancellationError.self) { try await request.value }
    }
    gate.open()
    #expect(try await other.value == "north")
    await tenants.shutDown()
    #expect(log.all == ["open north false", "close north: shutDown"])
  }

  @Test func `a scope that nobody waits for any more is kept, or closed`() async throws {
    let (isOpening, gate) = (Gate(), Gate())
    let tenants = Tenants(limit: 2) { [log] _, tenant in
      if tenant == "north" { isOpening.open() }
      await gate.wait()
      log.add("open \(tenant)")
      if tenant == "south" { throw Step.opening }
    } closing: { [log] _, tenant, reason in
      log.add("close \(tenant): \(reason)")
    }
    for tenant in ["north", "south", "east"] {
      let request = Task { try await tenants.withInjected(tenant) {} }
      if tenant == "north" { await isOpening.wait() }
      for _ in 0..<20 { await Task.yield() }
      request.cancel()
      await #expect(throws: CancellationError.self) { try await request.value }
    }
    gate.open()
    await closed(1)
    try await tenants.withInjected("east") {}
    // Its opening has failed while nobody waited, and is tried again.
    await #expect(throws: Step.opening) { try await tenants.withInjected("south") {} }
    await tenants.shutDown()
    #expect(log.all.count { $0 == "open south" } == 2 && log.all.count { $0 == "open east" } == 1)
    #expect(
      log.all.filter { $0.hasPrefix("close") } == ["close north: limit", "close east: shutDown"]
    )
  }

  @Test func `a canceled task opens nothing, and enters what is open`() async throws {
    let tenants = tenants()
    let request = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await tenants.withInjected("north") { Issue.record("it runs for nobody") }
    }
    await #expect(throws: CancellationError.self) { try await request.value }
    try await tenants.withInjected("south") {
      let cleaning = Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return try await tenants.withInjected("south") { InjectedValues[\.database].isOpen }
      }
      let isOpen = try await cleaning.value
      #expect(isOpen)
    }
    await tenants.shutDown()
    #expect(log.all == ["open south", "close south: shutDown"])
  }

  @Test func `canceled at any time, nobody waits, and what was opened is closed`() async throws {
    let opened = Atomic(0)
    let closed = Atomic(0)
    for round in 0..<(isLong ? 300 : 30) {
      let gate = Gate()
      let tenants = AsyncInjectedScopes<Int>(limit: 2) { values, tenant in
        if tenant == 0 { await gate.wait() } else { await Task.yield() }
        if tenant == 1 { throw Step.opening }
        opened.add(1, ordering: .relaxed)
      } closing: { _, _, _ in
        closed.add(1, ordering: .relaxed)
      }
      await withTaskGroup { group in
        for number in 0..<20 {
          group.addTask {
            let request = Task {
              try await tenants.withInjected(number % 4) {
                await Task.yield()
                if number % 7 == 0 { tenants.removeScope(for: number % 4) }
              }
            }
            for _ in 0..<((round * 7 + number * 3) % 40) { await Task.yield() }
            request.cancel()
            // The opening of 0 doesn't end before all have left.
            _ = await request.result
          }
        }
      }
      gate.open()
      await tenants.shutDown()
    }
    let count = opened.load(ordering: .relaxed)
    #expect(count > 0 && count == closed.load(ordering: .relaxed))
  }

  /// A server with a database for each tenant.
  @Test func `under load, each scope is open while it is used, and closed once`() async throws {
    let (opened, closed) = (Log<Int>(), Log<Int>())
    let tenants = AsyncInjectedScopes<Int>(limit: 5) { values, tenant in
      await Task.yield()
      opened.add(tenant)
      values.database = Database("\(tenant)")
    } closing: { values, tenant, _ in
      await Task.yield()
      #expect(values.database.isOpen)
      values.database.close()
      closed.add(tenant)
    }
    try await withThrowingTaskGroup { group in
      for worker in 0..<8 {
        group.addTask {
          for number in 0..<(isLong ? 20_000 : 500) {
            let tenant = (number * 7 + worker * worker) % 20
            try await tenants.withInjected(tenant) {
              if number % 5 == 0 { tenants.removeScope(for: tenant) }
              await Task.yield()
              let database = InjectedValues[\.database]
              #expect(database.isOpen && database.name == "\(tenant)")
            }
          }
          // While others still run and remove.
          await tenants.shutDown()
        }
      }
      try await group.waitForAll()
    }
    #expect(opened.all.count > 20 && opened.all.sorted() == closed.all.sorted())
  }

  @Test func `identifiers of one hash have scopes of their own, each closed once`() async throws {
    let (opened, closed) = (Log<Int>(), Log<Int>())
    let tenants = AsyncInjectedScopes<OfOneHash>(limit: .max) { values, tenant in
      values.database = Database("\(tenant.number)")
      opened.add(tenant.number)
    } closing: { _, tenant, _ in
      closed.add(tenant.number)
    }
    for number in [1, 2, 3, 2, 1, 3] {
      try await tenants.withInjected(OfOneHash(number: number)) {
        #expect(InjectedValues[\.database].name == "\(number)")
      }
    }
    try await tenants.withInjected(OfOneHash(number: 1)) {
      // Those that aren't in use are closed at once.
      for number in 1...3 { tenants.removeScope(for: OfOneHash(number: number)) }
      #expect(await eventually { closed.all.sorted() == [2, 3] })
    }
    await tenants.shutDown()
    #expect(opened.all == [1, 2, 3] && closed.all.last == 1 && closed.all.count == 3)
  }

  private func tenants(limit: Int = .max) -> Tenants {
    Tenants(limit: limit) { [log] values, tenant in
      log.add("open \(tenant)")
      await Task.yield()
      values.database = Database(tenant)
    } closing: { [log] values, tenant, reason in
      #expect(values.database.isOpen)
      values.database.close()
      await Task.yield()
      log.add("close \(tenant): \(reason)")
    }
  }

  /// Waits until some scopes are closed.
  private func closed(_ count: Int) async {
    #expect(await eventually { log.all.count { $0.hasPrefix("close") } == count })
  }
}

// MARK: - Fixtures

private struct OfOneHash: Hashable {
  let number: Int
  func hash(into hasher: inout Hasher) {}
}

private enum Trace { @TaskLocal static var id = "none" }

private final class Database: Sendable {
  let name: String
  private let wasClosed = Atomic(false)

  init(_ name: String) { self.name = name }

  var isOpen: Bool { !wasClosed.load(ordering: .acquiring) }
  func close() { wasClosed.store(true, ordering: .releasing) }
}

extension InjectedValues {
  @Injectable fileprivate var request = "none"
  @Injectable fileprivate var database: Database = Database("none")
}
