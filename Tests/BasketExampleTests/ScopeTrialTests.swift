import Injection
import InjectionEssentials
import InjectionTesting
import Synchronization
import Testing

@testable import BasketExample

@Suite struct ScopeTrialTests {
  @Test func `a thousand scopes at once see their own articles only`() async throws {
    try await inTestScope {
      let outcome = try await ScopeTrial().run()
      #expect(outcome.ownOnly == 1_000)
      #expect(outcome.others == 0)
      #expect(outcome.outsideUnchanged == 4)
      #expect(outcome.outsideChanged == 0)
      #expect(outcome.isRight)
    }
  }

  // The trial must be able to fail: here are ways to open a scope that do not work.

  @Test func `a scope that does not have its own repository is noticed`() async throws {
    try await inTestScope {
      let trial = ScopeTrial(count: 10) { _, operation in try await operation() }
      let outcome = try await trial.run()
      #expect(outcome.others == 10)
      #expect(!outcome.isRight)
    }
  }

  @Test func `a repository that all scopes see is noticed, also outside`() async throws {
    let shared = SharedRepository()
    try await withTestScope {
      $0.repository = shared
      $0.date = .constant(.noon)
    } operation: {
      let trial = ScopeTrial(count: 10) { repository, operation in
        let articles = try repository.getAll()
        shared.articles.withLock { $0 = articles }
        try await operation()
      }
      let outcome = try await trial.run()
      #expect(outcome.others > 0)
      #expect(outcome.outsideChanged == 4)
      #expect(!outcome.isRight)
    }
  }

  @Test func `a scope that fails is noticed, and nobody waits for it`() async throws {
    struct Failure: Error {}
    try await inTestScope {
      let outcome = try await ScopeTrial(count: 10) { _, _ in throw Failure() }.run()
      #expect(outcome.others == 10)
      #expect(!outcome.isRight)
    }
  }
}

// MARK: - Fixtures

nonisolated(nonsending)
  private func inTestScope(_ operation: nonisolated(nonsending) () async throws -> Void)
  async throws
{
  try await withTestScope {
    $0.repository = MockRepository(articles: [.cup, .beans])
    $0.date = .constant(.noon)
  } operation: {
    try await operation()
  }
}

private final class SharedRepository: Repository {
  let articles = Mutex<[Article]>([])
  func getAll() -> [Article] { articles.withLock { $0 } }
}
