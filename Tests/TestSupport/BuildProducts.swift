public import Foundation

/// The folder of the build's products, with the running test bundle.
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

  /// The folder of the modules. Swift Build puts them beside the other products.
  public static let modules: URL = {
    let folder = directory.appendingPathComponent("Modules")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : directory
  }()

  /// An executable of the package.
  public static func executable(_ name: String) -> URL { directory.appendingPathComponent(name) }
}

/// The package's own folder.
public enum PackageDirectory {
  public static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
