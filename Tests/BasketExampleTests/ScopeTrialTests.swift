import Injection
import InjectionEssentials
import InjectionTesting
import Testing

@testable import BasketExample

@Suite(.shop) struct ScopeTrialTests {
  @Test func `a thousand scopes at once see their own articles only`() async throws {
    let outcome = try await ScopeTrial().run()
    #expect(outcome.ownOnly == 1_000 && outcome.others == 0)
    #expect(outcome.outsideUnchanged == 4 && outcome.outsideChanged == 0)
    #expect(outcome.isRight)
  }

  // The trial must be able to fail: here are ways to open a scope that do not work.

  @Test func `a trial notices scopes that do not have their own repository, and that fail`()
    async throws
  {
    let failing = ScopeTrial(count: 10) { _, _ in throw CancellationError() }
    for trial in [ScopeTrial(count: 10) { try await $1() }, failing] {
      let outcome = try await trial.run()
      #expect(outcome.others == 10 && !outcome.isRight)
    }
  }

  @Test func `a trial that fails is an error of the program, after it was printed`() async {
    var output: [String] = []
    await #expect(throws: TrialFailed.self) {
      try await Program.run(trial: ScopeTrial(count: 3) { try await $1() }) { output.append($0) }
    }
    #expect(output.last?.contains("0 saw their own articles only, 3 saw others") == true)
  }
}
