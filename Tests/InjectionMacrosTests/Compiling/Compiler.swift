import Foundation
import TestSupport

/// The compiler, with the macro's plugin, as a client has it.
enum Compiler {
  struct Complaint: Hashable, CustomStringConvertible {
    /// `error`, `warning` or `note`.
    var severity: String
    var line: Int
    var column: Int
    var message: String

    var description: String { "\(line):\(column): \(severity): \(message)" }
  }

  struct Result {
    /// What it says of the source; what it says of expansions is not among it.
    var complaints: [Complaint]
    var status: Int32
    var output: String
  }

  /// Compiles a file far enough for all checks.
  static func compile(_ source: String, _ options: [String] = []) async throws -> Result {
    let compiler = try await withTemporaryDirectory { directory in
      let file = directory.appendingPathComponent("Client.swift")
      try Data(source.utf8).write(to: file)
      return try await ChildProcess.run(
        Toolchain.tool("swiftc"),
        MacroPlugin.compilerOptions + [
          "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-module-name", "Client",
          "-package-name", "client", "-diagnostic-style", "llvm",
          "-I", BuildProducts.directory.appendingPathComponent("Modules").path,
        ] + options + [file.path]
      )
    }
    let pattern = #/(?m)^[^:\n]+Client.swift:(\d+):(\d+): (error|warning|note): (.*)$/#
    let complaints = compiler.errorOutput.matches(of: pattern).map { match in
      Complaint(
        severity: String(match.3),
        line: Int(match.1)!,
        column: Int(match.2)!,
        // The compiler says of which macro it speaks.
        message: String(match.4).replacing(#/ \(from macro '.*'\)/#, with: "")
      )
    }
    return Result(
      complaints: complaints,
      status: compiler.status,
      output: compiler.errorOutput
    )
  }
}
