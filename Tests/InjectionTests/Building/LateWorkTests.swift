import Foundation
import Injection
import InjectionMacros
import InjectionTesting
import TestSupport
import Testing

/// Work that outlives its test goes on seeing its own test's values, and no other test's.
@Suite struct LateWorkTests {
  @Test func `tasks that outlive their test scopes stay in them`() async {
    var late: [Task<[Int], Never>] = []
    for number in 1...50 {
      let gate = Gate()
      let task = withTestScope {
        $0.lateNumber = number
      } operation: {
        let service = LateService()
        return Task {
          await gate.wait()
          // A default that nobody read while the scope was open, an override, and an object of it.
          return [
            InjectedValues.current.lateDouble, InjectedValues.current.lateNumber,
            service.double(), await Task { InjectedValues.current.lateDouble }.value,
          ]
        }
      }
      late.append(
        Task {
          gate.open()
          return await task.value
        }
      )
    }
    for (index, task) in late.enumerated() {
      let number = index + 1
      #expect(await task.value == [number * 2, number, number * 2, number * 2])
    }
  }

  @Test func `an object that outlives its test scope carries nothing into another one`() async {
    let kept = withTestScope {
      $0.lateNumber = 7
    } operation: {
      InjectedValues.current.lateKept
    }
    // Nowhere, it is still at home.
    #expect(await Task.detached { kept.double() }.value == 14)
    withTestScope {
      $0.lateNumber = 8
    } operation: {
      // R3: in another test's container the home does not count.
      #expect(kept.double() == 16)
      #expect(InjectedValues.current.lateKept !== kept)
      #expect(InjectedValues.current.lateKept.double() == 16)
    }
    withTestScope { #expect(kept.double() == 2) }
    #expect(await Task.detached { kept.double() }.value == 14)
  }

  @Test func `a task that a default starts is at home with the value`() async {
    let (inner, outer) = withTestScope {
      let inner = withInjected(\.lateNumber, 5) { InjectedValues.current.lateTask }
      return (inner, InjectedValues.current.lateTask)
    }
    buildsHaveEnded.open()
    #expect(await inner.value == 10)
    #expect(await outer.value == 2)
  }

  /// R8: what is kept further out must not see the scope whose read happened to build it.
  @Test func `a task of a default that an outer scope keeps does not see the inner one`() async {
    let task = withTestScope {
      withInjected(\.lateNumber, 5) { InjectedValues.current.lateTaskOfOuter }
    }
    outerBuildHasEnded.open()
    #expect(await task.value == 2)
  }
}

private let buildsHaveEnded = Gate()
private let outerBuildHasEnded = Gate()

private final class LateService: Sendable {
  private let number = Injected(\.lateDouble)
  func double() -> Int { number() }
}

extension InjectedValues {
  @Injectable fileprivate var lateNumber: Int = 1

  @Injectable fileprivate var lateDouble: Int = InjectedValues.current.lateNumber * 2

  private enum KeptKey: InjectionKey {
    static var defaultValue: LateService {
      _ = InjectedValues.current.lateNumber
      return LateService()
    }
  }
  fileprivate var lateKept: LateService { self[KeptKey.self] }

  private enum TaskKey: InjectionKey {
    static var defaultValue: Task<Int, Never> {
      _ = InjectedValues.current.lateNumber
      return Task {
        await buildsHaveEnded.wait()
        return InjectedValues.current.lateDouble
      }
    }
  }
  fileprivate var lateTask: Task<Int, Never> { self[TaskKey.self] }

  private enum TaskOfOuterKey: InjectionKey {
    static var defaultValue: Task<Int, Never> {
      Task {
        await outerBuildHasEnded.wait()
        return InjectedValues.current.lateDouble
      }
    }
  }
  fileprivate var lateTaskOfOuter: Task<Int, Never> { self[TaskOfOuterKey.self] }
}
