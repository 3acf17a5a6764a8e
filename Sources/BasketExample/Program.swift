import Foundation
import Injection
import InjectionInspection

@main
struct Program {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let text = try await text(for: options)
      // Not `print`, which does not tell that a disk is full.
      try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
    } catch {
      let problem = (error as? Problem)?.description ?? error.localizedDescription
      let line = "BasketExample: \(problem.printable)\n"
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
      exit(1)
    }
  }

  private static func text(for options: Options) async throws -> String {
    if options.showsHelp { return Options.help }
    return try await withInjected(\.customer, "Ada") {
      guard let path = options.path else { return try await output(options) }
      return try await withInjected(\.articlesPath, path) { try await output(options) }
    }
  }

  private static func output(_ options: Options) async throws -> String {
    let controller = BasketViewController()
    let graph = try InjectionGraph.recording { try controller.loadArticles() }.graph
    var parts = options.explains ? ["\(InjectedValues.current.explain(\.repository))"] : []
    switch options.graph {
    case .mermaid: parts.append(graph.mermaid)
    case .dot: parts.append(graph.dot)
    case .text: parts.append(graph.text)
    case nil where !options.explains: parts = [controller.text, "", try await Scopes().report()]
    case nil: break
    }
    return parts.joined(separator: "\n")
  }
}
