import Testing

@testable import InjectionEssentials

/// When a round is over, in a pool of two threads.
@Suite struct RoundsTests {
  let first = ObjectIdentifier(First.self)
  let second = ObjectIdentifier(Second.self)
  var state = Rounds.State<String>(threads: 2)

  /// A probe that became ready in this round runs on a thread, or on the main actor.
  ///
  /// - Returns: The round in which it is ready again, and who has waited long enough.
  @discardableResult
  private mutating func run(
    _ thread: ObjectIdentifier?,
    in round: Int
  ) -> (round: Int?, finished: [String]) {
    state.note(thread == nil ? .mainActor : .pool, on: thread, in: round)
  }

  /// Runs on `first` and on the main actor until the round ends without `second`.
  private mutating func giveUp(in round: Int) {
    run(nil, in: round)
    for _ in 2..<Rounds.State<String>.patience { #expect(run(first, in: round).round == round) }
    #expect(run(first, in: round).round == round + 1)
  }

  @Test mutating func `a round is over when probes have run on all threads and the main actor`() {
    #expect(state.add("a", for: 1) == (probes: [.pool, .pool, .mainActor], round: 0))
    for round in 0...1 {
      #expect(run(first, in: round) == (round, []))
      #expect(run(first, in: round) == (round, []))
      #expect(run(nil, in: round) == (round, []))
      // The round in which somebody came is not theirs.
      if round == 0 { #expect(run(second, in: round) == (1, [])) }
    }
    #expect(run(second, in: 1) == (nil, ["a"]))
  }

  @Test mutating func `a probe that was ready before the round began says nothing about it`() {
    _ = state.add("a", for: 5)
    run(first, in: 0)
    run(nil, in: 0)
    #expect(run(second, in: 0).round == 1)
    run(first, in: 1)
    run(nil, in: 1)
    #expect(run(second, in: 0).round == 1)
    #expect(run(second, in: 1).round == 2)
  }

  @Test mutating func `a thread that is kept busy is given up once`() {
    _ = state.add("a", for: 100)
    giveUp(in: 0)
    for round in 1...10 {
      #expect(run(first, in: round).round == round)
      #expect(run(nil, in: round).round == round + 1)
    }
  }

  @Test mutating func `a thread that is back is waited for again`() {
    _ = state.add("a", for: 100)
    giveUp(in: 0)
    run(second, in: 1)
    // That makes three places in two rounds.
    #expect(run(nil, in: 1).round == 1)
    #expect(run(first, in: 1).round == 2)
    giveUp(in: 2)
  }

  @Test mutating func `a main actor that is kept busy is given up, but never all of the pool`() {
    _ = state.add("a", for: 100)
    for _ in 0..<(2 * Rounds.State<String>.patience) { #expect(run(nil, in: 0).round == 0) }
    #expect(run(first, in: 0).round == 1)
    // Each round needs the pool.
    run(nil, in: 1)
    #expect(run(nil, in: 1).round == 1)
    #expect(run(first, in: 1).round == 2)
    for _ in 1..<Rounds.State<String>.patience { #expect(run(first, in: 2).round == 2) }
    #expect(run(first, in: 2).round == 3)
    #expect(run(first, in: 3).round == 4)
  }

  @Test mutating func `probes that have ended are started again, and others are not`() {
    _ = state.add("a", for: 0)
    run(first, in: 0)
    run(nil, in: 0)
    #expect(run(second, in: 0) == (nil, ["a"]))
    #expect(state.add("b", for: 0) == (probes: [.pool], round: 1))
    #expect(state.add("c", for: 0) == (probes: [], round: 1))
    run(first, in: 1)
    run(nil, in: 1)
    #expect(run(second, in: 1) == (nil, ["b", "c"]))
  }
}

// MARK: - Fixtures

private enum First {}
private enum Second {}
