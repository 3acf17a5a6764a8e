public import Foundation

/// The toolchain that the running test was built with.
public enum Toolchain {
  /// The folder of `bin` and `lib`.
  public static let directory: URL = {
    // Found by the loaded standard library. Not with `String(contentsOfFile:)`, which reads only
    // one page of a file without a size.
    let data = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile()
    let maps = String(decoding: data ?? Data(), as: UTF8.self)
    let library = "/lib/swift/linux/libswiftCore.so"
    if let line = maps.split(separator: "\n").first(where: { $0.hasSuffix(library) }),
      let start = line.firstIndex(of: "/")
    {
      let root = URL(fileURLWithPath: String(line[start...].dropLast(library.count)))
      if contains("swiftc", root) { return root }
    }
    // Or else the first one in `PATH`.
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
