import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

@testable import Injection

/// A read costs the same, however much it doesn't look at. Where a cost were to square, ten times as
/// much would take a hundred times as long.
@Suite(.serialized, .timeLimit(.minutes(3))) struct GrowthTests {
  // With the thread sanitizer, what a deep stack costs isn't the engine's.
  @Test(arguments: Growth.allCases.filter { !isShort || !isSanitized || $0 != .nestedDefaults })
  func `what is ten times as large costs as much as is looked at`(growth: Growth) {
    _ = growth.costs(of: growth.size)
    expectBelow(growth.limit) { growth.costs(of: growth.size * ($0 ? 10 : 1)) }
  }

  // In a process of its own, where nothing else takes memory.
  @Test(.enabled(if: canMeasureMemory))
  func `a default that reads other keys each time it is built leaves nothing`() async {
    await #expect(processExitsWith: .success) {
      try inProcess {
        try withInjected {
          $0.provide(InjectedValues.harvestKey.self) { Growth.keySets.make(0) }
        } operation: {
          try expectNoGrowth(4_000) { Growth.keySets.readOtherKeys($0) }
        }
      }
    }
  }

  /// A scope notes which younger ones keep what was built with it.
  @Test(.enabled(if: canMeasureMemory))
  func `an older scope keeps nothing of younger ones that have gone`() async {
    await #expect(processExitsWith: .success) {
      try withTestScope {
        let session = withInjected(\.number, 1) { Session() }
        try expectNoGrowth(4_000) { _ in withInjected(\.text, "batch") { _ = session.report() } }
      }
    }
  }

  /// The value is built at each read, and nothing keeps it.
  @Test(.enabled(if: canMeasureMemory))
  func `a weak value of two sides that is read again and again leaves nothing`() async {
    await #expect(processExitsWith: .success) {
      try withTestScope {
        let session = withInjected(\.number, 1) { Session() }
        try withInjected(\.text, "batch") {
          try expectNoGrowth(4_000) { _ in _ = session.weakReport() }
        }
      }
    }
  }

  @Test func `homes that have ended cost the same for each, however many were told of`() {
    expectLinear(300) { count in
      let cache = Cache()
      let layers = (0..<count).map { _ in Layer(in: nil, rootOf: Container(.test)) }
      return { for layer in layers { #expect(cache.noteTold(of: layer)) } }
    }
  }

  // So few that ten times as many fit into a core's cache, too.
  @Test func `the layers of a chain cost the same for each`() {
    expectLinear(100) { count in
      var values = InjectedValues.current
      for number in 0..<count { values = values.overriding { $0.number = number } }
      let layer = values.layer()
      // Again and again, since once takes no time.
      return { for _ in 0..<60 { #expect(layer.chain.count > count) } }
    }
  }

  @Test func `a default that reads many keys again and again notes each once`() {
    withTestScope {
      $0.provide(InjectedValues.harvestKey.self) {
        for _ in 1...2 { _ = Growth.readKeys.make(100) }
        return Growth.readKeys.make(100)
      }
    } operation: {
      _ = InjectedValues.current.harvest
      let entries = InjectedValues.current.layer().kept
      let harvest = entries.first { $0.type == InjectedValues.harvestKey.self }
      let keys = harvest?.record?.reads.map(\.key.address) ?? []
      #expect(keys.count > 100 && keys.count == Set(keys).count)
    }
  }

  /// A younger scope reads through objects of many older ones what stands on both.
  @Test func `a read beside costs the same with many homes`() {
    expectLinear(300) { count in
      let sessions = (0..<count).map { user in withInjected(\.number, user) { Session() } }
      return {
        withInjected(\.text, "batch") {
          for (user, session) in sessions.enumerated() {
            #expect(session.report() == "\(user) batch")
            #expect(session.report() == "\(user) batch")
          }
        }
      }
    }
  }

  /// Each scope says one of the two keys on which the default stands anew. A look-up of the other
  /// one looks at all scopes.
  @Test func `a default in a deep scope doesn't look at those of all scopes outside`() {
    @Sendable func descend(_ depth: Int) {
      if depth == 0 { return }
      withInjected(\.number, depth) {
        #expect(InjectedValues.current.report == "\(depth) outer")
        descend(depth - 1)
      }
    }
    // Each level is linear in its depth. Where it were to square, this would be 1,000 times as much.
    expectLinear(30, times: 250) { count in { withInjected(\.text, "outer") { descend(count) } }
    }
  }

  /// It sees both sides of a pair from one of them.
  @Test func `what an object sees doesn't nest when its values are entered again and again`() {
    withTestScope {
      let session = withInjected(\.number, 1) { Viewer() }
      withInjected(\.text, "batch") {
        var viewer = session
        for _ in 0..<10 { viewer = withInjected(viewer.seen) { Viewer() } }
        #expect(viewer.seen.report == "1 batch")
        #expect(viewer.seen.layer().depth <= session.seen.layer().depth + 1)
      }
    }
  }

  /// A weak value isn't kept, but what it was built from is.
  @Test func `nothing that was built with an older scope stays in a younger one without that`() {
    withTestScope {
      var sessions = (0..<20).map { user in withInjected(\.number, user) { Session() } }
      let batch = withInjected(\.text, "batch") { InjectedValues.current }
      // Held: one whose object has gone may be removed when another one is kept.
      let reports = withInjected(batch) {
        sessions.map { session in (session.report(), session.weakReport()).1 }
      }
      withExtendedLifetime(reports) { #expect(batch.layer().kept.count == 40) }
      sessions = []
      #expect(batch.layer().kept.isEmpty)
    }
  }

  /// Plays something of a size and ten times that in a test's scope each.
  private func expectLinear(_ size: Int, times: Int = 13, _ make: @Sendable (Int) -> () -> Void) {
    func cost(of size: Int) -> Duration {
      withTestScope {
        let play = make(size)
        return processorTime(play)
      }
    }
    _ = cost(of: size)
    expectBelow(times) { [cost(of: size * ($0 ? 10 : 1))] }
  }

  /// Compares the least costs of a few tries: what else the machine does disturbs most of them. So
  /// what is compared with ten times as much is done ten times, which is disturbed as often.
  ///
  /// - Parameter costs: Returns the costs of something; if it's passed `true`, of ten times as much.
  private func expectBelow(_ times: Int, _ costs: (Bool) -> [Duration]) {
    func fewTenTimes() -> [Duration] {
      (1..<10).reduce(costs(false)) { sum, _ in zip(sum, costs(false)).map(+) }
    }
    var (few, many) = (fewTenTimes(), costs(true))
    func isBelow() -> Bool { zip(few, many).allSatisfy { $1 * 10 < $0 * times } }
    for _ in 1..<6 where !isBelow() {
      (few, many) = (zip(few, fewTenTimes()).map(min), zip(many, costs(true)).map(min))
    }
    #expect(isBelow(), "\(many), and ten times less, done ten times: \(few)")
  }
}

// MARK: - Fixtures

private final class Session: Sendable {
  let report = Injected(\.report), weakReport = Injected(\.weakReport)
}

private final class Viewer: Sendable {
  private let number = Injected(\.number)
  var seen: InjectedValues { number.projectedValue }
}

private final class Report: Sendable {
  let text = InjectedValues.current.report
}

extension InjectedValues {
  @Injectable(lifetime: .weak) fileprivate var weakReport: Report = Report()
  @Injectable fileprivate var report: String = {
    let values = InjectedValues.current
    return "\(values.number) \(values.text)"
  }()
}
