import Injection
import Synchronization
import TestSupport
import Testing

extension ModelTests {
  /// The long mode compares a million reads.
  @Test(.timeLimit(.minutes(10)))
  func `threads that read at once build no value twice, see no other's, and leave nothing`() async {
    var reads = 0
    let start = ContinuousClock.now
    for round in 0..<(isLong ? 3_200 : 20) {
      let living = Living.Count()
      Living.$count.withValue(living) {
        let count = isLong ? 8 : 3 + round % 4
        // One thread first, to learn what each key reads.
        let (inTurn, together) = inProcess { (Visit(threads: count), Visit(threads: count)) }
        for thread in 0..<count { inProcess { inTurn.read(thread, shift: round) } }
        let meeting = Meeting(of: count)
        let haveEnded = onThreads(count) { thread in
          Living.$count.withValue(living) {
            meeting.come()
            // Some record what they read meanwhile.
            if (thread + round) % 4 < 2 { return together.read(thread, shift: round) }
            let recorder = Recorder()
            enter(Scope.recorded(by: recorder, in: Scope.current)) {
              together.read(thread, shift: round)
            }
            #expect(recorder.count >= Visit.readCount)
          }
        }
        #expect(haveEnded && meeting.succeeded)
        reads += count * Visit.readCount
        #expect(together.sharing == inTurn.sharing && together.numbers == inTurn.numbers)
        // Of a key whose code reads other keys than the last time, two may be built at once.
        let more = zip(together.builds, inTurn.builds).map { $0 - $1 }
        #expect(more.allSatisfy { $0 >= 0 && $0 <= 8 }, "\(more)")
      }
      // A thread that has ended holds them a little longer.
      #expect(await eventually { living.living.load(ordering: .sequentiallyConsistent) == 0 })
    }
    if isLong { print("\(reads) reads of threads at once in \(ContinuousClock.now - start)") }
    #expect(!isLong || reads >= 1_000_000)
  }
}

private final class Recorder: ReadObserver {
  private let reads = Atomic(0)
  var count: Int { reads.load(ordering: .relaxed) }

  func didRead(_: Request, _: Found, in _: Layer, by _: Build?) { reads.add(1, ordering: .relaxed) }
}

/// What threads read in a container.
private final class Visit: Sendable {
  private typealias Object = Instance<Library.Held>

  /// No override hides from one who shares a value what another one builds it from: then both may
  /// build it.
  private static let program = Program(
    code: [
      [], [.keep(0)], [.keep(1)], [.keep(2), .keep(1)], [.keep(2)], [.keep(1), .keep(3), .keep(4)],
      [.keep(5), .keep(2)], [.keep(6), .keep(3)], [.scope([.made(0, 8)], [.keep(5)])],
      [.through(8, part: 1, 5)],
    ],
    operations: []
  )

  private let library = Library(program)
  private let container: Library.Place, side: Library.Place
  private let home: Object
  private let found: Lock<[[Object]]>

  init(threads: Int) {
    let (library, root) = (library, library.places[1]!)
    func scope(_ key: Int) -> Library.Place {
      library.scope([(key, .value(library.make(key, [], in: root)))], in: root)
    }
    (container, side, home) = (root, scope(3), library.make(20, [], in: scope(6)))
    found = Lock(Array(repeating: [], count: threads))
  }

  static let readCount = 40

  /// Reads all keys, while scopes are opened, keep defaults, and end: in the container, in a scope
  /// of the thread, through an object beside, and through one that a default has made in a scope.
  /// Each thread has its own order.
  func read(_ thread: Int, shift: Int) {
    Library.$playing.withValue(library) {
      let number = library.make(100 + thread, [], in: container)
      let own = library.scope([(4, .value(number))], in: container)
      let all = (0..<Self.readCount).map {
        ($0 * (thread % 2 == 0 ? 1 : 39) + thread * 9 + shift) % 40
      }
      let reads = all.map { read in
        let place = [container, own, side, container][read % 4]
        // A scope that ends while other threads read.
        let short = library.scope([(0, .value(number))], in: place)
        _ = library.read(2, in: short, from: short)
        let object: Object? =
          switch read % 4 {
          case 0, 1: nil
          case 2: home
          default: library.read(8, in: container, from: container).parts[0]
          }
        let view = object.map { library.seen(in: place, from: $0.home) } ?? place
        return (read, library.read(read / 4, in: view, from: place))
      }
      found.withLock { $0[thread] = reads.sorted { $0.0 < $1.0 }.map(\.1) }
    }
  }

  var numbers: [[Int]] { found.withLock { $0.map { $0.map(\.number) } } }

  /// For each read, the first that found the same instance.
  var sharing: [Int] {
    let all = found.withLock { $0.flatMap(\.self) }
    return all.map { object in all.firstIndex { $0 === object }! }
  }

  /// How often each key was built.
  var builds: [Int] { (0..<10).map { key in library.builds.all.count { $0 == key } } }
}

extension Library {
  fileprivate func scope(_ overrides: [(Int, Override<Held>)], in place: Place) -> Place {
    open(overrides, in: place, from: place) { captured($0, from: $0) }
  }
}
