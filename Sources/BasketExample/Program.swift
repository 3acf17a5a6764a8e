import Foundation
import Injection

@main
struct Program {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      guard !options.showsHelp else { return print(Options.help) }
      guard let path = options.path else { return try await run() }
      try await withInjected(\.articlesPath, path) { try await run() }
    } catch {
      fail("\(error)")
    }
  }

  static func run() async throws {
    let basket = Basket()
    try BasketService().addArticles(to: basket)
    print(basket)
    print()
    let outcome = try await ScopeTrial().run()
    print(outcome)
    guard outcome.isRight else { throw TrialFailed() }
  }

  /// Says on standard error, in one line, what is wrong.
  private static func fail(_ problem: String) -> Never {
    let line = problem.split(whereSeparator: \.isNewline).joined(separator: " ")
    FileHandle.standardError.write(Data("BasketExample: \(line)\n".utf8))
    exit(1)
  }
}

private struct TrialFailed: Error, CustomStringConvertible {
  var description: String { "a scope saw what it should not see" }
}
