import Foundation
import TestSupport
import Testing

/// Runs the tests of `Fixtures.swift`, which fail on purpose, in a process of their own, and reads what
/// came of it.
///
/// On Linux, where the test bundle is an executable.
#if os(Linux)
  @Suite struct FixtureRunTests {
    @Test func `issues fail tests of Swift Testing, the right ones, at the right places`()
      async throws
    {
      let run = try await FixtureRun(
        "--testing-library",
        "swift-testing",
        "--filter",
        "FixtureTests"
      )
      #expect(run.status != 0)
      let issues = run.output.matches(
        of: /Test (?<test>.+) recorded an issue.* at Fixtures.swift:(?<line>\d+)/
      )
      // Swift Testing tells of an issue without a test more than once.
      let found = Set(issues.map { "\($0.output.test) \($0.output.line)" })
      let ofTrait = found.filter { $0.contains("closureThrows") }
      #expect(ofTrait.count == 1)
      #expect(
        found.subtracting(ofTrait) == [
          "unimplementedRead() 1000",
          "strict() 2000",
          "unused() 3000",
          "taskGroup() 4000",
          "detachedTask() 5000",
          "queue() 6000",
          "oneCase(_:) 7000",
          "withoutTask() 8000",
          "«unknown» 9000",
          "first() 10000",
        ]
      )
      #expect(
        run.output.contains("Test oneCase(_:) recorded an issue with 1 argument argument → \"odd\"")
      )
      #expect(run.output.contains("In what LateFixtureTests.first() started, after it had ended."))
      #expect(
        run.output.contains("In what FixtureTests.queue() started, on another task or thread.")
      )
      #expect(run.output.contains("Test passes() passed"))
      #expect(run.output.contains("LateFixtureTests have ended"))
      #expect(!run.output.contains("closureThrows ran"))
    }

    @Test func `issues fail test methods of XCTest, at the right places`() async throws {
      let run = try await FixtureRun("InjectionTestingTests.FixtureTestCase")
      #expect(run.status != 0)
      let issues = run.output.matches(
        of: /(?<file>\w+).swift:(?<line>\d+): error: FixtureTestCase.(?<test>\w+) :/
      )
      let found = issues.map { "\($0.output.test) \($0.output.file) \($0.output.line)" }
      let withoutLine = [
        "testScopeInBody Fixtures ", "testThrows InjectedTestCase ", "testUnused Values ",
      ]
      for start in withoutLine { #expect(found.count { $0.hasPrefix(start) } == 1) }
      #expect(
        found.filter { issue in !withoutLine.contains { issue.hasPrefix($0) } } == [
          "testAsync Fixtures 4000",
          "testDetachedTask Fixtures 5000",
          "testStrict Fixtures 2000",
          "testUnimplementedRead Fixtures 1000",
        ]
      )
      #expect(run.output.contains("'FixtureTestCase.testPasses' passed"))
      #expect(!run.output.contains("testThrows ran"))
      // What is too late for XCTest is not lost.
      #expect(run.output.contains("'FixtureTestCase.testZ2SeesTheOtherEnd' passed"))
      #expect(run.output.contains("Place:    Fixtures.swift:9000"))
      #expect(
        run.output.contains(
          "In what FixtureTestCase.testZ1StartsThread started, after it had ended."
        )
      )
    }

    @Test func `issues fail test methods that use no helper`() async throws {
      let run = try await FixtureRun("InjectionTestingTests.PlainFixtureTestCase")
      #expect(run.status != 0)
      #expect(run.output.contains("error: PlainFixtureTestCase.testProcess : "))
      #expect(run.output.contains(#/Fixtures.swift:\d+: error: PlainFixtureTestCase.testScope :/#))
      #expect(run.output.contains("Fixtures.swift:1000: error: PlainFixtureTestCase.testVerify : "))
      #expect(run.output.contains("Executed 3 tests, with 3 failures"))
    }
  }

  /// One run of this test bundle.
  private struct FixtureRun {
    let status: Int32
    let output: String

    init(_ arguments: String...) async throws {
      let process = try await ChildProcess.run(
        URL(fileURLWithPath: CommandLine.arguments[0]),
        arguments,
        environment: [Fixtures.variable: "1", "NO_COLOR": "1"]
      )
      self.status = process.status
      self.output = process.output + process.errorOutput
    }
  }
#endif
