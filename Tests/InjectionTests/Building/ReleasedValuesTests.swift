import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

/// A value that nobody takes, since another thread has built it for the same: it goes when its
/// build has ended, and may then read others (R9, R10).
@Suite(.serialized, .timeLimit(.minutes(10))) struct ReleasedValuesTests {
  @Test func `a value that goes may read the key that it was built for`() {
    buildTwice {
      // Overridden, so that there is something to build.
      withInjected(\.meeting, Meeting(of: 0)) { _ = InjectedValues.current.twice }
    }
  }

  @Test func `it may wait for a thread that reads the key`() {
    buildTwice {
      let values = InjectedValues.current
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        withInjected(values) {
          withInjected(\.meeting, Meeting(of: 0)) { _ = InjectedValues.current.twice }
        }
        done.signal()
      }
      #expect(done.wait(timeout: .now() + 20) == .success)
    }
  }

  /// Builds `twice` on two threads that expect to need a value each, and turn out to share one.
  ///
  /// - Parameter last: Runs when the other one goes, on its thread and in its scope.
  private func buildTwice(last: @escaping @Sendable () -> Void) {
    withTestScope {
      $0.meeting = Meeting(of: 2, last)
    } operation: {
      // The first build reads what the two scopes override: that is expected of the next.
      _ = InjectedValues.current.twice
      let meeting = InjectedValues.current.meeting!
      withInjected(\.readsDetail, false) {
        let values = InjectedValues.current
        let done = DispatchSemaphore(value: 0)
        for detail in 1...2 {
          Thread.detachNewThread {
            withInjected(values) {
              withInjected(\.detail, detail) { _ = InjectedValues.current.twice }
            }
            done.signal()
          }
        }
        for _ in 1...2 { #expect(done.wait(timeout: .now() + 30) == .success) }
        // The other one is kept here.
        #expect(meeting.goneCount.load(ordering: .acquiring) == 1)
      }
    }
  }
}

// MARK: - Fixtures

private final class Meeting: Sendable {
  let last: @Sendable () -> Void
  let count: Int
  let arrivals = Atomic(0)
  let goneCount = Atomic(0)

  init(of count: Int, _ last: @escaping @Sendable () -> Void = {}) {
    self.count = count
    self.last = last
  }

  /// Returns when all threads are here.
  func meet() {
    arrivals.add(1, ordering: .acquiringAndReleasing)
    while arrivals.load(ordering: .acquiring) < count { sched_yield() }
  }
}

private final class Twice: Sendable {
  let meeting: Meeting?

  init(_ meeting: Meeting?) {
    self.meeting = meeting
  }

  deinit {
    guard let meeting, meeting.goneCount.add(1, ordering: .relaxed).newValue == 1 else { return }
    meeting.last()
  }
}

extension InjectedValues {
  @Injectable fileprivate var meeting: Meeting? = nil

  @Injectable fileprivate var readsDetail: Bool = true

  @Injectable fileprivate var detail: Int = 0

  private enum TwiceKey: InjectionKey {
    static var defaultValue: Twice {
      if InjectedValues.current.readsDetail {
        _ = InjectedValues.current.detail
        return Twice(nil)
      }
      let meeting = InjectedValues.current.meeting!
      meeting.meet()
      return Twice(meeting)
    }
  }
  fileprivate var twice: Twice { self[TwiceKey.self] }
}
