import Foundation
import TestSupport
import Testing

/// The library gives what the contract says, whatever a program does.
// Serialized, since waits are predicted from what a key's code has read before.
@Suite(.serialized) struct ModelTests {
  @Test(arguments: Program.stored + Program.storedOfKeptScopes + Program.storedOfDrafts)
  func `a stored program gives what the oracle gives`(program: Program) {
    expectNoFault(program, "stored")
  }

  @Test(arguments: Program.Kind.allCases)
  func `random programs give what the oracle gives`(kind: Program.Kind) {
    let (first, count) = (
      setting("INJECTION_MODEL_FIRST") ?? 1, setting("INJECTION_MODEL_PROGRAMS") ?? 60
    )
    var (reads, faults, rebuilt, waits) = (0, 0, 0, 0)
    var (cells, ways): ([Cell: Int], [Way: Int]) = ([:], [:])
    for seed in first..<first + count where faults < (setting("INJECTION_MODEL_FAULTS") ?? 10) {
      let outcome = expectNoFault(Program(kind, seed: seed), "\(kind), seed \(seed)")
      reads += outcome.reads
      rebuilt += outcome.rebuilt
      waits += outcome.needlessWaits
      cells.merge(outcome.cells, uniquingKeysWith: +)
      ways.merge(outcome.ways, uniquingKeysWith: +)
      faults += outcome.fault == nil ? 0 : 1
    }
    // A check that compares little finds little.
    #expect(faults > 0 || reads >= count * (kind == .containers ? 8 : 13))
    // Seldom, in programs that are about scopes that go.
    #expect(rebuilt * 50 <= reads)
    // A wait that isn't needed costs time only, and the machine may be busy.
    #expect(waits <= 1 + count / 100)
    print(
      "\(kind): \(reads) reads, \(faults) faults, \(rebuilt) built again; \(cells.count) cells"
    )
    for line in cells.lines { print("  \(line)") }
    // What is never met is never checked.
    let missing = Cell.missing(from: cells.keys, in: kind, programs: count)
    #expect(faults > 0 || missing.isEmpty, "\(kind) has never met \(missing)")
    if setting("INJECTION_MODEL_PROGRAMS") == nil { return }
    for way in ways.keys.sorted(by: { "\($0)" < "\($1)" }) { print("  \(way): \(ways[way]!)") }
    let missingWays = Way.all(in: kind).filter { ways[$0] == nil }
    #expect(count < 20_000 || missingWays.isEmpty)
  }

  /// What is read in containers, in scopes of the process through their objects, too.
  @Test func `nothing that the process has set is seen in a test`() async {
    await #expect(processExitsWith: .success) {
      liveProcess()
      Library.bootstrap()
      let (first, count) = (
        setting("INJECTION_MODEL_FIRST") ?? 1, setting("INJECTION_MODEL_PROGRAMS") ?? 300
      )
      var reads = 0
      for seed in first..<first + count {
        let outcome = Program(.containers, seed: seed).play()
        if let fault = outcome.fault { fatalError("containers, seed \(seed): \(fault)") }
        reads += outcome.reads
      }
      precondition(reads >= count * 8)
    }
  }

  @discardableResult
  private func expectNoFault(_ program: Program, _ name: String) -> Outcome {
    let outcome = program.play()
    if let fault = outcome.fault {
      Issue.record("\(name): \(fault)")
      // Later, since this takes time.
      print("\(name), shrunk: \(program.shrunk { $0.play().fault == fault })")
    }
    return outcome
  }
}

/// A number from the environment, such as `INJECTION_MODEL_PROGRAMS`.
func setting(_ name: String) -> Int? {
  ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
}
