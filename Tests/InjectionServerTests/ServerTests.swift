import Foundation
import Injection
import InjectionMacros
import InjectionServer
import TestSupport
import Testing

/// What a server does with scopes, resources and collections at once.
struct ServerTests {
  private let log = Log<String>()

  @Test func `a handler that ignores cancellation commits`() async throws {
    let task = Task {
      try await handle("Ada") {
        try? await Task.sleep(for: .seconds(60))
        return "returned"
      }
    }
    task.cancel()
    #expect(try await task.value == "returned")
    #expect(log.all == ["Ada: returned"])
  }

  @Test func `a task outlives its request, and keeps its values, closed`() async throws {
    let gate = Gate()
    let late = try await handle("Ada") {
      Task {
        await gate.wait()
        return "\(InjectedValues[\.user]) \(InjectedValues[\.transaction])"
      }
    }
    #expect(log.all == ["Ada: returned"])
    gate.open()
    #expect(await late.value == "Ada 1")
  }

  @Test func `sessions inside tenants are each tenant's own`() {
    let tenants = InjectedScopes<String>(limit: .max) { $0.tenant = $1 }
    func session(_ tenant: String) -> ObjectIdentifier {
      tenants.withInjected(tenant) {
        InjectedValues[\.sessions].withInjected("Ada") {
          #expect(InjectedValues[\.user] == "Ada" && InjectedValues[\.tenant] == tenant)
          return ObjectIdentifier(InjectedValues[\.basket])
        }
      }
    }
    #expect(session("north") == session("north") && session("north") != session("south"))
    #expect(InjectedValues[\.sessions].values(for: "Ada").tenant == "none")
    weak let sessions = tenants.values(for: "north").sessions
    tenants.removeAll()
    #expect(sessions == nil)
  }

  // MARK: `bootstrap(onIssue:)`

  @Test func `a live process is told what closing threw, and in which request`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      let told = Log<String>()
      let handler: @Sendable (InjectionIssue) -> Void = { issue in
        let error = "\(issue)".contains("Error: rollback")
        told.add("\(issue.kind) \(issue.property ?? "-") \(InjectedValues[\.user]) \(error)")
      }
      InjectedValues.bootstrap(onIssue: handler) { $0.tenant = "live" }
      await withInjected(\.user, "Ada") {
        _ = InjectedValues[\.discount]
        await #expect(throws: Failure.operation) {
          try await withInjected(\.transaction) {
            1
          } closing: { _ in
            throw Failure.rollback
          } operation: {
            throw Failure.operation
          }
        }
      }
      #expect(told.all == ["unimplemented discount Ada false", "unclosedResource - Ada true"])
    }
  }

  @Test(arguments: [false, true])
  func `a live process is told of an issue before it stops`(isCircle: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isCircle] in
      liveProcess()
      let handler: @Sendable (InjectionIssue) -> Void = { issue in
        FileHandle.standardError.write(Data("told: \(issue.kind) \(issue.property ?? "-")\n".utf8))
      }
      InjectedValues.bootstrap(onIssue: handler) {
        $0.provide(TenantKey.self) { InjectedValues[\.tenant] }
      }
      if isCircle { _ = InjectedValues[\.tenant] } else { _ = InjectedValues[\.transaction] }
    }
    if isCircle {
      result.expectMessage("told: circular tenant\n", "\\.tenant → \\.tenant")
    } else {
      result.expectMessage("told: unprovided transaction\n", "but none is provided.")
    }
  }

  @Test func `without a handler, a live process writes what closing threw, and goes on`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      liveProcess()
      let tenants = AsyncInjectedScopes<Int>(limit: 1) { _, _ in
      } closing: { _, _, _ in
        throw Failure.rollback
      }
      try await tenants.withInjected(1) {}
      await tenants.shutDown()
    }
    result.expectMessage("Closing threw an error that no caller can catch.", "Error: rollback")
  }

  /// A server's request: its user, and a transaction.
  private func handle<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ user: String,
    _ operation: () async throws -> Result
  ) async throws -> Result {
    try await withInjected(\.user, user) {
      try await withInjected(\.transaction) {
        1
      } closing: { [log] _, outcome in
        log.add("\(InjectedValues[\.user]): \(outcome)")
      } operation: {
        try await operation()
      }
    }
  }
}

// MARK: - Fixtures

private enum Failure: Error { case operation, rollback }

private final class Basket: Sendable {
  let user = InjectedValues[\.user]
}

private enum TenantKey: InjectionKey { static var defaultValue: String { "none" } }

extension InjectedValues {
  fileprivate var tenant: String {
    get { self[TenantKey.self] }
    set { self[TenantKey.self] = newValue }
  }
  @Injectable fileprivate var user = "nobody"
  @Injectable fileprivate var transaction: Int
  @Injectable fileprivate var basket: Basket = Basket()
  @Injectable fileprivate var discount: Int = unimplemented(placeholder: 0)
  @Injectable(lifetime: .scoped(by: TenantKey.self))
  fileprivate var sessions: InjectedScopes<String> = InjectedScopes(in: .current, limit: .max) {
    $0.user = $1
  }
}
