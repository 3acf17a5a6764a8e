import Foundation
import TestSupport
import Testing

@testable import BasketExample

// What the built program says of itself.
struct InspectionTests {
  // R7: the repository of another file is the scope's that names the file.
  @Test func `--explain explains the repository of a file`() async throws {
    let file = PackageDirectory.url.appendingPathComponent("Sources/BasketExample/Program.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let before = source.components(separatedBy: "withInjected(\\.articlesPath")[0]
    let line = 1 + before.count(where: \.isNewline)
    #expect(
      try await output(["--explain", packagedArticles.path]) == """
        repository: FileRepository (default, kept by the scope at Program.swift:\(line))
        └─ articlesPath: String (overridden at Program.swift:\(line))

        """
    )
  }

  @Test func `--graph prints the graph as text`() async throws {
    #expect(
      try await output(["--graph", "text"]) == """
        articlesPath: String
          ArticlesPathKey, scoped, built once, kept by the process
        date: DateGenerator
          DateKey, scoped, built once, kept by the process
        repository: any Repository
          RepositoryKey, scoped, built once, kept by the process
          reads articlesPath
        service: BasketService
          ServiceKey, scoped, built once, kept by the process
          reads date later
          reads repository later

        """
    )
  }

  @Test func `--graph prints the graph as DOT`() async throws {
    let graph = try await output(["--graph", "dot"])
    #expect(graph.hasPrefix("digraph Injection {\n"))
    #expect(graph.contains("  k_repository -> k_articlesPath\n"))
    #expect(graph.contains("  k_service -> k_repository [style=dashed]\n"))
  }
}

// MARK: - Fixtures

private func output(_ arguments: [String]) async throws -> String {
  let program = try await runBasket(arguments)
  #expect(program.status == 0)
  #expect(program.errorOutput == "")
  return program.output
}
