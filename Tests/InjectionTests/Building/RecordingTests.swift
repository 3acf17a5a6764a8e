import Injection
import InjectionMacros
import InjectionServer
import InjectionTesting
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

  @Test func `a test's observer is told of what is read where a draft was entered`() {
    let recorder = Recorder()
    recorder.test {
      withInjected {
        $0.number = 2
        withInjected($0) { _ = InjectedValues.current.text }
      } operation: {
      }
    }
    #expect(recorder.count == 1)
  }

  @Test func `a provided transient value is told of with the scope that provides it`() {
    let recorder = Recorder()
    withTestScope {
      withInjected({ $0.provide(InjectedValues.transientKey.self) { Service() } }) {
        let layer = InjectedValues.current.layer()
        withInjected(\.first, "inner") { _ = recorder.record { InjectedValues.current.transient } }
        #expect(recorder.layers.last === layer)
      }
    }
  }

  /// In a scope of the process.
  @Test func `a read beside a home of a test that has ended is told of`() {
    let recorder = Recorder()
    let holder = withTestScope { withInjected(\.number, 2) { Holder() } }
    inProcess {
      withInjected(\.first, "beside") { recorder.record { #expect(holder.number == 2) } }
    }
    #expect(recorder.meetings == 1)
  }

  /// By another object of that home.
  @Test func `a home that has ended is told of also if nobody listened before`() {
    withTestScope {
      let recorder = Recorder()
      let holders = withInjected(\.number, 2) {
        (0..<2).map { _ in withInjected({ _ in }) { Holder() } }
      }
      withInjected(\.first, "beside") {
        #expect(holders[0].number == 2)
        recorder.record { #expect(holders[1].number == 2) }
      }
      #expect(recorder.meetings == 1)
    }
  }

  /// Of each home, by objects of two scopes inside that say nothing.
  @Test func `two homes that have ended are told of once each, in whatever order they are read`() {
    let recorder = Recorder()
    recorder.test {
      let holders = (0..<2).map { number in
        withInjected(\.number, number) { (0..<2).map { _ in withInjected({ _ in }) { Holder() } } }
      }
      withInjected(\.first, "beside") {
        for place in 0..<2 {
          for number in 0..<2 { #expect(holders[number][place].number == number) }
        }
      }
    }
    #expect(recorder.meetings == 2)
  }
}

// MARK: - Fixtures

private final class Recorder: ReadObserver {
  private let (reads, homes) = (Log<Layer>(), Log<Layer>())
  var layers: [Layer] { reads.all }
  var count: Int { reads.all.count }
  var meetings: Int { homes.all.count }

  func didRead(_: Request, _ found: Found, in _: Layer, by _: Build?) { reads.add(found.layer) }
  func didMeet(_ home: Layer, from _: Layer, at _: SourceLine) { homes.add(home) }

  /// Runs code in a container that this observes.
  func test(_ operation: () -> Void) {
    let root = Scope(in: nil, rootOf: Container(.test, observer: self), at: .unknown)
    withInjected(InjectedValues(root), operation: operation)
  }

  func record<Result>(_ operation: () -> Result) -> Result {
    enter(Scope.recorded(by: self, in: Scope.current), operation)
  }
}

extension InjectedValues {
  @Injectable fileprivate var captured: InjectedValues = .current
}
