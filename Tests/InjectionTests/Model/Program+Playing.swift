import Foundation
import Injection
import Synchronization
import TestSupport

extension Program {
  /// Plays the program in the library and in the oracle.
  ///
  /// - Parameters:
  ///   - patience: For how many milliseconds code waits for another thread that it has started.
  ///   - pause: For how many milliseconds tasks that were let go of may end before each read.
  func play(patience: Int = 2, pause: UInt32 = 0) -> Outcome {
    let count = Living.Count()
    var outcome = Outcome()
    Living.$count.withValue(count) {
      let library = Library(self, patience: patience)
      let oracle = Oracle(self)
      inProcess {
        Library.$playing.withValue(library) { play(library, oracle, pause, &outcome) }
      }
      // A scope stays while a task runs in it.
      library.endTasks()
      outcome.cells = oracle.cells
      for ways in [ways, oracle.ways] { outcome.ways.merge(ways, uniquingKeysWith: +) }
      for inCode in library.recorded.all {
        outcome.ways[.recorded(inCode: inCode), default: 0] += 1
      }
    }
    var (living, tries) = (count.living.load(ordering: .sequentiallyConsistent), 0)
    // A thread or a task that has ended holds them a little longer.
    while living != 0, outcome.threads > 0 || hasTasks, tries < 1000 {
      usleep(1000)
      (living, tries) = (count.living.load(ordering: .sequentiallyConsistent), tries + 1)
    }
    if outcome.fault == nil, living != 0 { outcome.fault = "Objects live on." }
    if outcome.mayBeDueToTask, pause == 0 { return play(patience: patience, pause: 20) }
    // Maybe the thread was slow.
    if outcome.fault == nil, outcome.hasWaited {
      if patience < 100 { return play(patience: 900) }
      outcome.needlessWaits = 1
    }
    return outcome
  }

  private func play(
    _ library: Library,
    _ oracle: Oracle,
    _ pause: UInt32,
    _ outcome: inout Outcome
  ) {
    var entries = 0
    for operation in operations {
      if operation.isEnd { oracle.hasEnded = true }
      if case .capture(let name, _, _, _) = operation { oracle.captured.insert(name) }
      oracle.budget = 3000
      guard case .read(_, _, let place, let object, let part) = operation else {
        // What kept scopes say is known to what the process keeps, if that was made there.
        let isKept = if case .keep = operation { true } else { false }
        oracle.perform(operation)
        switch operation {
        case .open(let name, _, _), .enter(let name, _, _), .resource(let name, _, _, _):
          if oracle.places[name] != nil { entries += 1 }
        default: break
        }
        see(oracle)
        if mustEnd(oracle) { return }
        Living.$isOfProcess.withValue(readsProcess && isKept) { _ = library.perform(operation) }
        for (run, thing) in zip(oracle.drafted, library.drafted) {
          if let run { outcome.note(run, thing, oracle) }
        }
        (oracle.drafted, library.drafted) = ([], [])
        if outcome.fault == nil { outcome.compareSightings(library, oracle, nil) }
        if outcome.fault != nil { return }
        continue
      }
      // What the process builds stays, and must not be seen by another program.
      guard let view = oracle.view(in: place, object, part: part),
        readsProcess || view.spot.container != 0
      else { continue }
      if pause > 0 { usleep(pause * 1000) }
      let expected = oracle.perform(operation)!
      let run = oracle.lastRun
      see(oracle)
      if mustEnd(oracle) { return }
      let thing = library.perform(operation)!
      library.join()
      let builds = library.builds.all.count
      outcome.reads += 1
      if thing.number != expected.number || thing.parts.count != expected.parts.count {
        outcome.fault = "The oracle has another value."
      } else if let fault = library.faults.all.first {
        outcome.fault = fault
      } else if let run {
        let again = library.perform(operation)!
        if again !== thing || library.builds.all.count > builds {
          outcome.fault = "The same read builds again."
          // One that was let go of may have kept the scope that kept the value.
          outcome.mayBeDueToTask = hasTasks && outcome.hasOutlived(run, oracle)
        }
        outcome.note(run, thing, oracle)
        if run.inContainer == 0 {
          let isRoot = view.spot is Oracle.Root
          outcome.ways[.process(inScope: !isRoot, throughObject: object != nil), default: 0] += 1
        }
      }
      if outcome.fault == nil { outcome.compareSightings(library, oracle, (thing, expected)) }
      if outcome.fault != nil { return }
    }
    // Code that opens a scope or enters one may make values that keep what kept scopes say.
    guard let long = firstScope, library.places[long] != nil, oracle.entries == entries else {
      return
    }
    outcome.ways[.long, default: 0] += 1
    if !inProcess({ library.releasesKept(besides: long) }) {
      outcome.fault = "A long scope keeps what a kept one says."
    }
  }

  /// The scope that is opened first, before kept ones.
  private var firstScope: Int? {
    for operation in operations {
      if case .open(let name, _, _) = operation { return name }
      if case .enter = operation { return nil }
    }
    return nil
  }

  /// Sees what other threads do.
  private func see(_ oracle: Oracle) {
    for (key, object, place, _) in oracle.sightings where !mustEnd(oracle) {
      oracle.budget = 3000
      _ = oracle.see(key, through: object, in: place)
    }
  }

  /// Whether the oracle can't tell what the library gives, or that must not do it.
  private func mustEnd(_ oracle: Oracle) -> Bool {
    // The oracle builds at each read, which may take too long. A singleton that a scope of the process
    // provides is built there, also where a test reads it: what it reads would stay for the next
    // program.
    oracle.budget < 0 || oracle.isUnsure || oracle.hasBuiltInProcess && !readsProcess
  }
}
