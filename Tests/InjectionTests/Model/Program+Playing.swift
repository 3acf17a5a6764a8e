import Injection
import Synchronization
import TestSupport

/// How a program went.
struct Outcome {
  /// How many reads were compared with the oracle's.
  var reads = 0
  /// How often a value was built again since the scope that should keep it has gone.
  var rebuilt = 0
  var fault: String?
  /// How often homes were used in each way.
  var cells: [Cell: Int] = [:]
}

extension Program {
  /// Plays the program in the library and in the oracle.
  func play() -> Outcome {
    let count = Living.Count()
    var outcome = Outcome()
    Living.$count.withValue(count) {
      let library = Library(self)
      let oracle = Oracle(self)
      inProcess {
        Library.$playing.withValue(library) { play(library, oracle, &outcome) }
      }
      outcome.cells = oracle.cells
    }
    let living = count.living.load(ordering: .sequentiallyConsistent)
    if outcome.fault == nil, living != 0 { outcome.fault = "Objects live on." }
    return outcome
  }

  private func play(_ library: Library, _ oracle: Oracle, _ outcome: inout Outcome) {
    var known: [Int: WeakInstance] = [:]
    // Notes the value of a run. Who shares it must have the same.
    func note(_ run: Oracle.Run, _ thing: Instance<Library.Held>) {
      let name = oracle.name(run)
      if let other = known[name]?.thing, other !== thing {
        // What has outlived its scope has values of its own.
        if oracle.hasEnded || oracle.hasOutlived(run) || oracle.standsOnDraft(run) {
          outcome.rebuilt += 1
        } else {
          outcome.fault = "Who shares a value has two instances."
        }
      }
      known[name] = WeakInstance(thing: thing)
    }
    for operation in operations {
      if case .end = operation { oracle.hasEnded = true }
      oracle.budget = 3000
      guard case .read(_, _, let place, let object, let part) = operation else {
        // What kept scopes say is known to what the process keeps, if that was made there.
        let isKept = if case .keep = operation { true } else { false }
        oracle.perform(operation)
        if mustEnd(oracle) { return }
        Living.$isOfProcess.withValue(readsProcess && isKept) { _ = library.perform(operation) }
        for (run, thing) in zip(oracle.drafted, library.drafted) { run.map { note($0, thing) } }
        (oracle.drafted, library.drafted) = ([], [])
        if outcome.fault != nil { return }
        continue
      }
      // What the process builds stays, and must not be seen by another program.
      guard let view = oracle.view(in: place, object, part: part),
        readsProcess || view.spot.container != 0
      else { continue }
      let expected = oracle.perform(operation)!
      if mustEnd(oracle) { return }
      let (thing, builds) = (library.perform(operation)!, library.builds.all.count)
      outcome.reads += 1
      if thing.number != expected.number || thing.parts.count != expected.parts.count {
        outcome.fault = "The oracle has another value."
      } else if let run = oracle.lastRun {
        let again = library.perform(operation)!
        if again !== thing || library.builds.all.count > builds {
          outcome.fault = "The same read builds again."
        }
        note(run, thing)
      }
      if outcome.fault != nil { return }
    }
  }

  /// Whether the oracle can't tell what the library gives, or that must not do it.
  private func mustEnd(_ oracle: Oracle) -> Bool {
    // The oracle builds at each read, which may take too long. A singleton that a scope of the process
    // provides is built there, also where a test reads it: what it reads would stay for the next
    // program.
    oracle.budget < 0 || oracle.isUnsure || oracle.hasBuiltInProcess && !readsProcess
  }

  private struct WeakInstance { weak var thing: Instance<Library.Held>? }
}
