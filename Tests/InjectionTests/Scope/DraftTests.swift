import Foundation
import InjectionMacros
import InjectionTesting
import Synchronization
import Testing

@testable import Injection

/// Scopes that are read, entered or built in while an update closure still changes them.
@Suite struct DraftTests {
  @Test func `values that were entered in the update closure can be changed afterwards`() {
    withTestScope {
      // R2, R6: the object's home and the new scope part at the root.
      let holder = withInjected(\.draftLabel, "home") { DraftHolder() }
      withInjected { values in
        withInjected(values) { #expect(holder.label == "home") }
        values.draftLabel = "changed"
      } operation: {
        #expect(holder.label == "changed")
      }
    }
  }

  @Test func `a task that a build in an update closure started stays in that container`() async {
    // In a process of its own: no scope was ever opened there.
    await #expect(processExitsWith: .success) {
      // On a thread of its own, since the closure waits for the task.
      let seen = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          var seen = ""
          withTestScope {
            $0.draftLabel = "mine"
            let work = $0.draftWork
            work.isBuilt.signal()
            work.isDone.wait()
            seen = work.seen.withLock { $0 }
          } operation: {
          }
          continuation.resume(returning: seen)
        }
      }
      if seen != "mine" { exit(EXIT_FAILURE) }
    }
  }

  @Test func `no task is looked at because a value was read while the process's were set`() async {
    await #expect(processExitsWith: .success) {
      InjectedValues.bootstrap { $0.draftLabel = $0.draftOther }
      if Scope.reasons.load(ordering: .relaxed) != 0 { exit(EXIT_FAILURE) }
      if InjectedValues.current.draftLabel != "unread default" { exit(EXIT_FAILURE) }
    }
  }

  @Test func `threads that open the first scopes at once all see their own`() async {
    await #expect(processExitsWith: .success) {
      let start = Start()
      let failures = await withTaskGroup { group in
        for number in 0..<8 {
          group.addTask {
            await withCheckedContinuation { continuation in
              Thread.detachNewThread {
                start.arrived.add(1, ordering: .releasing)
                while start.arrived.load(ordering: .acquiring) < 8 {}
                let seen = withInjected(\.draftLabel, "\(number)") {
                  InjectedValues.current.draftLabel
                }
                continuation.resume(returning: seen == "\(number)" ? 0 : 1)
              }
            }
          }
        }
        return await group.reduce(0, +)
      }
      if failures > 0 { exit(EXIT_FAILURE) }
    }
  }

  @Test func `a value that goes with its build may read others`() {
    withTestScope {
      // R9: no lock is held while the code of the value runs.
      #expect(InjectedValues.current.draftFarewell == "hello")
      #expect(lastFarewell.withLock { $0 } == "unread default")
    }
  }
}

// MARK: - Fixtures

private final class Start: Sendable {
  let arrived = Atomic(0)
}

private final class DraftHolder {
  @Injected(\.draftLabel) var label
}

private final class DraftWork: Sendable {
  let isBuilt = DispatchSemaphore(value: 0)
  let isDone = DispatchSemaphore(value: 0)
  let seen = Mutex("")

  init() {
    Task {
      self.waitUntilBuilt()
      let label = InjectedValues.current.draftLabel
      self.seen.withLock { $0 = label }
      self.isDone.signal()
    }
  }

  private func waitUntilBuilt() { isBuilt.wait() }
}

private let lastFarewell = Mutex("")

private final class Farewell: Sendable {
  private let other = Injected(\.draftOther)
  let text = "hello"

  deinit {
    let text = other()
    lastFarewell.withLock { $0 = text }
  }
}

extension InjectedValues {
  @Injectable fileprivate var draftLabel: String = "default"

  @Injectable fileprivate var draftWork: DraftWork = DraftWork()

  @Injectable fileprivate var draftOther: String = "unread default"

  @Injectable fileprivate var draftParting: Farewell? = nil

  private enum FarewellKey: InjectionKey {
    static var defaultValue: String {
      withInjected(\.draftLabel, "in the build") {
        withInjected(\.draftParting, Farewell()) {
          // Noted, since it is found further out.
          withInjected(\.draftLabel, "further in") {
            InjectedValues.current.draftParting?.text ?? ""
          }
        }
      }
    }
  }
  fileprivate var draftFarewell: String { self[FarewellKey.self] }
}
