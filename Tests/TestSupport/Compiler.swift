import Foundation

/// The toolchain's compiler, with the macro's plugin and the modules of this build, as for a client
/// of the package.
public enum Compiler {
  public struct Complaint: Hashable, CustomStringConvertible {
    /// `error`, `warning` or `note`.
    public var severity: String
    public var line: Int
    public var column: Int
    public var message: String

    public var description: String { "\(line):\(column): \(severity): \(message)" }
  }

  public struct Result {
    /// The diagnostics of the source, without those of expansions.
    public var complaints: [Complaint]
    public var status: Int32
    public var output: String

    public var errors: [Complaint] { complaints.filter { $0.severity == "error" } }
  }

  /// Compiles a file far enough for all checks, including isolation.
  public static func compile(
    _ source: String,
    _ options: [String] = ["-swift-version", "6"]
  ) async throws -> Result {
    let compiler = try await withTemporaryDirectory { directory in
      let file = directory.appendingPathComponent("Client.swift")
      try Data(source.utf8).write(to: file)
      return try await ChildProcess.run(
        Toolchain.tool("swiftc"),
        MacroPlugin.compilerOptions + [
          "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-module-name", "Client",
          "-package-name", "client", "-diagnostic-style", "llvm",
          "-I", BuildProducts.modules.path,
        ] + options + [file.path]
      )
    }
    let pattern = #/(?m)^[^:\n]+Client.swift:(\d+):(\d+): (error|warning|note): (.*)$/#
    let complaints = compiler.errorOutput.matches(of: pattern).map { match in
      Complaint(
        severity: String(match.3),
        line: Int(match.1)!,
        column: Int(match.2)!,
        // The compiler adds the macro's name.
        message: String(match.4).replacing(#/ \(from macro '.*'\)/#, with: "")
      )
    }
    return Result(complaints: complaints, status: compiler.status, output: compiler.errorOutput)
  }
}
