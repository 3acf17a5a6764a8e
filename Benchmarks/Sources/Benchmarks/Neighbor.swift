import Foundation
import Injection
import InjectionInspection
import System

/// What another thread does, on another core, while a batch is measured.
struct Neighbor: Sendable {
  let name: String
  let about: String
  private let code: @Sendable (Gate) -> Void

  /// When this has begun, runs `body`; then ends it.
  func work(during body: () -> Void) {
    let gate = Gate()
    let done = DispatchSemaphore(value: 0)
    Thread { [code] in
      use_other_cores()
      code(gate)
      done.signal()
    }.start()
    gate.waitForBegin()
    body()
    gate.end()
    done.wait()
  }

  /// Tells when the other thread has begun, and when it has to end.
  fileprivate final class Gate: Sendable {
    private let hasBegun = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)
    private let isOver = Flag()

    func waitForBegin() { hasBegun.wait() }

    func end() {
      isOver.set()
      hasEnded.signal()
    }

    /// Begins, and does nothing until the end.
    func sleep() {
      hasBegun.signal()
      hasEnded.wait()
    }

    /// Begins, and repeats `body` until the end.
    func loop(_ body: (Int) -> Void) {
      body(0)
      hasBegun.signal()
      var number = 0
      while !isOver.isSet {
        number += 1
        body(number)
      }
    }
  }
}

extension Neighbor {
  static let quiet = Neighbor(name: "quiet", about: "no other thread runs") { $0.sleep() }

  static let busy = Neighbor(name: "busy", about: "another makes objects in task-locals") {
    $0.loop { number in
      Bare.$request.withValue(number) { sink(Session(request: Bare.request)) }
    }
  }

  static let build = Neighbor(name: "build", about: "another is in the code of a default") { gate in
    withInjected(\.gate, gate) { sink(InjectedValues.current.slow) }
  }

  static let builds = Neighbor(name: "builds", about: "another opens scopes and builds in them") {
    $0.loop { number in
      withInjected(\.request, number) { sink(InjectedValues.current.session) }
    }
  }

  static let transients = Neighbor(name: "transients", about: "another reads transient values") {
    $0.loop { _ in sink(InjectedValues.current.transient) }
  }

  static let recording = Neighbor(name: "recording", about: "another records what it reads") {
    gate in
    _ = InjectionGraph.recording {
      gate.loop { _ in sink(InjectedValues.current.request) }
    }
  }
}

extension InjectedValues {
  private enum GateKey: InjectionKey {
    static var defaultValue: Neighbor.Gate? { nil }
  }
  fileprivate var gate: Neighbor.Gate? {
    get { self[GateKey.self] }
    set { self[GateKey.self] = newValue }
  }

  private enum SlowKey: InjectionKey {
    static var defaultValue: Int {
      InjectedValues.current.gate?.sleep()
      return 1
    }
  }
  fileprivate var slow: Int { self[SlowKey.self] }
}
