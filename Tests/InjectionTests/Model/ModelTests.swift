import Foundation
import Testing

/// The library gives what the contract says, whatever a program does.
///
/// What failed once, and is a fault, becomes one of the stored programs.
@Suite struct ModelTests {
  @Test(arguments: Program.stored.indices)
  func `a stored program gives what the oracle gives`(index: Int) {
    expectNoFault(Program.stored[index])
  }

  @Test(arguments: Program.Kind.allCases)
  func `random programs give what the oracle gives`(kind: Program.Kind) {
    let (first, count) = (setting("FIRST") ?? 1, setting("PROGRAMS") ?? 200)
    var reads = 0
    var faults = 0
    for seed in first..<first + count {
      let outcome = expectNoFault(Program(kind, seed: seed), "seed \(seed)")
      reads += outcome.reads
      faults += outcome.fault == nil ? 0 : 1
      if faults == 10 { return }
    }
    // A fault of the check would be that it compares nothing.
    #expect(reads >= count * (kind == .containers ? 9 : 14))
    if setting("PROGRAMS") != nil {
      print("\(kind): \(count) programs, \(reads) reads, \(faults) faults")
    }
  }

  @discardableResult
  private func expectNoFault(
    _ program: Program,
    _ name: String = "stored",
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome {
    let outcome = program.play()
    if let fault = outcome.fault {
      let shrunk = program.shrunk { $0.play().fault == fault }
      Issue.record("\(name): \(fault)\n\(shrunk)", sourceLocation: sourceLocation)
    }
    return outcome
  }

  private func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment["INJECTION_MODEL_\(name)"].flatMap { Int($0) }
  }
}
