import Foundation
import TestSupport
import Testing

/// The public interface of a module of this build, from the toolchain's own tool.
enum PublicInterface {
  static func symbols(of module: String) async throws -> Set<String> {
    try await withTemporaryDirectory { directory in
      let tool = try await ChildProcess.run(
        Toolchain.tool("swift-symbolgraph-extract"),
        [
          "-module-name", module, "-target", try await target(),
          "-I", BuildProducts.modules.path,
          "-output-dir", directory.path, "-minimum-access-level", "public",
          "-skip-synthesized-members",
        ]
      )
      try #require(tool.status == 0, "\(tool.errorOutput)")
      // One file for the module, and one for each other module whose types it extends.
      let files = try FileManager.default.contentsOfDirectory(
        at: directory,
        includingPropertiesForKeys: nil
      )
      let names = try files.filter { $0.pathExtension == "json" }.flatMap { file in
        try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)).symbols
          .map { $0.pathComponents.joined(separator: ".") }
      }
      return Set(
        Dictionary(grouping: names) { $0 }.map { name, overloads in
          overloads.count == 1 ? name : "\(name) ×\(overloads.count)"
        }
      )
    }
  }

  private static func target() async throws -> String {
    let info = try await ChildProcess.run(Toolchain.tool("swiftc"), ["-print-target-info"])
    return String(try #require(info.output.firstMatch(of: #/"triple": "([^"]+)"/#)).1)
  }

  private struct Graph: Decodable {
    struct Symbol: Decodable { var pathComponents: [String] }
    var symbols: [Symbol]
  }
}
