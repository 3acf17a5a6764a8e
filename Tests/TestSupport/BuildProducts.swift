public import Foundation

/// Where the build has put what it made: the folder that the running test bundle is in.
public enum BuildProducts {
  public static let directory: URL = {
    #if os(macOS)
      // The running executable is the toolchain's; the bundle was loaded into it.
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      return bundle!.bundleURL.deletingLastPathComponent()
    #else
      return Bundle.main.executableURL!.deletingLastPathComponent()
    #endif
  }()

  /// An executable of the package.
  public static func executable(_ name: String) -> URL {
    directory.appendingPathComponent(name)
  }
}

/// The package's own folder.
public enum PackageDirectory {
  public static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
