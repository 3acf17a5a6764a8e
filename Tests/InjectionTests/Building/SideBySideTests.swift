import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

@Suite struct SideBySideTests {
  // R9
  @Test(.timeLimit(.minutes(10)))
  func `builds that share nothing run at the same time`() async {
    await withTestScope {
      // Once, so that what the key reads is known.
      withInjected(\.meeting, Meeting(of: 1)) { _ = InjectedValues.current.participant }

      let count = 8
      let meeting = Meeting(of: count)
      let values = InjectedValues.current
      // On threads of their own, since each waits for all others in its build.
      await withTaskGroup { group in
        for _ in 0..<count {
          group.addTask {
            await withCheckedContinuation { continuation in
              Thread {
                withInjected(values) {
                  withInjected(\.meeting, meeting.copy()) {
                    _ = InjectedValues.current.participant
                  }
                }
                continuation.resume()
              }.start()
            }
          }
        }
      }
      #expect(meeting.arrived == count)
    }
  }

  @Test func `scopes that are nested deeply read and end`() async {
    let values = InjectedValues.current
    let texts = await withCheckedContinuation { continuation in
      let thread = Thread {
        var innermost: InjectedValues? = values
        var texts = 0
        for depth in 0..<5_000 {
          innermost = withInjected(innermost!) {
            withInjected {
              $0.depth = depth
            } operation: {
              if InjectedValues.current.depthText.text == "\(depth)" { texts += 1 }
              return InjectedValues.current
            }
          }
        }
        // They end here, in each other.
        innermost = nil
        continuation.resume(returning: texts)
      }
      // As much as threads of a pool have on some systems.
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(texts == 5_000)
  }
}

// MARK: - Fixtures

/// Lets nobody go before all have come.
private final class Meeting: Sendable {
  private final class Room: Sendable {
    let count: Int
    let arrived = Atomic(0)
    init(_ count: Int) { self.count = count }
  }

  private let room: Room

  init(of count: Int) { room = Room(count) }
  private init(_ room: Room) { self.room = room }

  /// Another value of the same meeting.
  func copy() -> Meeting { Meeting(room) }

  var arrived: Int { room.arrived.load(ordering: .relaxed) }

  func come() {
    room.arrived.add(1, ordering: .relaxed)
    while arrived < room.count { Thread.sleep(forTimeInterval: 0.001) }
  }
}

private final class Participant: Sendable {
  init(_ meeting: Meeting) { meeting.come() }
}

private final class DepthText: Sendable {
  let text: String
  init(_ depth: Int) { text = "\(depth)" }
}

extension InjectedValues {
  @Injectable fileprivate var depth: Int = -1

  @Injectable fileprivate var depthText: DepthText = DepthText(InjectedValues.current.depth)

  @Injectable fileprivate var meeting: Meeting = Meeting(of: 1)

  @Injectable fileprivate var participant: Participant = Participant(InjectedValues.current.meeting)
}
