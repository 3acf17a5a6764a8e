import Injection
import InjectionMacros
import InjectionTesting
import Testing

@Suite struct WithTestScopeTests {
  @Test func `a test scope has overrides of its own`() {
    let result = withTestScope {
      $0.number = 2
    } operation: {
      InjectedValues.current.number
    }
    #expect(result == 2)
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `it inherits no override`() {
    withInjected(\.number, 5) {
      withTestScope { #expect(InjectedValues.current.number == 1) }
      withTestScope {
        $0.text = "new"
      } operation: {
        #expect(InjectedValues.current.number == 1)
        #expect(InjectedValues.current.text == "new")
      }
      #expect(InjectedValues.current.number == 5)
    }
  }

  @Test func `its update sees no outer value`() {
    withInjected(\.number, 5) {
      withTestScope {
        $0.number += 1
      } operation: {
        #expect(InjectedValues.current.number == 2)
      }
    }
  }

  @Test func `it inherits no default: each test scope builds its own`() {
    let outer = InjectedValues.current.object
    withTestScope {
      let object = InjectedValues.current.object
      #expect(object !== outer)
      #expect(object === InjectedValues.current.object)
      withTestScope { #expect(InjectedValues.current.object !== object) }
    }
    #expect(InjectedValues.current.object === outer)
  }

  @Test func `it inherits no singleton`() {
    let outer = InjectedValues.current.singleton
    withTestScope {
      #expect(InjectedValues.current.singleton !== outer)
      #expect(InjectedValues.current.singleton === InjectedValues.current.singleton)
    }
  }

  @Test func `its context is a test's`() {
    withTestScope {
      #expect(InjectedValues.current.context == .test)
      #expect(InjectedValues.current.environment == "test")  // R14
    }
  }

  @Test func `scopes nest in it`() {
    withTestScope {
      $0.number = 2
    } operation: {
      withInjected(\.text, "inner") {
        #expect(InjectedValues.current.number == 2)
        #expect(InjectedValues.current.text == "inner")
      }
    }
  }

  @Test func `its tasks keep it`() async {
    let task = withTestScope {
      $0.number = 2
    } operation: {
      Task {
        await Task.yield()
        return InjectedValues.current.number
      }
    }
    #expect(await task.value == 2)
  }

  @Test func `an object made in it keeps it as its home`() async {
    let holder = withTestScope {
      $0.number = 2
    } operation: {
      Holder()
    }
    #expect(holder.number == 2)
    #expect(await Task.detached { holder.number }.value == 2)
  }

  @Test func `when the update throws, it is not entered`() {
    var wasEntered = false
    #expect(throws: CancellationError.self) {
      try withTestScope {
        $0.number = 2
        throw CancellationError()
      } operation: {
        wasEntered = true
      }
    }
    #expect(!wasEntered)
    #expect(InjectedValues.current.number == 1)
  }

  @Test func `many at the same time do not see each other`() async {
    let wrong = await withTaskGroup(of: Int.self) { group in
      for index in 0..<1_000 {
        group.addTask {
          await withTestScope {
            $0.number = index
          } operation: {
            var wrong = 0
            let object = InjectedValues.current.object
            for _ in 0..<3 {
              await Task.yield()
              if InjectedValues.current.number != index { wrong += 1 }
              if InjectedValues.current.object !== object { wrong += 1 }
              if object.number != index { wrong += 1 }
            }
            return wrong
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
}

// MARK: - Fixtures

private final class Object: Sendable {
  let number = InjectedValues.current.number
}

extension InjectedValues {
  @Injectable fileprivate var number: Int = 1
  @Injectable fileprivate var text: String = "default"
  @Injectable fileprivate var object: Object = Object()
  @Injectable(lifetime: .singleton) fileprivate var singleton: Object = Object()
  @Injectable(test: "test", preview: "preview") fileprivate var environment: String = "live"
}

private struct Holder: Sendable {
  @Injected(\.number) var number
}
