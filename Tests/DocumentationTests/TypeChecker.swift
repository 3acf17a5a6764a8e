import Foundation
import TestSupport

/// Compiles snippets against the modules of the running build, without making code.
enum TypeChecker {
  /// Something that the compiler refuses.
  struct Problem: Hashable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
  }

  /// Why the compiler could not be asked.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Compiles all snippets at once: as a module, with a file for each.
  static func check(_ snippets: [Snippet]) async throws -> [Problem] {
    try await withTemporaryDirectory { directory in
      var files: [String] = []
      for (index, snippet) in snippets.enumerated() {
        let file = directory.appendingPathComponent("Snippet\(index).swift")
        try Data(snippet.source.utf8).write(to: file)
        files.append(file.path)
      }
      let compiler = try await ChildProcess.run(
        Toolchain.tool("swiftc"),
        MacroPlugin.compilerOptions + [
          "-typecheck", "-parse-as-library", "-whole-module-optimization",
          "-module-name", "Snippets", "-swift-version", "6", "-suppress-warnings",
          "-package-description-version", "6.2",
          "-I", BuildProducts.directory.appendingPathComponent("Modules").path,
          "-I", Toolchain.directory.appendingPathComponent("lib/swift/pm/ManifestAPI").path,
        ] + files,
        // The paths in `#sourceLocation` stay what they are in no other folder than this.
        in: PackageDirectory.url,
        atMost: 300
      )
      let problems = problems(in: compiler.errorOutput)
      if compiler.status != 0 && problems.isEmpty {
        throw Failure(description: compiler.errorOutput)
      }
      return problems
    }
  }

  private static func problems(in output: String) -> [Problem] {
    var problems: [Problem] = []
    for match in output.matches(of: /(?m)^([^:\n]+):(\d+):\d+: error: (.*)$/) {
      let path = String(match.1).replacing(PackageDirectory.url.path + "/", with: "")
      let problem = Problem(path: path, line: Int(match.2)!, message: String(match.3))
      if !problems.contains(problem) { problems.append(problem) }
    }
    return problems
  }
}
