public import Foundation

/// The program that expands the package's macros.
public enum MacroPlugin {
  public static let executable: URL = {
    let tool = BuildProducts.executable("InjectionMacrosPlugin-tool")
    // Swift Build adds nothing to the name.
    return FileManager.default.isExecutableFile(atPath: tool.path)
      ? tool : BuildProducts.executable("InjectionMacrosPlugin")
  }()

  /// The compiler's options that load it.
  public static let compilerOptions = [
    "-load-plugin-executable", "\(executable.path)#InjectionMacrosPlugin",
  ]
}
