import Foundation
import Injection
import TestSupport
import Testing

/// The code that a scope reaches. `LateWorkTests` has tasks that outlive the closure.
struct WithInjectedTasksTests {
  // MARK: What inherits

  @Test func `an async scope survives suspensions and changes of thread`() async {
    await withInjected(\.number, 2) {
      for _ in 0..<100 {
        await Task.yield()
        await hop()
        #expect(InjectedValues.current.number == 2)
      }
      try? await Task.sleep(for: .milliseconds(1))
      #expect(InjectedValues.current.number == 2)
      // Resumed by a thread that is in no scope.
      await Elsewhere.queue.run {}
      #expect(InjectedValues.current.number == 2)
    }
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `child tasks inherit the scope, and open scopes of their own`() async {
    await withInjected(\.number, 2) {
      await withTaskGroup(of: Void.self) { group in
        for offset in 10..<20 {
          group.addTask {
            await Task.yield()
            #expect(InjectedValues.current.number == 2)
            await withInjected(\.number, offset) {
              await Task.yield()
              #expect(InjectedValues.current.number == offset)
            }
            #expect(InjectedValues.current.number == 2)
          }
        }
      }
      async let first = currentNumber()
      async let second = withInjected(\.number, 3) { await currentNumber() }
      #expect(await [first, second] == [2, 3])
      #expect(InjectedValues.current.number == 2)
    }
  }

  // MARK: What does not

  @Test(arguments: Elsewhere.allCases)
  func `code that inherits no scope has a home, or enters one`(elsewhere: Elsewhere) async {
    let (held, values) = withInjected(\.number, 2) { (Injected(\.number), InjectedValues.current) }
    await withInjected(\.number, 3) {
      await elsewhere.run {
        #expect(InjectedValues.current.number == 1 && held() == 2)
        let inner = withInjected(values) {
          #expect(InjectedValues.current.number == 2)
          return withInjected(\.text, "inner") { InjectedValues.current }
        }
        withInjected(inner) {
          #expect(InjectedValues.current.number == 2 && InjectedValues.current.text == "inner")
        }
        #expect(InjectedValues.current.number == 1)
      }
    }
  }
}

// MARK: - Fixtures

/// Where no scope is inherited.
enum Elsewhere: CaseIterable {
  case detachedTask, queue, thread

  fileprivate func run(_ operation: @escaping @Sendable () -> Void) async {
    switch self {
    case .detachedTask: await Task.detached(operation: operation).value
    case .queue:
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: operation()) }
      }
    case .thread: onThreads { _ in operation() }
    }
  }
}

private func currentNumber() async -> Int {
  await Task.yield()
  return InjectedValues.current.number
}

/// Leaves the caller's thread, most of the time.
@concurrent private func hop() async { await Task.yield() }
