import Foundation
import Injection
import InjectionInspection

@main
struct Program {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      guard !options.showsHelp else { return print(Options.help) }
      guard let path = options.path else { return try await run(options) }
      try await withInjected(\.articlesPath, path) { try await run(options) }
    } catch {
      fail("\(error)")
    }
  }

  private static func run(_ options: Options) async throws {
    if options.explains || options.graph != nil {
      try inspect(options)
    } else {
      try await run()
    }
  }

  /// Fills a basket, and prints what that had to do with injection.
  private static func inspect(_ options: Options) throws {
    let graph = try InjectionGraph.recording { try BasketViewController().loadArticles() }.graph
    if options.explains { print(InjectedValues.current.explain(\.repository)) }
    switch options.graph {
    case .mermaid: print(graph.mermaid)
    case .dot: print(graph.dot)
    case .text: print(graph.text)
    case nil: break
    }
  }

  /// Prints a basket, then tries scopes.
  ///
  /// Nothing is printed before the repository was asked: if that fails, standard output stays
  /// empty.
  static func run(
    trial: ScopeTrial = ScopeTrial(),
    print: (String) -> Void = { print($0) }
  ) async throws {
    let controller = BasketViewController()
    try controller.loadArticles()
    print("\(controller.text)\n")
    let outcome = try await trial.run()
    print("\(outcome)")
    guard outcome.isRight else { throw TrialFailed() }
  }

  /// Says on standard error, in one line, what is wrong.
  private static func fail(_ problem: String) -> Never {
    let line = problem.split(whereSeparator: \.isNewline).joined(separator: " ")
    FileHandle.standardError.write(Data("BasketExample: \(line)\n".utf8))
    exit(1)
  }
}

/// A scope saw what it should not see.
struct TrialFailed: Error, CustomStringConvertible {
  var description: String { "a scope saw what it should not see" }
}
