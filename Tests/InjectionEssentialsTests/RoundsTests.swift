import Testing

@testable import InjectionEssentials

/// When a round is over, in a pool of two threads.
@Suite struct RoundsTests {
  let first = ObjectIdentifier(First.self)
  let second = ObjectIdentifier(Second.self)
  var state = Rounds.State(threads: 2)
  let log = Log()

  /// Somebody waits for a number of rounds.
  private mutating func add(_ name: String, for count: Int) -> [Rounds.Probe] {
    state.add({ [log] in log.add(name) }, for: count).probes
  }

  /// A probe that became ready in a round runs on a thread, or on the main actor.
  ///
  /// - Returns: The round in which it is ready again.
  @discardableResult
  private mutating func run(_ thread: ObjectIdentifier?, in round: Int) -> Int? {
    let probe: Rounds.Probe = thread == nil ? .mainActor : .pool
    let (next, finished) = state.note(probe, on: thread, in: round)
    for waiter in finished { waiter() }
    return next
  }

  /// Runs on `first` and on the main actor until the round ends without `second`.
  private mutating func giveUp(in round: Int) {
    run(nil, in: round)
    for _ in 2..<Rounds.State.patience { #expect(run(first, in: round) == round) }
    #expect(run(first, in: round) == round + 1)
  }

  @Test mutating func `a round is over when probes have run on all threads and the main actor`() {
    #expect(add("a", for: 1) == [.pool, .pool, .mainActor])
    // The round in which somebody came is not theirs.
    for round in 0...1 {
      for thread in [first, first, nil] { #expect(run(thread, in: round) == round) }
      #expect(log.lines == [])
      #expect(run(second, in: round) == round + 1)
    }
    #expect(log.lines == ["a"])
  }

  @Test mutating func `a probe that was ready before the round began says nothing about it`() {
    _ = add("a", for: 5)
    run(first, in: 0)
    run(nil, in: 0)
    #expect(run(second, in: 0) == 1)
    run(first, in: 1)
    run(nil, in: 1)
    #expect(run(second, in: 0) == 1)
    #expect(run(second, in: 1) == 2)
  }

  @Test mutating func `a thread that is kept busy is given up once`() {
    _ = add("a", for: 100)
    giveUp(in: 0)
    for round in 1...10 {
      #expect(run(first, in: round) == round)
      #expect(run(nil, in: round) == round + 1)
    }
  }

  @Test mutating func `a thread that is back is waited for again`() {
    _ = add("a", for: 100)
    giveUp(in: 0)
    run(second, in: 1)
    // That makes three places in two rounds.
    #expect(run(nil, in: 1) == 1)
    #expect(run(first, in: 1) == 2)
    giveUp(in: 2)
  }

  @Test mutating func `a main actor that is kept busy is given up, but never all of the pool`() {
    _ = add("a", for: 100)
    for _ in 0..<(2 * Rounds.State.patience) { #expect(run(nil, in: 0) == 0) }
    #expect(run(first, in: 0) == 1)
    // Each round needs the pool.
    run(nil, in: 1)
    #expect(run(nil, in: 1) == 1)
    #expect(run(first, in: 1) == 2)
    for _ in 1..<Rounds.State.patience { #expect(run(first, in: 2) == 2) }
    #expect(run(first, in: 2) == 3)
    #expect(run(first, in: 3) == 4)
  }

  @Test mutating func `probes that have ended are started again, and others are not`() {
    _ = add("a", for: 0)
    for thread in [first, nil, second] { #expect(run(thread, in: 0) != nil) }
    #expect(log.lines == ["a"])
    #expect(run(first, in: 1) == nil)
    #expect(run(nil, in: 1) == nil)
    #expect(add("b", for: 0) == [.pool, .mainActor])
    #expect(add("c", for: 0) == [])
    for thread in [first, nil, second] { #expect(run(thread, in: 1) != nil) }
    #expect(log.lines == ["a", "b", "c"])
  }
}

// MARK: - Fixtures

private enum First {}
private enum Second {}
