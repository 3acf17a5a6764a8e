import Foundation
import Injection
import InjectionTesting
import Synchronization
import Testing

@Suite struct SideBySideTests {
  // R9
  @Test(.timeLimit(.minutes(1)))
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

extension InjectedValues {
  private enum MeetingKey: InjectionKey { static var defaultValue: Meeting { Meeting(of: 1) } }
  fileprivate var meeting: Meeting {
    get { self[MeetingKey.self] }
    set { self[MeetingKey.self] = newValue }
  }

  private enum ParticipantKey: InjectionKey {
    static var defaultValue: Participant { Participant(InjectedValues.current.meeting) }
  }
  fileprivate var participant: Participant { self[ParticipantKey.self] }
}
