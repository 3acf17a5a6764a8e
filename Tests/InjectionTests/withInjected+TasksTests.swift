import Dispatch
import Foundation
import Injection
import InjectionMacros
import Synchronization
import TestSupport
import Testing

/// Which code a scope reaches (R4).
@Suite struct WithInjectedTasksTests {
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
      await resumeOnQueue()
      #expect(InjectedValues.current.number == 2)
    }
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `a task keeps its scope after the closure returned`() async {
    let gate = Gate()
    let task = withInjected(\.number, 2) {
      Task {
        await gate.wait()
        return [InjectedValues.current.number, Holder().number]
      }
    }
    #expect(InjectedValues.current.number == 1)
    gate.open()
    #expect(await task.value == [2, 2])
  }

  @Test func `task groups inherit`() async {
    let numbers = await withInjected(\.number, 2) {
      await withTaskGroup(of: Int.self) { group in
        for offset in 0..<10 {
          group.addTask {
            await Task.yield()
            return InjectedValues.current.number + offset
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(numbers.sorted() == Array(2..<12))
  }

  @Test func `a child's scope is its own`() async {
    await withInjected(\.number, 2) {
      await withTaskGroup(of: Void.self) { group in
        for offset in 10..<20 {
          group.addTask {
            await withInjected(\.number, offset) {
              await Task.yield()
              #expect(InjectedValues.current.number == offset)
            }
            #expect(InjectedValues.current.number == 2)
          }
        }
      }
      #expect(InjectedValues.current.number == 2)
    }
  }

  @Test func `async let inherits`() async {
    await withInjected(\.number, 2) {
      async let first = currentNumber()
      async let second = withInjected(\.number, 3) { await currentNumber() }
      #expect(await [first, second] == [2, 3])
    }
  }

  @Test func `an actor's methods see the scope of their caller`() async {
    let reader = Reader()
    #expect(await withInjected(\.number, 2) { await reader.current() } == 2)
    #expect(await reader.current() == 1)
  }

  // MARK: What does not

  @Test
  func `detached tasks do not inherit, but a property of an object made in the scope sees it`()
    async
  {
    let (current, held) = await withInjected(\.number, 2) {
      let holder = Holder()
      return await Task.detached { (InjectedValues.current.number, holder.number) }.value
    }
    #expect(current == 1)
    #expect(held == 2)
  }

  @Test func `queues do not inherit, but a property of an object made in the scope sees it`() async
  {
    let (current, held) = await withInjected(\.number, 2) {
      let holder = Holder()
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: (InjectedValues.current.number, holder.number))
        }
      }
    }
    #expect(current == 1)
    #expect(held == 2)
  }

  @Test func `threads do not inherit, but a property of an object made in the scope sees it`() async
  {
    let (current, held) = await withInjected(\.number, 2) {
      let holder = Holder()
      return await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(returning: (InjectedValues.current.number, holder.number))
        }
      }
    }
    #expect(current == 1)
    #expect(held == 2)
  }

  // MARK: Entering again

  @Test func `captured values are entered from a queue, more than once`() async {
    let values = withInjected(\.number, 2) { InjectedValues.current }
    for _ in 0..<3 {
      let numbers = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let inside = withInjected(values) { InjectedValues.current.number }
          continuation.resume(returning: [inside, InjectedValues.current.number])
        }
      }
      #expect(numbers == [2, 1])
    }
  }

  @Test func `captured values are entered from nested callbacks`() async {
    let numbers = await withInjected(\.number, 2) {
      let values = InjectedValues.current
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          withInjected(values) {
            withInjected(\.number, 3) {
              let inner = InjectedValues.current
              DispatchQueue.global().async {
                let first = withInjected(inner) { InjectedValues.current.number }
                let second = withInjected(values) { InjectedValues.current.number }
                continuation.resume(returning: [first, second, InjectedValues.current.number])
              }
            }
          }
        }
      }
    }
    #expect(numbers == [3, 2, 1])
  }

  @Test func `captured values are entered by many threads at once`() {
    let values = withInjected(\.number, 2) { InjectedValues.current }
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 1_000) { index in
      withInjected(values) {
        if InjectedValues.current.number != 2 { wrong.add(1, ordering: .relaxed) }
        withInjected(\.number, index) {
          if InjectedValues.current.number != index { wrong.add(1, ordering: .relaxed) }
        }
      }
      if InjectedValues.current.number != 1 { wrong.add(1, ordering: .relaxed) }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test func `captured values are entered in a detached task, asynchronously`() async {
    let values = withInjected(\.number, 2) { InjectedValues.current }
    let number = await Task.detached {
      await withInjected(values) {
        await hop()
        return InjectedValues.current.number
      }
    }.value
    #expect(number == 2)
  }

  // MARK: Isolation between scopes

  @Test func `thousands of concurrent scopes over one key never see each other's value`() async {
    let wrong = await withInjected(\.number, -1) {
      await withTaskGroup(of: Int.self) { group in
        for index in 0..<4_000 {
          group.addTask {
            await withInjected(\.number, index) {
              let holder = Holder()
              var wrong = 0
              for _ in 0..<5 {
                if InjectedValues.current.number != index { wrong += 1 }
                if InjectedValues.current.label != "number \(index)" { wrong += 1 }
                if holder.number != index { wrong += 1 }
                await Task.yield()
              }
              return wrong
            }
          }
        }
        let wrong = await group.reduce(0, +)
        return InjectedValues.current.label == "number -1" ? wrong : wrong + 1
      }
    }
    #expect(wrong == 0)
  }

  @Test func `scopes of many threads over one key never see each other's value`() {
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 4_000) { index in
      withInjected(\.number, index) {
        let holder = Holder()
        if InjectedValues.current.number != index || holder.number != index
          || InjectedValues.current.label != "number \(index)"
        {
          wrong.add(1, ordering: .relaxed)
        }
      }
      if InjectedValues.current.number != 1 { wrong.add(1, ordering: .relaxed) }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }
}

// MARK: - Fixtures

extension InjectedValues {
  @Injectable fileprivate var label: String = "number \(InjectedValues.current.number)"
}

private struct Holder: Sendable {
  @Injected(\.number) var number
}

private actor Reader {
  func current() -> Int { InjectedValues.current.number }
}

private func currentNumber() async -> Int {
  await Task.yield()
  return InjectedValues.current.number
}

/// Leaves the caller's thread, most of the time.
@concurrent private func hop() async { await Task.yield() }

/// Is resumed by a thread that is in no scope.
private func resumeOnQueue() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume() }
  }
}
