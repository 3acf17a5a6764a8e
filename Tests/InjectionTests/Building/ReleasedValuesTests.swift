import Injection
import InjectionMacros
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// A value that is discarded, since another thread has built the same one. It is released after its
/// build, and may read others then.
@Suite(.timeLimit(.minutes(3))) struct ReleasedValuesTests {
  @Test func `a value that goes may wait for a thread that reads the key`() {
    let goneCount = Atomic(0)
    // On the thread and in the scope that release the other value.
    let farewell = Farewell {
      if goneCount.add(1, ordering: .relaxed).newValue > 1 { return }
      let values = InjectedValues.current
      #expect(onThreads { _ in withInjected(values) { readAlone() } })
    }
    withTestScope {
      // The first build reads values that the two scopes override, so the next builds are expected
      // to.
      _ = InjectedValues.current.twice
      withInjected({ ($0.meeting, $0.farewell) = (Meeting(of: 2), farewell) }) {
        let values = InjectedValues.current
        // Two threads expect to need a value each, and turn out to share one.
        let haveEnded = onThreads(2) { number in
          withInjected(values) {
            withInjected(\.number, number) { _ = InjectedValues.current.twice }
          }
        }
        // The other one is kept here.
        #expect(haveEnded && goneCount.load(ordering: .acquiring) == 1)
      }
    }
  }
}

// MARK: - Fixtures

/// Reads in a scope with a value to build, and without a thread to wait for.
private func readAlone() {
  withInjected {
    $0.meeting = Meeting(of: 1)
    $0.farewell = nil
  } operation: {
    _ = InjectedValues.current.twice
  }
}

private struct Farewell: Sendable {
  let say: @Sendable () -> Void
}

private final class Twice: Sendable {
  private let farewell: Farewell?

  /// Reads `\.number` where there is no thread to meet.
  init() {
    farewell = InjectedValues.current.farewell
    if let meeting = InjectedValues.current.meeting {
      meeting.come()
    } else {
      _ = InjectedValues.current.number
    }
  }

  deinit { farewell?.say() }
}

extension InjectedValues {
  @Injectable fileprivate var meeting: Meeting? = nil
  @Injectable fileprivate var farewell: Farewell? = nil
  @Injectable fileprivate var twice: Twice = Twice()
}
