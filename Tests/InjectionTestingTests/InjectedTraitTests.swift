import Injection
import InjectionTesting
import TestSupport
import Testing

struct InjectedTraitTests {
  @Test(.injected(\.label, "mine"))
  func `a trait's override reaches what is built from it`() {
    #expect(InjectedValues.current.label == "mine")
    #expect(InjectedValues.current.report.title == "Report on mine")
    #expect(InjectedValues.current.context == .test)
    #expect(withTestScope { InjectedValues.current.label } == "test")
  }

  // The second one is asynchronous, and reads what the first one set.
  @Test(
    .injected(\.label, "first"),
    .injected {
      await Task.yield()
      $0.config.timeout = 1
      $0.label += ", second"
    }
  )
  func `traits of a test apply in their order and see each other`() {
    #expect(InjectedValues.current.config.timeout == 1)
    #expect(InjectedValues.current.config.retries == 3)
    withInjected(\.label, "inner") {
      #expect(InjectedValues.current.archive.title == "Report on first, second")
    }
  }

  @Test func `a closure that throws fails the test, and the body does not run`() async {
    let trait = InjectedTrait.injected { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await trait.provideScope(for: Test.current!, testCase: .current) {
        Issue.record("It must not run.")
      }
    }
  }
}

/// The body of an exit test is another process.
@Suite(.injected { ($0.label, $0.payment) = ("suite", "suite") }) struct ExitTestTests {
  @Test func `an exit test sees nothing of the trait, and opens a scope of its own`() async {
    await #expect(processExitsWith: .success) {
      precondition(InjectedValues.current.label == "test")
      withTestScope(options: [.strict, .failOnUnusedOverrides]) {
        $0.payment = "own"
      } operation: {
        precondition(InjectedValues.current.payment == "own")
      }
    }
  }

  @Test func `what is missing in an exit test says so`() async {
    await withKnownIssue {
      await #expect(processExitsWith: .success) { _ = InjectedValues.current.payment }
    } matching: {
      "\($0)".contains(
        "- Override it in the body of the exit test, which runs in another process without "
          + "the test's values: withTestScope { $0.payment = … } operation: { … }."
      )
    }
  }
}

@Suite(
  .injected {
    $0.label = "suite"
    $0.note = "suite"
  },
  // A counter that was used before would have a higher value.
  .injected { $0.counter.increment() }
)
struct InjectedSuiteTests {
  private let seenByInit = InjectedValues.current.counter
  private let labelSeenByInit = InjectedValues.current.label

  @Test(.injected(\.label, "test"))
  func `a test's override wins over its suite's, and a scope in the body over both`() {
    #expect(InjectedValues.current.label == "test" && InjectedValues.current.note == "suite")
    withInjected(\.label, "body") {
      #expect(InjectedValues.current.label == "body")
      #expect(InjectedValues.current.report.title == "Report on body")
      #expect(InjectedValues.current.archive.title == "Report on test")
    }
  }

  @Test(.injected(\.label, "test"))
  func `the suite's init and the body see the same values`() {
    #expect(labelSeenByInit == "test" && seenByInit === InjectedValues.current.counter)
  }

  // A second run for this case or another case's counter would change the value.
  @Test(.injected(\.note, "test"), arguments: 0..<50)
  func `a closure runs once for each case`(_: Int) {
    #expect(InjectedValues.current.counter.increment() == 2)
  }

  @Suite(.injected { $0.label += ", nested" })
  struct Nested {
    @Test func `an issue without a place is the test's`() {
      withKnownIssue {
        _ = InjectedValues.current.payment
      } matching: { issue in
        let text = issue.comments.map(\.rawValue).joined()
        return issue.sourceLocation == Test.current?.sourceLocation
          && text.contains("Declared at: Values.swift:\(InjectedValues.paymentLine)")
      }
    }

    @Test func `an issue in a file without a path is at the test's line`() {
      withKnownIssue {
        _ = Injected(\.payment, fileID: "App/App.swift", line: 3)()
      } matching: { issue in
        let text = issue.comments.map(\.rawValue).joined()
        return issue.sourceLocation == Test.current?.sourceLocation
          && text.contains("Read at: App.swift:3")
      }
    }

    @Test func `an issue in a file that opens a test's scope has its path`() {
      withKnownIssue {
        withTestScope(
          options: .failOnUnusedOverrides,
          { $0.label = "unread" },
          operation: {},
          fileID: "Helpers/Helpers.swift",
          filePath: "/path/Helpers.swift",
          line: 3
        )
      } matching: { issue in
        let location = issue.sourceLocation
        return location?.filePath == "/path/Helpers.swift" && location?.line == 3
      }
    }

    @Test(.injected { $0.label += ", test" })
    func `a nested suite and a test in it add to the outer one`() {
      #expect(InjectedValues.current.label == "suite, nested, test")
      #expect(InjectedValues.current.archive.title == "Report on suite, nested, test")
    }
  }
}
