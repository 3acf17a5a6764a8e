import Foundation
import TestSupport
import Testing

/// Runs the tests of `Fixtures.swift`, which fail on purpose, in a process of their own, and reads
/// what came of it.
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
          "plain() 11000",
          "bareOne() \(try Fixtures.line(of: "func bareOne"))",
          "bareTwo() \(try Fixtures.line(of: "func bareTwo"))",
        ]
      )
      #expect(
        run.output.contains("Test oneCase(_:) recorded an issue with 1 argument argument → \"odd\"")
      )
      // Each of them once, but for that of no test.
      #expect(issues.count { $0.output.test != "«unknown»" } == found.count - 1)
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
      // Where nobody knows the place, XCTest has a name for that.
      #expect(
        run.failures == [
          "testAsync InjectionTestingTests/Fixtures.swift:4000",
          "testBare <EXPR>:0",
          "testDetachedTask InjectionTestingTests/Fixtures.swift:5000",
          "testScopeInBody InjectionTestingTests/Fixtures.swift:8000",
          "testStrict InjectionTestingTests/Fixtures.swift:2000",
          "testSubscript InjectionTestingTests/Fixtures.swift:7000",
          "testThrows <EXPR>:0",
          "testUnimplementedRead InjectionTestingTests/Fixtures.swift:1000",
          "testUnused <EXPR>:0",
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

    @Test func `issues fail test methods that use no helper, each of them`() async throws {
      let run = try await FixtureRun("InjectionTestingTests.PlainFixtureTestCase")
      #expect(run.status != 0)
      #expect(
        run.failures == [
          "testProcess <EXPR>:0",
          "testProcessAgain <EXPR>:0",
          "testProcessWithPlace InjectionTestingTests/Fixtures.swift:5000",
          "testProcessWithPlaceAgain InjectionTestingTests/Fixtures.swift:5000",
          "testScope InjectionTestingTests/Fixtures.swift:2000",
          "testScopeNamed InjectionTestingTests/Fixtures.swift:3000",
          "testUnused InjectionTestingTests/Fixtures.swift:4000",
          "testVerify InjectionTestingTests/Fixtures.swift:1000",
        ]
      )
      #expect(run.output.contains("\n\nIn the scope \"mine\".\n"))
    }

    @Test func `issues fail test methods that open the scope themselves`() async throws {
      let run = try await FixtureRun("InjectionTestingTests.OtherBaseFixtureTestCase")
      #expect(run.status != 0)
      #expect(
        run.failures == [
          "testBareAndUnused InjectionTestingTests/Fixtures.swift:6000",
          "testBareAndUnused InjectionTestingTests/Fixtures.swift:6000",
        ]
      )
    }
  }

  extension Fixtures {
    /// Where a test's attribute stands, which is its place: the line before that of its function,
    /// or the same.
    fileprivate static func line(of text: String) throws -> Int {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures.swift")
      let lines = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      let index = try #require(lines.firstIndex { $0.contains(text) })
      return lines[index].contains("@Test") ? index + 1 : index
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

    /// Of XCTest: the methods that failed, with the places that it names.
    var failures: [String] {
      output.matches(of: /(?m)^(?<place>\S+:\d+): error: \w+\.(?<test>\w+) :/)
        .map { "\($0.output.test) \($0.output.place)" }
    }
  }
#endif
