import Injection
import InjectionMacros
import InjectionServer
import InjectionTesting
import Synchronization
import TestSupport
import Testing

/// An observer is told of what is read in its scope, and of nothing else.
struct RecordingTests {
  /// Also when nothing else listens there any more.
  @Test func `what a default has captured in a recording is told of when that is built`() {
    withTestScope {
      let recorder = Recorder()
      let values = recorder.record { InjectedValues.current.captured }
      let count = recorder.count
      for _ in 1...3 { #expect(values.number == 1) }
      #expect(recorder.count == count + 3)
    }
  }

  @Test func `an object that was made in a recording is not told of outside`() {
    withTestScope {
      let recorder = Recorder()
      let holder = withInjected(\.first, "home") { recorder.record { Holder() } }
      #expect(holder.first == "home")
      withInjected(\.number, 2) { #expect(holder.first == "home" && holder.number == 2) }
      #expect(recorder.count == 0)
    }
  }

  /// The session's scope lies in the tenant's, which is left first.
  @Test func `a kept scope that is entered again in a recording is told of`() {
    withTestScope {
      let recorder = Recorder()
      let tenants = InjectedScopes<Int>(limit: 9) { $0.number = $1 }
      tenants.withInjected(7) {
        let sessions = InjectedScopes<String>(in: .current, limit: 9) { $0.first = $1 }
        sessions.withInjected("session") {
          recorder.record {
            tenants.withInjected(7) {
              #expect(InjectedValues.current.first == "session")
            }
          }
        }
      }
      #expect(recorder.count == 1)
    }
  }
}

// MARK: - Fixtures

private final class Recorder: ReadObserver {
  private let reads = Atomic(0)
  var count: Int { reads.load(ordering: .relaxed) }

  func didRead(_: Request, _: Found, in _: Layer, by _: Build?) { reads.add(1, ordering: .relaxed) }

  func record<Result>(_ operation: () -> Result) -> Result {
    enter(Scope.recorded(by: self, in: Scope.current), operation)
  }
}

extension InjectedValues {
  @Injectable fileprivate var captured: InjectedValues = .current
}
