import Testing

extension ModelTests {
  /// Defaults start work that goes on after them, and publish objects that requests read meanwhile.
  @Test(.timeLimit(.minutes(10)))
  func `nothing of a scope is seen from where it does not lead, by any thread at any time`() async {
    let (first, count) = (
      setting("INJECTION_SERVER_FIRST") ?? 1, setting("INJECTION_SERVER_PROGRAMS") ?? 5
    )
    var (reads, faulty) = (0, 0)
    for seed in first..<first + count where faulty < 10 {
      let slowness = setting("INJECTION_SERVER_PAUSE") ?? 0
      // The work needs the threads of tasks, so none of them waits.
      let outcome = await onThread { Server(seed: seed, slowness: slowness).play(seed) }
      reads += outcome.reads
      if outcome.faults.isEmpty { continue }
      faulty += 1
      Issue.record("seed \(seed): \(outcome.faults.count) faults: \(outcome.faults.prefix(3))")
    }
    // A check that compares little finds little.
    #expect(faulty > 0 || reads >= count * 300)
    if setting("INJECTION_SERVER_PROGRAMS") != nil {
      print("\(reads) reads of requests, \(faulty) faults")
    }
  }
}
