import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// R9: builds that share nothing do not wait for each other.
@Suite struct SideBySideTests {
  @Test(.timeLimit(.minutes(10)))
  func `builds that share nothing run at the same time`() {
    withTestScope {
      // Once, so that what the key reads is known.
      _ = InjectedValues.current.participant

      let meeting = Meeting(of: 8)
      let values = InjectedValues.current
      let haveEnded = onThreads(8) { _ in
        withInjected(values) {
          // Each thread has an override of its own.
          withInjected(\.meeting, meeting) { _ = InjectedValues.current.participant }
        }
      }
      #expect(haveEnded && meeting.succeeded)
    }
  }

  @Test func `scopes that are nested deeply read and end`() {
    let values = InjectedValues.current
    let rightReads = Atomic(0)
    // As much of a stack as threads of a pool have on some systems.
    let hasEnded = onThreads(stackSize: 512 << 10) { _ in
      var innermost = values
      for depth in 0..<2_000 {
        innermost = withInjected(innermost) {
          withInjected(\.number, depth) {
            let isRight = InjectedValues.current.service.number == depth
            rightReads.add(isRight ? 1 : 0, ordering: .relaxed)
            return InjectedValues.current
          }
        }
      }
      // They end here, in each other.
    }
    #expect(hasEnded && rightReads.load(ordering: .relaxed) == 2_000)
  }
}

// MARK: - Fixtures

private final class Participant: Sendable {
  init(_ meeting: Meeting) { meeting.come() }
}

extension InjectedValues {
  @Injectable fileprivate var meeting: Meeting = Meeting(of: 1)
  @Injectable fileprivate var participant: Participant = Participant(InjectedValues.current.meeting)
}
