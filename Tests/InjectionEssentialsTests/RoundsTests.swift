import TestSupport
import Testing

@testable import InjectionEssentials

/// The ends of rounds in a pool of two threads.
struct RoundsTests {
  // Any two that differ.
  let first = ObjectIdentifier(Int8.self)
  let second = ObjectIdentifier(Int16.self)
  var state = Rounds.State(threads: 2)
  let log = Log<String>()

  /// Adds a caller that waits for a number of rounds.
  private mutating func add(_ name: String, for count: Int) -> [Rounds.Probe] {
    state.add({ [log] in log.add(name) }, for: count).probes
  }

  /// A probe that became ready in a round runs on a thread, or on the main actor.
  ///
  /// - Returns: The round in which it is ready again.
  @discardableResult
  private mutating func run(_ thread: ObjectIdentifier?, in round: Int) -> Int? {
    let probe: Rounds.Probe = thread == nil ? .mainActor : .pool
    let (next, _, finished) = state.note(probe, on: thread, in: round)
    for waiter in finished { waiter() }
    return next
  }

  /// Runs on `first` and on the main actor until the round ends without others, after `runs`.
  private mutating func giveUp(in round: Int, after runs: Int) {
    run(nil, in: round)
    var count = 2
    while run(first, in: round) == round { count += 1 }
    #expect(count == runs)
  }

  @Test mutating func `a round is over when probes have run on all threads and the main actor`() {
    #expect(add("a", for: 1) == [.pool, .pool, .mainActor])
    // Not including the round of the call.
    for round in 0...1 {
      for thread in [first, first, nil] { #expect(run(thread, in: round) == round) }
      #expect(log.all.isEmpty)
      #expect(run(second, in: round) == round + 1)
    }
    #expect(log.all == ["a"])
  }

  @Test mutating func `a probe that was ready before the round began says nothing about it`() {
    _ = add("a", for: 5)
    for thread in [first, nil] { run(thread, in: 0) }
    #expect(run(second, in: 0) == 1)
    for thread in [first, nil] { run(thread, in: 1) }
    #expect(run(second, in: 0) == 1)
    #expect(run(second, in: 1) == 2)
  }

  @Test mutating func `a thread that is kept busy is waited for long once, and then briefly`() {
    _ = add("a", for: 1_000)
    giveUp(in: 0, after: Rounds.State.longWait)
    for round in 1...10 { giveUp(in: round, after: Rounds.State.briefWait) }
    // The thread is back.
    for thread in [nil, first] { #expect(run(thread, in: 11) == 11) }
    #expect(run(second, in: 11) == 12)
    for round in 12..<30 { for thread in [first, nil, second] { run(thread, in: round) } }
    giveUp(in: 30, after: Rounds.State.longWait)
  }

  @Test mutating func `a main actor that is kept busy is given up, but never all of the pool`() {
    _ = add("a", for: 100)
    for _ in 0..<(2 * Rounds.State.longWait) { run(nil, in: 0) }
    #expect(run(first, in: 0) == 1)
    // Each round needs the pool.
    for _ in 0..<(2 * Rounds.State.longWait) { run(nil, in: 1) }
    #expect(run(first, in: 1) == 2)
    for _ in 1..<Rounds.State.longWait { run(first, in: 2) }
    #expect(run(first, in: 2) == 3)
  }

  @Test mutating func `probes that have ended are started again, and others are not`() {
    _ = add("a", for: 0)
    for thread in [first, nil, second] { #expect(run(thread, in: 0) != nil) }
    #expect(log.all == ["a"])
    #expect(run(first, in: 1) == nil)
    #expect(run(nil, in: 1) == nil)
    #expect(add("b", for: 0) == [.pool, .mainActor])
    #expect(add("c", for: 0) == [])
    for thread in [first, nil, second] { #expect(run(thread, in: 1) != nil) }
    #expect(log.all == ["a", "b", "c"])
  }
}
