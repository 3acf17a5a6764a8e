import Testing

extension ModelTests {
  @Test(.timeLimit(.minutes(10)))
  func `what is read through running builds of other threads is what they show afterwards`() async {
    let (first, count) = (
      setting("INJECTION_EXCHANGE_FIRST") ?? 1, setting("INJECTION_EXCHANGE_PROGRAMS") ?? 60
    )
    var (reads, waits, faulty) = (0, 0, 0)
    var meetings: [Exchange.Meeting: Int] = [:]
    for seed in first..<first + count where faulty < 10 {
      let outcome = await onThread { Exchange(seed: seed).play() }
      reads += outcome.reads
      waits += outcome.needlessWaits
      for meeting in outcome.meetings { meetings[meeting, default: 0] += 1 }
      let faults = outcome.faults + (outcome.leak.map { [$0] } ?? [])
      if faults.isEmpty { continue }
      faulty += 1
      Issue.record("seed \(seed): \(faults.count) faults: \(faults.prefix(3))")
    }
    // A check that compares little finds little.
    #expect(faulty > 0 || reads >= count * 4)
    // A wait that isn't needed costs time only, and the machine may be busy.
    #expect(waits <= 1 + count / 100)
    if setting("INJECTION_EXCHANGE_PROGRAMS") == nil { return }
    print("\(reads) reads, \(faulty) faults, \(waits) needless waits")
    for (meeting, count) in meetings.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      print("  \(meeting.step), \(meeting.inCode ? "in code" : "outside"): \(count)")
    }
    // What is never met is never checked.
    #expect(count < 2_000 || Exchange.allMeetings.isSubset(of: meetings.keys))
  }
}
