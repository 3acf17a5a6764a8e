import Synchronization

/// How a program went.
struct Outcome {
  /// How many reads were compared with the oracle's.
  var reads = 0
  /// How often a value was built again since the scope that should keep it has gone.
  var rebuilt = 0
  /// How many programs have another thread that waits, though it need not.
  var needlessWaits = 0
  /// Whether another thread waited for a build, though that has shown all.
  var hasWaited = false
  /// How many reads of other threads were compared.
  var threads = 0
  var fault: String?
  /// Whether the fault may be due to a task that ended meanwhile.
  var mayBeDueToTask = false
  /// How often homes were used in each way.
  var cells: [Cell: Int] = [:]
  var ways: [Way: Int] = [:]
  /// The values of runs, by names.
  private var known: [Int: WeakInstance] = [:]
  private struct WeakInstance { weak var thing: Instance<Library.Held>? }

  /// Whether a value may stand on a scope that has gone.
  func hasOutlived(_ run: Oracle.Run, _ oracle: Oracle) -> Bool {
    oracle.hasEnded && !oracle.isHeld(run) || oracle.hasOutlived(run)
  }

  /// Notes the value of a run. Who shares it must have the same.
  mutating func note(_ run: Oracle.Run, _ thing: Instance<Library.Held>, _ oracle: Oracle) {
    if !run.isShared { return }
    let name = oracle.name(run)
    if let other = known[name]?.thing, other !== thing {
      // What has outlived its scope has values of its own.
      if hasOutlived(run, oracle) {
        rebuilt += 1
      } else {
        fault = "Who shares a value has two instances."
      }
    }
    known[name] = WeakInstance(thing: thing)
  }
}

extension Outcome {
  /// Compares what other threads have read while a value was built with what is read now.
  ///
  /// - Parameter value: What the operation has read.
  mutating func compareSightings(
    _ library: Library,
    _ oracle: Oracle,
    _ value: (Instance<Library.Held>, Instance<Oracle.Home>)?
  ) {
    defer { (library.sightings, oracle.sightings) = ([], []) }
    threads += library.sightings.count
    if library.sightings.isEmpty { return }
    // The objects that are a part of the value.
    var known: [ObjectIdentifier: Instance<Oracle.Home>] = [:]
    var rest = value.map { [$0] } ?? []
    while let (object, same) = rest.popLast() {
      if known.updateValue(same, forKey: ObjectIdentifier(object)) == nil {
        rest += zip(object.parts, same.parts)
      }
    }
    for sighting in library.sightings {
      guard let seen = sighting.thing else {
        fault = "A thread hangs."
        return
      }
      let (place, isAtOnce) = (sighting.place, sighting.isAtOnce.load(ordering: .relaxed))
      let hold = library.hold(of: sighting.object)
      ways[.thread(hold, inScope: place != nil, atOnce: isAtOnce), default: 0] += 1
      let again = library.see(sighting)
      if seen.number != again.number {
        fault = "Another thread has seen something else."
        return
      }
      guard let same = known[ObjectIdentifier(sighting.object)] else { continue }
      // Not if it may have waited for another thread that waits.
      if !isAtOnce, library.sightings.count == 1 {
        hasWaited = hasWaited || oracle.sightings.contains { $0.object === same && $0.isKnown }
      }
      oracle.budget = 3000
      guard let right = oracle.see(sighting.key, through: same, in: sighting.place),
        oracle.budget >= 0, !oracle.isUnsure
      else { continue }
      if seen.number != right.number {
        fault = "Another thread sees another value."
        return
      }
      guard let run = oracle.lastRun else { continue }
      note(run, seen, oracle)
      if seen !== again, !hasOutlived(run, oracle) {
        fault = "Another thread has seen another instance."
        return
      }
    }
  }
}
