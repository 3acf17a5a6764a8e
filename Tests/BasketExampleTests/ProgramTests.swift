import Foundation
import Injection
import InjectionEssentials
import InjectionTesting
import TestSupport
import Testing

@testable import BasketExample

// Runs the built program, as a user does.
@Suite struct ProgramTests {
  @Test(arguments: ["/", NSTemporaryDirectory()])
  func `prints the packaged articles, wherever it runs`(directory: String) async throws {
    let program = try await run([], in: URL(fileURLWithPath: directory))
    #expect(program.errorOutput == "")
    #expect(program.status == 0)
    let packaged = Basket()
    packaged.articles = try FileRepository(path: packagedArticles.path).getAll()
    #expect(packaged.articles.count > 1)
    #expect(try output(of: program) == "\(packaged)\n\n\(trialReport)\n")
  }

  @Test func `prints the articles of a file`() async throws {
    try await withFile(#"[{"name": "Tea", "cents": 250}, {"name": "Cup", "cents": 1450}]"#) {
      let program = try await run([$0.path])
      #expect(program.errorOutput == "")
      #expect(program.status == 0)
      #expect(
        try output(of: program) == """
          Basket
            Tea     2.50
            Cup    14.50
            Total  17.00

          \(trialReport)

          """
      )
    }
  }

  @Test func `takes a path relative to where it runs`() async throws {
    try await withFile("[]") {
      let directory = $0.deletingLastPathComponent()
      let program = try await run([$0.lastPathComponent], in: directory)
      #expect(program.errorOutput == "")
      #expect(program.status == 0)
      #expect(try output(of: program) == "Basket\n  Total  0.00\n\n\(trialReport)\n")
    }
  }

  @Test(arguments: [["--help"], ["-h"], ["articles.json", "--help"]])
  func `says how to use it`(arguments: [String]) async throws {
    let program = try await run(arguments)
    #expect(program.status == 0)
    #expect(program.output == Options.help + "\n")
    #expect(program.output.contains("USAGE: BasketExample"))
    #expect(program.errorOutput == "")
  }

  @Test(arguments: [
    (["--bogus"], #"unknown argument "--bogus" (--help says how to use this)"#),
    (["a", "b"], #"too many arguments: "b" is a second file (--help says how to use this)"#),
    ([""], "the file name is empty (--help says how to use this)"),
    (["no/such.json"], "no/such.json: there is no such file"),
    (["no/line\nbreak"], "no/line break: there is no such file"),
  ])
  func `refuses arguments in one line`(arguments: [String], problem: String) async throws {
    try await expectFailure(arguments, problem)
  }

  @Test func `refuses a directory`() async throws {
    try await withTemporaryDirectory {
      try await expectFailure([$0.path], "\($0.path): it is a directory, not a file")
    }
  }

  @Test func `refuses a path through a file`() async throws {
    try await withFile("[]") {
      let path = $0.path + "/articles.json"
      let program = try await run([path])
      #expect(program.status == 1)
      #expect(program.output == "")
      #expect(program.errorOutput.hasPrefix("BasketExample: \(path): it cannot be read: "))
      #expect(program.errorOutput.filter(\.isNewline).count == 1)
    }
  }

  @Test(.disabled(if: geteuid() == 0, "who may read everything cannot be refused"))
  func `refuses a file that it may not read`() async throws {
    try await withFile("[]") {
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: $0.path)
      try await expectFailure([$0.path], "\($0.path): there is no permission to read it")
    }
  }

  @Test(arguments: ["", "[", "articles", #"[{"name": "Tea", "cents": 250},,]"#])
  func `refuses what is not JSON`(text: String) async throws {
    try await withFile(text) {
      let program = try await run([$0.path])
      #expect(program.status == 1)
      #expect(program.output == "")
      #expect(program.errorOutput.hasPrefix("BasketExample: \($0.path): it is not JSON: "))
      #expect(program.errorOutput.filter(\.isNewline).count == 1)
    }
  }

  @Test(arguments: [
    ("7", "it must be a list of articles"),
    ("{}", "it must be a list of articles"),
    ("null", "it must be a list of articles"),
    ("[1]", #"article 1 must be an object with "name" and "cents""#),
    (#"[{"cents": 1}]"#, #"article 1, "name" is missing"#),
    (#"[{"name": "a", "cents": 1}, {"name": "b"}]"#, #"article 2, "cents" is missing"#),
    (#"[{"name": 1, "cents": 1}]"#, #"article 1, "name" must be a string"#),
    (#"[{"name": null, "cents": 1}]"#, #"article 1, "name" must be a string"#),
    (#"[{"name": "a", "cents": "1"}]"#, #"article 1, "cents" must be a whole number"#),
    (#"[{"name": "a", "cents": 1.5}]"#, badPrice),
    (#"[{"name": "a", "cents": -1}]"#, badPrice),
    (#"[{"name": "a", "cents": 1e30}]"#, badPrice),
    (#"[{"name": "a", "cents": 100000001}]"#, badPrice),
  ])
  func `refuses JSON of another shape, naming the place`(text: String, problem: String)
    async throws
  {
    try await withFile(text) { try await expectFailure([$0.path], "\($0.path): \(problem)") }
  }
}

// The built program's scopes work. Here they do not.
@Suite struct FailedTrialTests {
  @Test func `a trial that fails is an error, after it was printed`() async throws {
    await withTestScope {
      $0.repository = MockRepository(articles: [.cup])
      $0.date = .constant(.noon)
    } operation: {
      var output: [String] = []
      await #expect(throws: TrialFailed.self) {
        try await Program.run(trial: ScopeTrial(count: 3) { try await $1() }) { output.append($0) }
      }
      #expect(output.last?.contains("0 saw their own articles only, 3 saw others") == true)
    }
  }
}

// MARK: - Fixtures

private let badPrice = #"article 1, "cents" must be a whole number from 0 to 100000000"#

private let trialReport = """
  1000 scopes at once, each with a repository of its own
    1000 saw their own articles only, 0 saw others
    The scope outside was looked at 4 times and saw theirs 0 times
  """

private let packagedArticles = PackageDirectory.url
  .appendingPathComponent("Sources/BasketExample/articles.json")

private func run(_ arguments: [String], in directory: URL? = nil) async throws -> ChildProcess {
  let program = try await ChildProcess.run(
    BuildProducts.executable("BasketExample"),
    arguments,
    in: directory
  )
  #expect(!program.timedOut)
  return program
}

/// What the program printed, without the time at which it filled its basket, which is a moment ago.
private func output(of program: ChildProcess) throws -> String {
  let title = try #require(program.output.firstMatch(of: /^Basket, ([-:TZ0-9]+)\n/))
  let time = try Date(String(title.1), strategy: .iso8601)
  #expect((0..<300).contains(Date().timeIntervalSince(time)))
  return program.output.replacing(title.0, with: "Basket\n")
}

private func expectFailure(
  _ arguments: [String],
  _ problem: String,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let program = try await run(arguments)
  #expect(program.status == 1, sourceLocation: sourceLocation)
  #expect(program.output == "", sourceLocation: sourceLocation)
  #expect(program.errorOutput == "BasketExample: \(problem)\n", sourceLocation: sourceLocation)
}

private func withFile(_ text: String, _ operation: (URL) async throws -> Void) async throws {
  try await withTemporaryDirectory {
    let file = $0.appendingPathComponent("articles.json")
    try Data(text.utf8).write(to: file)
    try await operation(file)
  }
}
