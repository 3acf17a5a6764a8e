public import Foundation

/// The toolchain, which has built the running test.
public enum Toolchain {
  /// The folder of `bin`: the first one in `PATH`.
  public static let directory: URL = {
    let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
    let roots = folders.map { URL(fileURLWithPath: String($0)).deletingLastPathComponent() }
    return roots.first { contains("swiftc", $0) } ?? URL(fileURLWithPath: "/usr")
  }()

  /// An executable of the toolchain.
  public static func tool(_ name: String) -> URL { directory.appendingPathComponent("bin/\(name)") }

  private static func contains(_ tool: String, _ root: URL) -> Bool {
    FileManager.default.isExecutableFile(atPath: root.appendingPathComponent("bin/\(tool)").path)
  }
}
