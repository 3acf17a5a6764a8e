import Foundation
import TestSupport
import Testing

@testable import BasketExample

// Runs the built program.
struct ProgramTests {
  @Test func `the packaged articles are printed, wherever the program runs`() async throws {
    let basket = Basket()
    basket.articles = try FileRepository(path: packagedArticles.path).getAll()
    #expect(basket.articles.count > 1)
    let output = try await outputOfBasket([], in: FileManager.default.temporaryDirectory)
    basket.customer = "Ada"
    #expect(output == "\(basket)\n\n\(scopes)\n")
  }

  @Test(arguments: [
    (["articles.json", "--help"], Options.help),
    (["--graph=text"], "repository: any Repository\n  RepositoryKey, scoped, built once"),
    (["--graph", "dot"], "  k_repository -> k_articlesPath\n"),
    (["--graph=mermaid"], "flowchart LR\n"),
    (["--explain"], "repository: FileRepository (default, kept by the process)\n"),
    (["--explain"], "\n└─ articlesPath: String (default, kept by the process)\n"),
    (["--explain", packagedArticles.path], "(default, kept by the scope at Program.swift:"),
  ])
  func `options print other things`(arguments: [String], part: String) async throws {
    let program = try await runBasket(arguments)
    #expect(program.status == 0 && program.errorOutput == "")
    #expect(program.output.contains(part), "\(program.output)")
  }

  @Test func `a missing file is refused in one line`() async throws {
    let line = try await refusal(of: ["no/line\nbreak\u{1B}[1m"])
    #expect(line.hasPrefix(#"no/line\nbreak\u{1B}[1m: "#))
  }

  @Test(arguments: [
    ("", "it is not JSON"),
    ("null", "the list of articles is of the wrong type: "),
    ("[1]", "article 1 is of the wrong type: "),
    (#"[{"name": "a", "cents": 1}, {"name": "b"}]"#, #"article 2, "cents" is missing"#),
    (#"[{"name": "a", "cents": "1"}]"#, #"article 1, "cents" is of the wrong type: "#),
    (#"[{"name": "a", "cents": -1}]"#, badPrice),
    (#"[{"name": "a", "cents": 100000001}]"#, badPrice),
  ])
  func `a file of no use is refused, naming the place`(text: String, problem: String) async throws {
    try await withFile(text) {
      let line = try await refusal(of: [$0.path])
      #expect(line.hasPrefix("\($0.path): \(problem)"), "\(line)")
    }
  }
}

// MARK: - Fixtures

private let badPrice = #"article 1, "cents" must be a whole number from 0 to 100000000"#

private let scopes = """
  1000 scopes, each with a customer and a repository of its own
    1000 filled their own baskets only
    Outside of them, the articles are the same as before
  """

private let packagedArticles = PackageDirectory.url
  .appendingPathComponent("Sources/BasketExample/articles.json")

private func runBasket(_ arguments: [String], in directory: URL? = nil) async throws -> ChildProcess
{
  let executable = BuildProducts.executable("BasketExample")
  return try await ChildProcess.run(executable, arguments, in: directory)
}

/// The program's output, without the time.
private func outputOfBasket(_ arguments: [String], in directory: URL) async throws -> String {
  let program = try await runBasket(arguments, in: directory)
  #expect(program.status == 0 && program.errorOutput == "")
  return program.output.replacing(/, [-:TZ0-9]+\n/, with: "\n")
}

/// The one line of the program's error about its arguments, without its name.
private func refusal(of arguments: [String]) async throws -> String {
  let program = try await runBasket(arguments)
  #expect(program.status == 1 && program.output == "")
  return String(try #require(program.errorOutput.wholeMatch(of: /BasketExample: (.*)\n/)).1)
}

private func withFile(_ text: String, _ operation: (URL) async throws -> Void) async throws {
  try await withTemporaryDirectory {
    let file = $0.appendingPathComponent("articles.json")
    try Data(text.utf8).write(to: file)
    try await operation(file)
  }
}
