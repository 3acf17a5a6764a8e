import Foundation
import Injection
import InjectionEssentials
import TestSupport
import Testing

@testable import BasketExample

// Runs the built program, as a user does.
struct ProgramTests {
  @Test(arguments: ["/", NSTemporaryDirectory()])
  func `the program prints the packaged articles, wherever it runs`(directory: String) async throws
  {
    let packaged = Basket()
    packaged.articles = try FileRepository(path: packagedArticles.path).getAll()
    #expect(packaged.articles.count > 1)
    let output = try await outputOfBasket([], in: URL(fileURLWithPath: directory))
    #expect(output == "\(packaged)\n\n\(trialReport)\n")
  }

  @Test func `the program prints the articles of a file, whose path may be relative`() async throws
  {
    try await withFile(#"[{"name": "Tea", "cents": 250}, {"name": "Cup", "cents": 1450}]"#) {
      let output = try await outputOfBasket([$0.path])
      #expect(
        output == """
          Basket
            Tea     2.50
            Cup    14.50
            Total  17.00

          \(trialReport)

          """
      )
      let directory = $0.deletingLastPathComponent()
      #expect(try await outputOfBasket([$0.lastPathComponent], in: directory) == output)
    }
  }

  @Test func `the program says how to use it`() async throws {
    let program = try await runBasket(["articles.json", "--help"])
    #expect(program.status == 0)
    #expect(program.output == Options.help + "\n")
    #expect(program.output.contains("USAGE: BasketExample"))
    #expect(program.errorOutput == "")
  }

  @Test(arguments: [
    (["--bogus"], #"unknown argument "--bogus" (--help says how to use this)"#),
    (["no/such.json"], "no/such.json: there is no such file"),
    (["no/line\nbreak"], "no/line break: there is no such file"),
  ])
  func `the program refuses arguments in one line`(arguments: [String], problem: String)
    async throws
  {
    #expect(try await refusal(of: arguments) == problem)
  }

  @Test func `the program refuses a directory, and a path through a file`() async throws {
    try await withFile("[]") {
      let directory = $0.deletingLastPathComponent().path
      let line = try await refusal(of: [directory])
      #expect(line == "\(directory): it is a directory, not a file")
      let path = $0.path + "/articles.json"
      #expect(try await refusal(of: [path]).hasPrefix("\(path): it cannot be read: "))
    }
  }

  @Test(.disabled(if: geteuid() == 0, "who may read everything cannot be refused"))
  func `the program refuses a file that it may not read`() async throws {
    try await withFile("[]") {
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: $0.path)
      let line = try await refusal(of: [$0.path])
      #expect(line == "\($0.path): there is no permission to read it")
    }
  }

  @Test(arguments: ["", "[", "articles", #"[{"name": "Tea", "cents": 250},,]"#])
  func `the program refuses what is not JSON`(text: String) async throws {
    try await withFile(text) {
      let line = try await refusal(of: [$0.path])
      #expect(line.hasPrefix("\($0.path): it is not JSON: "))
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
  func `the program refuses JSON of another shape, naming the place`(text: String, problem: String)
    async throws
  {
    try await withFile(text) {
      let line = try await refusal(of: [$0.path])
      #expect(line == "\($0.path): \(problem)")
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

let packagedArticles = PackageDirectory.url
  .appendingPathComponent("Sources/BasketExample/articles.json")

func runBasket(_ arguments: [String], in directory: URL? = nil) async throws -> ChildProcess {
  let executable = BuildProducts.executable("BasketExample")
  let program = try await ChildProcess.run(executable, arguments, in: directory)
  #expect(!program.timedOut)
  return program
}

/// What the program printed, without the time at which it filled its basket, which is a moment ago.
private func outputOfBasket(_ arguments: [String], in directory: URL? = nil) async throws -> String
{
  let program = try await runBasket(arguments, in: directory)
  #expect(program.errorOutput == "")
  #expect(program.status == 0)
  let title = try #require(program.output.firstMatch(of: /^Basket, ([-:TZ0-9]+)\n/))
  let time = try Date(String(title.1), strategy: .iso8601)
  #expect((0..<300).contains(Date().timeIntervalSince(time)))
  return program.output.replacing(title.0, with: "Basket\n")
}

/// The one line that the program refused its arguments with, without its name.
private func refusal(of arguments: [String]) async throws -> String {
  let program = try await runBasket(arguments)
  #expect(program.status == 1)
  #expect(program.output == "")
  return String(try #require(program.errorOutput.wholeMatch(of: /BasketExample: (.*)\n/)).1)
}

private func withFile(_ text: String, _ operation: (URL) async throws -> Void) async throws {
  try await withTemporaryDirectory {
    let file = $0.appendingPathComponent("articles.json")
    try Data(text.utf8).write(to: file)
    try await operation(file)
  }
}
