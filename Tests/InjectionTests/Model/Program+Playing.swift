import Injection
import Synchronization
import TestSupport

/// How a program went.
struct Outcome {
  /// How many reads were compared with the oracle's.
  var reads = 0
  /// How many differences the oracle leaves open.
  var excuses = 0
  /// Whether objects live on, although the library could not know it.
  var leaks = 0
  var fault: String?
}

extension Program {
  /// Plays the program in the library and in the oracle.
  func play() -> Outcome {
    let count = Living.Count()
    var outcome = Outcome()
    Living.$count.withValue(count) {
      let library = Library(self)
      inProcess {
        Library.$playing.withValue(library) { play(library, Oracle(self), &outcome) }
      }
    }
    let living = count.living.load(ordering: .sequentiallyConsistent)
    if outcome.fault == nil, living != 0 {
      // What a default makes in a scope that it opens holds the scope, which may keep what holds it.
      if opensInCode { outcome.leaks += 1 } else { outcome.fault = "Objects live on." }
    }
    return outcome
  }

  private func play(_ library: Library, _ oracle: Oracle, _ outcome: inout Outcome) {
    var known: [[Int?]: WeakInstance] = [:]
    var haveEnded = false
    for operation in operations {
      if case .end = operation { haveEnded = true }
      oracle.budget = 3000
      guard case .read(_, _, let place, let object, let part) = operation else {
        library.perform(operation)
        oracle.perform(operation)
        continue
      }
      // What the process builds stays.
      guard let view = oracle.view(in: place, object, part: part), !view.root.isOfProcess else {
        continue
      }
      let expected = oracle.perform(operation)!
      // It builds at each read, which may take too long.
      if oracle.budget < 0 { return }
      let (thing, builds) = (library.perform(operation)!, library.builds.all.count)
      outcome.reads += 1
      var fault: String?
      if thing.number != expected.number || thing.parts.count != expected.parts.count {
        fault = "The oracle has another value."
      } else if let build = oracle.lastBuild {
        let again = library.perform(operation)!
        let buildsAgain = library.builds.all.count > builds
        // A key that reads elsewhere from one place and not from another may be built again.
        let mayBuild = !oracle.keysElsewhere.isEmpty
        if buildsAgain, mayBuild { outcome.excuses += 1 }
        if again !== thing || buildsAgain && !mayBuild { fault = "The same read builds again." }
        // What has outlived its scope, as those do that defaults have opened, has values of its own.
        let isLate = haveEnded || view.layers.contains(where: \.isOfCode)
        if !build.readsElsewhere, !isLate, view.isSimple {
          // What is built from two scopes side by side belongs to the pair, in its order.
          let scopes = build.home is Oracle.Layer ? build.home : view
          let sharing = [build.key] + scopes.layers.map(\.name)
          if let other = known[sharing]?.thing, other !== thing {
            fault = "Who shares a value has two instances."
          }
          known[sharing] = WeakInstance(thing: thing)
        }
      }
      // What outlives its scope opens its own, too: the oracle takes them for the same.
      let isLeftOpen = oracle.isLeftOpen || haveEnded && view.layers.contains(where: \.isOfCode)
      if fault != nil {
        if isLeftOpen { outcome.excuses += 1 } else { outcome.fault = fault }
        return
      }
    }
  }

  private struct WeakInstance { weak var thing: Instance<Injected<Int>>? }
}
