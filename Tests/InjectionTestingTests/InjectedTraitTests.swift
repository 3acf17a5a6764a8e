import Injection
import InjectionTesting
import Synchronization
import Testing

@Suite struct InjectedTraitTests {
  @Test(.injected(\.label, "mine"))
  func `a trait replaces a value for its test`() {
    #expect(InjectedValues.current.label == "mine")
    #expect(InjectedValues.current.context == .test)
  }

  @Test(.injected())
  func `without an override, the default is the key's test value`() {
    #expect(InjectedValues.current.label == "test")  // R14
  }

  @Test(.injected(\.config.timeout, 1))
  func `a trait replaces a member alone`() {
    #expect(InjectedValues.current.config == Config(timeout: 1, retries: 3))  // R6
  }

  @Test(.injected(\.label, "first"), .injected { $0.label += ", second" })
  func `traits of a test apply in their order and see each other`() {
    #expect(InjectedValues.current.label == "first, second")
  }

  @Test(
    .injected { values in
      await Task.yield()
      values.label = "later"
    }
  )
  func `a closure may suspend`() {
    #expect(InjectedValues.current.label == "later")
  }

  // R7
  @Test(.injected(\.label, "mine"))
  func `an override reaches what is built from it`() {
    #expect(InjectedValues.current.report.title == "Report on mine")
  }

  // R11. The closure reads before it writes, so its values are in two scopes.
  @Test(
    .injected {
      $0.config.timeout = 1
      $0.label = "mine"
    }
  )
  func `a singleton sees the overrides of a closure that reads`() {
    #expect(InjectedValues.current.config.timeout == 1)
    withInjected(\.label, "inner") {
      #expect(InjectedValues.current.archive.title == "Report on mine")
    }
  }

  @Test func `a closure that throws fails the test, and the body does not run`() async throws {
    let trait = InjectedTrait.injected { _ in throw Refusal() }
    let hasRun = Mutex(false)
    await #expect(throws: Refusal.self) {
      try await trait.provideScope(for: Test.current!, testCase: .current) {
        hasRun.withLock { $0 = true }
      }
    }
    #expect(!hasRun.withLock { $0 })
  }

  @Test(.injected(\.label, "outer"))
  func `a trait that another trait applies comes on top`() async throws {
    let inner = InjectedTrait.injected { $0.label += ", inner" }
    try await inner.provideScope(for: Test.current!, testCase: .current) {
      #expect(InjectedValues.current.label == "outer, inner")
      #expect(InjectedValues.current.archive.title == "Report on outer, inner")
    }
    #expect(InjectedValues.current.label == "outer")
  }
}

// R15
@Suite(
  .injected {
    $0.label = "suite"
    $0.note = "suite"
  },
  .injected { $0.counter = .counting($0.counter) }
)
struct InjectedSuiteTests {
  private let seenByInit = InjectedValues.current.counter
  private let labelSeenByInit = InjectedValues.current.label

  @Test func `a suite's override is seen in its tests`() {
    #expect(InjectedValues.current.label == "suite")
  }

  @Test(.injected(\.label, "test"))
  func `a test's override wins over its suite's`() {
    #expect(InjectedValues.current.label == "test")
    #expect(InjectedValues.current.note == "suite")
  }

  @Test(.injected(\.label, "test"))
  func `a scope in the body wins over both`() {
    withInjected(\.label, "body") {
      #expect(InjectedValues.current.label == "body")
      #expect(InjectedValues.current.report.title == "Report on body")
    }
  }

  // R11
  @Test(.injected(\.label, "test"))
  func `a singleton sees the test's override and the suite's`() {
    #expect(InjectedValues.current.archive.title == "Report on test")
  }

  @Test(.injected(\.label, "test"))
  func `the suite's init and the body see the same values`() {
    #expect(labelSeenByInit == "test")
    #expect(seenByInit === InjectedValues.current.counter)
  }

  // The suite's closure increments: a second run for this case would show, and so would another
  // case's mock.
  @Test(.injected(\.note, "test"), arguments: 0..<50)
  func `a closure runs once for each case`(_: Int) {
    #expect(InjectedValues.current.counter.count == 1)
    InjectedValues.current.counter.increment()
  }

  @Suite(.injected { $0.label += ", nested" })
  struct Nested {
    @Test func `a nested suite adds to the outer one`() {
      #expect(InjectedValues.current.label == "suite, nested")
    }

    @Test(.injected { $0.label += ", test" })
    func `a test in it adds to both`() {
      #expect(InjectedValues.current.label == "suite, nested, test")
      #expect(InjectedValues.current.archive.title == "Report on suite, nested, test")
    }
  }

  @Suite(.serialized) struct Serialized {
    @Test(.injected { $0.label += ", test" }, arguments: 0..<5)
    func `a serialised suite is isolated too`(_: Int) {
      #expect(InjectedValues.current.label == "suite, test")
      #expect(InjectedValues.current.counter.increment() == 2)
    }
  }
}

// R15, for state that a default has.
@Suite(.injected(), .serialized)
struct FreshDefaultTests {
  @Test func `a default is fresh in a test`() {
    #expect(InjectedValues.current.counter.increment() == 1)
  }

  @Test func `a default is fresh in the next test`() {
    #expect(InjectedValues.current.counter.increment() == 1)
  }

  @Test(arguments: 0..<5)
  func `a default is fresh in each case`(_: Int) {
    #expect(InjectedValues.current.counter.increment() == 1)
    #expect(InjectedValues.current.counter.increment() == 2)
  }

  @Suite struct Other {
    @Test func `a default is fresh in another suite`() {
      #expect(InjectedValues.current.counter.increment() == 1)
    }
  }

  @Test(.injected(\.counter, Counter()), arguments: 0..<5)
  func `a trait's value is made for each case`(_: Int) {
    #expect(InjectedValues.current.counter.increment() == 1)
  }
}

private struct Refusal: Error {}

extension Counter {
  /// A counter that stands at one, and none that was counted before.
  fileprivate static func counting(_ counter: Counter) -> Counter {
    counter.increment()
    return counter
  }
}
