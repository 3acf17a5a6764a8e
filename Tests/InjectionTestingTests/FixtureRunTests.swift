import Foundation
import Injection
import TestSupport
import Testing

/// Runs the tests of `Fixtures.swift`, which fail on purpose, in another process, and reads the
/// results.
///
/// Only on Linux, where the test bundle is an executable.
#if os(Linux)
  struct FixtureRunTests {
    @Test func `issues fail tests of Swift Testing at their places`() async throws {
      let run = try await FixtureRun("--testing-library swift-testing --filter FixtureTests")
      #expect(run.status != 0)
      let issues = run.output.matches(
        of: /Test (?<test>.+) recorded an issue.* at (Fixtures|Values).swift:(?<line>\d+)/
      )
      // Swift Testing reports an issue without a test more than once.
      let found = Set(issues.map { "\($0.output.test) \($0.output.line)" })
      #expect(
        found == [
          "strict() 2000",
          "unused() 3000",
          "queue() 6000",
          "oneCase(_:) 7000",
          "filteredInside() 15000",
          "«unknown» 9000",
          "first() 10000",
          "afterKnownIssue() 12000",
          "plainAfterKnownIssue() 13000",
          "«unknown» 14000",
          "«unknown» \(Mail.line)",
          "bareOne() \(PlainFixtureTests.lineOfBareOne)",
          "bareTwo() \(PlainFixtureTests.lineOfBareTwo)",
          "«unknown» 18000",
          "«unknown» 19000",
        ]
      )
      // Each issue appears once, except that without a test.
      #expect(issues.count { $0.output.test != "«unknown»" } == found.count - 5)
      run.expectOutput(
        "Test oneCase(_:) recorded an issue with 1 argument argument → \"odd\"",
        "In code that LateFixtureTests.first() started, after it had ended.",
        "In code that FixtureTests.queue() started, on another task or thread.",
        "Fixtures.swift:14000\n  \n  To fix this:\n  - If the test overrides it, this code runs outside",
        "Fixtures.swift:13000\n  \n  To fix this:\n  - Override it for the test",
        "$0.mail.send = { … } }), in XCTest values.mail.send = { … } in inject(into:) of an InjectedTestCase, or",
        "Test passes() passed",
        "LateFixtureTests have ended"
      )
      // What no test is known for is written, too: each once.
      #expect(
        run.written
          == ["9000", "14000", "16000", "17000", "18000", "19000", "\(Mail.line)"].sorted()
      )
      #expect(
        run.output.contains(/:18000\n(.*\n){3,9}.*While these tests ran: .*NamedFixtureTests.known/)
      )
      #expect(
        run.output.contains(
          /:19000\n(.*\n){3,9}.*Tests without a trait that .*NamedFixtureTests.plain/
        )
      )
    }

    @Test func `issues fail test methods of XCTest at their places`() async throws {
      let classes = [
        "FixtureTestCase", "PlainFixtureTestCase", "OtherBaseFixtureTestCase",
        "DerivedFixtureTestCase", "StoppingFixtureTestCase",
        "EarlyEndFixtureTestCase",
      ]
      let payment = "InjectionTestingTests/Values.swift:\(InjectedValues.paymentLine)"
      let run = try await FixtureRun(
        classes.map { "InjectionTestingTests.\($0)" }.joined(separator: ",")
      )
      #expect(run.status != 0)
      // Where the place is unknown, it is that of the declaration; and of an error, XCTest has a
      // name for that.
      #expect(
        run.failures
          == [
            "EarlyEndFixtureTestCase.testFails \(EarlyEndFixtureTestCase.placeOfFailure)",
            "EarlyEndFixtureTestCase.testIssueIsNoEnd <EXPR>:0",
            "EarlyEndFixtureTestCase.testIssueIsNoEnd InjectionTestingTests/Fixtures.swift:11000",
            "EarlyEndFixtureTestCase.testThrows <EXPR>:0",
            "FixtureTestCase.testDetachedTask InjectionTestingTests/Fixtures.swift:5000",
            "FixtureTestCase.testFunction InjectionTestingTests/Values.swift:\(Mail.line)",
            "FixtureTestCase.testLeak InjectionTestingTests/Fixtures.swift:10000",
            "FixtureTestCase.testStrict InjectionTestingTests/Fixtures.swift:2000",
            "FixtureTestCase.testThrows <EXPR>:0",
            "FixtureTestCase.testThrows InjectionTestingTests/Fixtures.swift:12000",
            "FixtureTestCase.testUnimplementedRead InjectionTestingTests/Fixtures.swift:1000",
            "FixtureTestCase.testUnused <EXPR>:0",
            "OtherBaseFixtureTestCase.testBareAndUnused \(Fixtures.path):6000",
            "OtherBaseFixtureTestCase.testBareAndUnused \(Fixtures.path):6000",
            "PlainFixtureTestCase.testProcess \(payment)",
            "PlainFixtureTestCase.testProcess \(payment)",
            "PlainFixtureTestCase.testProcess \(payment)",
            "PlainFixtureTestCase.testProcessAgain \(payment)",
            "PlainFixtureTestCase.testScopeNamed \(Fixtures.path):3000",
            "PlainFixtureTestCase.testUnused \(Fixtures.path):4000",
            "PlainFixtureTestCase.testVerify \(Fixtures.path):1000",
            "StoppingFixtureTestCase.testStops \(payment)",
          ].sorted()
      )
      #expect(!run.output.contains("testThrows ran"))
      #expect(!run.output.contains("In code that OtherBaseFixtureTestCase.testBareAndUnused"))
      #expect(run.written == ["14000", "8000", "9000"])
      run.expectOutput(
        "'FixtureTestCase.testPasses' passed",
        "'DerivedFixtureTestCase.testReadsBoth' passed",
        "recorded while continuing: true\n",
        "continues afterwards: false\n",
        "\n  Overridden in: inject(into:)\n",
        "\n\nIn the scope \"mine\".\n",
        "Read at: Fixtures.swift:1000\n\nTo fix this:\n"
          + "- Override it for the test: values.payment = … in inject(into:) or withTestScope, or",
        "- Override it for the test: values.counter = … in inject(into:) or withTestScope.\n",
        "- Set the function for the test: values.mail.send = { … } in inject(into:) or",
        "- Override it for the test: @Test(.injected(\\.payment, …)), in XCTest values.payment = … in",
        // An issue that is too late for XCTest isn't lost.
        "'FixtureTestCase.testZ2SeesTheOtherEnd' passed",
        "Read at: Fixtures.swift:9000",
        "In code that FixtureTestCase.testZ1StartsThread started, after it had ended.",
        "'PlainFixtureTestCase.testZ2SeesTheOtherEnd' passed",
        "In code that PlainFixtureTestCase.testZ1StartsThread started, after it had ended."
      )
    }
  }

  /// Test methods in no container of their own, in a process whose values were set before.
  struct HostedRunTests {
    @Test func `methods see the process's values, and one that sets them fails`() async throws {
      let run = try await FixtureRun("InjectionTestingTests.HostedFixtureTestCase")
      let place = "InjectionTestingTests/Fixtures.swift:13000"
      #expect(run.failures == ["HostedFixtureTestCase.testStartsTheAppAgain \(place)"])
      run.expectOutput("in XCTest App.values(&values) in inject(into:)", "Executed 3 tests")
    }
  }

  /// The same issues in a program that runs no tests: this test bundle by another name.
  struct ProgramRunTests {
    @Test func `what no test can tell goes to standard error`() async throws {
      let run = try await FixtureRun(
        "InjectionTestingTests.ProgramFixtureTestCase",
        asProgram: true
      )
      #expect(run.status == 0 && run.failures == [])
      run.expectOutput(
        "A value without an implementation was read.\n\n  Property: \\.payment",
        "Fixtures.swift:1000\n\nTo fix this:\n"
          + "- Override it for the test: withTestScope { $0.payment = … } operation: { … }, or in",
        "A strict test read a live default.\n\n  Property: \\.counter",
        "An override was never read.\n\n  Property: \\.note",
        "A scope still exists after its test has ended.\n\n  Opened at: Fixtures.swift:4000",
        "In the scope \"program\".",
        "\nverified\n"
      )
    }

    @Test func `a verification that fails ends it with an error`() async throws {
      let run = try await FixtureRun(
        "InjectionTestingTests.VerifyingProgramFixtureTestCase",
        asProgram: true
      )
      #expect(run.status != 0 && !run.output.contains("went on"))
      run.expectOutput(
        "Fixtures.swift:5000: Fatal error: Not all properties build in a test: 1 of 2 do not.",
        "\n\n\\.chicken:\n"
      )
    }
  }

  /// One run of this test bundle.
  private struct FixtureRun {
    let status: Int32
    let output: String
    let errorOutput: String

    /// - Parameter asProgram: Whether the bundle runs by a name that isn't one of tests.
    init(_ arguments: String, asProgram: Bool = false) async throws {
      let bundle = URL(fileURLWithPath: CommandLine.arguments[0])
      let process = try await withTemporaryDirectory { directory in
        let program = directory.appendingPathComponent("program")
        try FileManager.default.createSymbolicLink(at: program, withDestinationURL: bundle)
        return try await ChildProcess.run(
          asProgram ? program : bundle,
          arguments.split(separator: " ").map(String.init),
          environment: [Fixtures.variable: "1", "NO_COLOR": "1"]
        )
      }
      self.status = process.status
      self.output = process.output + process.errorOutput
      self.errorOutput = process.errorOutput
    }

    func expectOutput(_ texts: String...) { for text in texts { #expect(output.contains(text)) } }

    /// The lines of issues that were written to standard error by this library, in order.
    var written: [String] {
      errorOutput.matches(
        of: /(?m)^A [^:\n]+\.\n\n(  .*\n)*?  (Read|Declared) at: \w+.swift:(?<line>\d+)/
      )
      .map { String($0.output.line) }.sorted()
    }

    /// The failed XCTest methods, with their places, in order.
    var failures: [String] {
      output.matches(of: /(?m)^(?<place>\S+:\d+): error: (?<test>\w+\.\w+) :/)
        .map { "\($0.output.test) \($0.output.place)" }.sorted()
    }
  }
#endif
