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
        URL(fileURLWithPath: "/usr/bin/env"),
        [
          swiftc, "-typecheck", "-parse-as-library", "-whole-module-optimization",
          "-module-name", "Snippets", "-swift-version", "6", "-suppress-warnings",
          "-package-description-version", "6.2",
          "-I", BuildProducts.directory.appendingPathComponent("Modules").path,
          "-I", manifestModules,
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

  // MARK: The toolchain

  /// The compiler of the toolchain that this test runs with, or else the first one in `PATH`.
  private static let swiftc = toolchain.map { "\($0)/bin/swiftc" } ?? "swiftc"

  private static let manifestModules =
    toolchain.map { "\($0)/lib/swift/pm/ManifestAPI" } ?? "ManifestAPI"

  /// The folder that `bin` and `lib` are in: known by the standard library that is loaded.
  private static let toolchain: String? = {
    // Not `String(contentsOfFile:)`, which reads one page of a file that has no size.
    let data = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile()
    let maps = String(decoding: data ?? Data(), as: UTF8.self)
    let library = "/lib/swift/linux/libswiftCore.so"
    guard let line = maps.split(separator: "\n").first(where: { $0.hasSuffix(library) }),
      let start = line.firstIndex(of: "/")
    else { return nil }
    let root = line[start...].dropLast(library.count)
    return FileManager.default.isExecutableFile(atPath: "\(root)/bin/swiftc") ? String(root) : nil
  }()
}
