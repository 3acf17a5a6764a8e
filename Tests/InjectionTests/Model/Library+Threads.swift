import Foundation
import Injection
import Synchronization

extension Library {
  /// What another thread sees while a default's code runs.
  final class Sighting: Sendable {
    let key: Int, object: Instance<Held>, place: Int?
    /// What that means when the thread starts.
    fileprivate let current: Place
    private let storedThing = Lock<Instance<Held>?>(nil)
    /// Whether the code has waited for it. If not, it waits for what the code does next.
    let isAtOnce = Atomic(false)
    fileprivate let end = DispatchGroup()

    fileprivate init(_ key: Int, through object: Instance<Held>, in place: Int?, _ current: Place) {
      (self.key, self.object, self.place, self.current) = (key, object, place, current)
      end.enter()
    }

    fileprivate func set(_ thing: Instance<Held>) { storedThing.withLock { $0 = thing } }

    /// What was read, when the thread has ended; `nil` if it hangs.
    var thing: Instance<Held>? {
      wait(milliseconds: 20_000) ? storedThing.withLock { $0 } : nil
    }

    fileprivate func wait(milliseconds: Int) -> Bool {
      end.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }
  }

  /// What other threads read starts no more threads.
  @TaskLocal static var isOther = false

  func other(_ key: Int, through object: Instance<Held>, in place: Int?) {
    guard !Self.isOther, let current = place.map({ places[$0] }) ?? .here else { return }
    let sighting = Sighting(key, through: object, in: place, current)
    let (count, recorder) = (Living.count, ProgramRecorder.current)
    let handed = Lock<Sighting?>(sighting)
    Thread.detachNewThread { [self] in
      Living.$count.withValue(count) {
        Self.$playing.withValue(self) {
          // What is captured in a recording may tell it.
          ProgramRecorder.$current.withValue(recorder) {
            see(handed).leave()
          }
        }
      }
    }
    // Either all that it needs is known, or it waits for this code.
    sighting.isAtOnce.store(sighting.wait(milliseconds: patience), ordering: .relaxed)
    sightings.append(sighting)
  }

  /// What the thread does. It holds nothing when it says that it has ended.
  private func see(_ handed: borrowing Lock<Sighting?>) -> DispatchGroup {
    let sighting = handed.withLock { $0.take() }!
    sighting.set(ProgramRecorder.elsewhere { see(sighting) })
    return sighting.end
  }

  /// Waits for all other threads.
  func join() {
    for sighting in sightings { _ = sighting.thing }
  }

  /// Reads as the other thread does.
  func see(_ sighting: Sighting) -> Instance<Held> {
    Self.$isOther.withValue(true) {
      read(sighting.key, in: .held(sighting.object.home), from: sighting.current)
    }
  }
}
